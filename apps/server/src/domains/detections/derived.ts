import type { Sql } from '@margay/store';
import { isDeepStrictEqual } from 'node:util';
import { kindNamed, kindsThat, plainRule } from './kinds/index.ts';
import { findAllById, listItems, updateFacts, type ContentRecord } from './store.ts';

/** What others may take their logic from is a plain rule. */
const mayBeBase = (record: ContentRecord): record is ContentRecord<typeof plainRule> =>
  kindNamed(record.kind).mayBeBase === true;

/** The rules that derived ones among these take their logic from, by id. */
export async function basesOf(
  sql: Sql,
  records: readonly { baseId: string | null }[],
): Promise<Map<string, ContentRecord<typeof plainRule>>> {
  const wanted = new Set(records.flatMap(({ baseId }) => (baseId === null ? [] : [baseId])));
  if (wanted.size === 0) return new Map();
  const found = await findAllById(sql, [...wanted]);
  return new Map(found.flatMap((record) => (mayBeBase(record) ? [[record.id, record] as const] : [])));
}

/**
 * Brings what lists show of derived rules up to their bases: name, severity, log types, tags and whether they are
 * enabled, where they do not say otherwise. Called in the transaction of every change.
 */
export async function refreshDerived(sql: Sql): Promise<void> {
  const derived = await listItems(
    sql,
    kindsThat((kind) => kind.inherited),
  );
  const bases = await basesOf(sql, derived);
  for (const record of derived) {
    const base = record.baseId === null ? undefined : bases.get(record.baseId);
    const facts = kindNamed(record.kind).inherited?.(record.id, record.definition, base);
    if (facts === undefined) continue;
    const names = Object.keys(facts) as (keyof typeof facts)[];
    if (!names.every((name) => isDeepStrictEqual(record[name], facts[name])))
      await updateFacts(sql, record.id, facts);
  }
}
