import { forbidden } from '@margay/kit';
import type { Sql } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import { lackIn, lackText, type Reach } from '../../api/log-type-lack.ts';
import {
  kindNamed,
  kindOfOwnPython,
  kindOfUnnamed,
  type ContentKind,
  type NamedItem,
} from './kinds/index.ts';
import type { ItemFacts, ReachContext, ReachFacts } from './kinds/kind.ts';
import type { RuleInput } from './kinds/rule-input.ts';
import { findAllById } from './store.ts';

/** What the reach of an item follows from. */
export interface Concerned extends ReachFacts {
  kind: ContentKind;
  id: string;
}

export function concernedOf({ kind, id, definition }: Omit<NamedItem, 'enabled'>): Concerned {
  const { factsOf, queryOf } = kindNamed(kind);
  const { logTypes, scheduledQueries, baseId } = factsOf(id, definition);
  const facts = { kind, id, logTypes, scheduledQueries, baseId };
  return queryOf === undefined ? facts : { ...facts, query: queryOf(definition) };
}

export const noReach = { logTypes: [], scheduledQueries: [], baseId: null };

/** A rule as an editor sends it; what it leaves out stays as it is stored. */
export function draftConcern(
  input: RuleInput,
  stored: Pick<ItemFacts, 'logTypes' | 'scheduledQueries' | 'baseId'> = noReach,
): Concerned {
  return {
    kind: kindOfOwnPython(input) ?? kindOfUnnamed(input, stored),
    id: input.id,
    logTypes: input.logTypes ?? stored.logTypes,
    scheduledQueries: input.scheduledQueries ?? stored.scheduledQueries,
    baseId: input.baseDetection ?? stored.baseId,
  };
}

export type TouchVerb = 'change' | 'run' | 'test' | 'release' | 'replay' | 'explain' | 'profile';

export interface LogTypeReach {
  /** Why the actor may not touch one of these; undefined when he may. `coming`: what else is stored along with them. */
  lackOf(
    sql: Sql,
    touch: { actor: Pick<Actor, 'logTypeAccess'>; verb: TouchVerb },
    items: readonly Concerned[],
    coming?: readonly Concerned[],
  ): Promise<string | undefined>;
  /** Throws `forbidden` with that reason. */
  assertCovers(...request: Parameters<LogTypeReach['lackOf']>): Promise<void>;
}

/**
 * Answers for every operation on detection content which log types it touches. A kind without `reachOf` does
 * not compile. See docs/decisions/0023.
 */
export function createLogTypeReach(deps: Pick<ReachContext, 'logTypesOfQuery'>): LogTypeReach {
  async function reachOf(sql: Sql, item: Concerned, coming: readonly Concerned[]): Promise<Reach> {
    const related: ReachContext['related'] = async (kind, ids) => {
      // What is stored counts beside what comes: that may yet be refused.
      const stored = (await findAllById(sql, ids)).map(concernedOf);
      const found = [...stored, ...coming].filter((one) => one.kind === kind && ids.includes(one.id));
      const missing = ids.find((id) => !found.some((one) => one.id === id));
      if (ids.length === 0 || missing !== undefined)
        return {
          any: `the ${kindNamed(kind as ContentKind).title} ${missing ?? 'it depends on'} is not there`,
        };
      return united(await Promise.all(found.map((one) => reachOf(sql, one, coming))));
    };
    return kindNamed(item.kind).reachOf(item, { related, logTypesOfQuery: deps.logTypesOfQuery });
  }

  const lackOf: LogTypeReach['lackOf'] = async (sql, { actor, verb }, items, coming = []) => {
    const access = actor.logTypeAccess;
    if (access.kind === 'ALLOW_ALL') return undefined;
    for (const item of items) {
      const lack = lackIn(access, await reachOf(sql, item, coming));
      if (lack === undefined) continue;
      return lackText(lack, `${verb} the ${kindNamed(item.kind).title} ${item.id}`);
    }
    return undefined;
  };

  return {
    lackOf,
    async assertCovers(...request) {
      const lack = await lackOf(...request);
      if (lack !== undefined) throw forbidden(lack, { code: 'LogTypeAccess' });
    },
  };
}

function united(reaches: readonly Reach[]): Reach {
  const open = reaches.find((reach) => 'any' in reach);
  return (
    open ?? {
      logTypes: reaches.flatMap((reach) => ('any' in reach ? [] : reach.logTypes)),
    }
  );
}
