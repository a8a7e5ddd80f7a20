import { accessKeyOf } from '@margay/auth';
import { invalidInput } from '@margay/kit';
import type { Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../../api/actor.ts';
import type { SearchRecord } from '../store.ts';
import type { PropertyNames, PropertyScope } from './properties.ts';
import { ChartProperty, readUserConfig, TableProperty, type UserConfigInput } from './schema.ts';
import { findUserConfig, putUserConfig, type StoredUserConfig } from './store.ts';

/** Columns of the table and of the chart of a search, in their order, as the caller may see them. */
export interface UserConfig {
  queryId: string;
  tableProperties: (TableProperty & PropertyNames)[];
  chartProperties: (ChartProperty & PropertyNames)[];
}

/** What people chose for the results of searches. */
export interface UserConfigs {
  /** The caller's own choice, or else that of the search's author; undefined when neither made one. */
  of(actor: Actor, search: SearchRecord): Promise<UserConfig | undefined>;
  /** Keeps the caller's choice. A list that is left out stays as it was. Throws `InvalidInput`. */
  update(actor: Actor, search: SearchRecord, input: UserConfigInput): Promise<UserConfig>;
  /** Gives a new search of the caller what he sees on another one. */
  copy(actor: Actor, from: SearchRecord, to: SearchRecord): Promise<void>;
}

export interface UserConfigsDeps {
  store: Store;
  clock: () => Date;
  /** The columns of a search within the caller's log-type access. */
  scopeOf(actor: Actor, search: SearchRecord): PropertyScope;
}

interface Chosen {
  tableProperties?: TableProperty[] | null | undefined;
  chartProperties?: ChartProperty[] | null | undefined;
}

export function createUserConfigs({ store, clock, scopeOf }: UserConfigsDeps): UserConfigs {
  const find = (actor: Actor, search: SearchRecord) =>
    findUserConfig(store, search.id, { personId: actor.id, authorId: search.author.id });

  /** Without the columns the caller could not have found himself. */
  function asSeenBy(actor: Actor, search: SearchRecord, config: StoredUserConfig): UserConfig {
    const { logTypeAccess } = actor;
    const isSameAccess =
      logTypeAccess.kind === 'ALLOW_ALL' || accessKeyOf(logTypeAccess) === config.accessKey;
    const scope = scopeOf(actor, search);
    const seen = <T extends TableProperty>(list: T[]) =>
      list
        .filter(({ propertyId }) => isSameAccess || scope.has(propertyId))
        .toSorted((a, b) => a.order - b.order)
        .map((property) => ({ ...property, ...scope.namesOf(property.propertyId) }));
    return {
      queryId: search.id,
      tableProperties: seen(config.tableProperties),
      chartProperties: seen(config.chartProperties),
    };
  }

  async function put(actor: Actor, search: SearchRecord, chosen: Chosen): Promise<UserConfig> {
    const before = await find(actor, search);
    const kept = before && asSeenBy(actor, search, before);
    const stored: StoredUserConfig = {
      searchId: search.id,
      personId: actor.id,
      accessKey: accessKeyOf(actor.logTypeAccess),
      // The names of columns are found anew for each reader.
      tableProperties: z.array(TableProperty).parse(chosen.tableProperties ?? kept?.tableProperties ?? []),
      chartProperties: z.array(ChartProperty).parse(chosen.chartProperties ?? kept?.chartProperties ?? []),
    };
    await putUserConfig(store, stored, clock());
    return asSeenBy(actor, search, stored);
  }

  return {
    async of(actor, search) {
      const found = await find(actor, search);
      return found && asSeenBy(actor, search, found);
    },
    async update(actor, search, input) {
      const chosen = readUserConfig(input);
      refuseRepeats(chosen.tableProperties ?? []);
      return put(actor, search, chosen);
    },
    async copy(actor, from, to) {
      const found = await find(actor, from);
      if (found) await put(actor, to, asSeenBy(actor, from, found));
    },
  };
}

/** A column is in the table once. In a chart one column may be drawn and name the groups. */
function refuseRepeats(list: readonly TableProperty[]): void {
  const field = 'tableProperties';
  const seen = new Set<string>();
  for (const { propertyId } of list) {
    if (seen.has(propertyId))
      throw invalidInput(`${field} has ${propertyId.slice(0, 100)} twice. Send each column once.`, {
        details: { field },
      });
    seen.add(propertyId);
  }
}
