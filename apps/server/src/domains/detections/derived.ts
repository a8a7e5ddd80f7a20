import type { Sql } from '@margay/store';
import { isDeepStrictEqual } from 'node:util';
import { derivedDefinition } from './kinds/derived-rule.ts';
import { findAllById, listItems, updateFacts, type ContentRecord } from './store.ts';

/** The rules that derived ones among these take their logic from, by id. */
export async function basesOf(
  sql: Sql,
  records: readonly { baseId: string | null }[],
): Promise<Map<string, ContentRecord<'RULE'>>> {
  const wanted = new Set(records.flatMap(({ baseId }) => (baseId === null ? [] : [baseId])));
  if (wanted.size === 0) return new Map();
  const found = await findAllById(sql, [...wanted]);
  return new Map(found.flatMap((record) => (record.kind === 'RULE' ? [[record.id, record] as const] : [])));
}

/**
 * Brings what lists show of derived rules up to their bases: name, severity, log types, tags and whether they are
 * enabled, where they do not say otherwise. Called in the transaction of every change.
 */
export async function refreshDerived(sql: Sql): Promise<void> {
  const derived = await listItems(sql, ['DERIVED_RULE']);
  const bases = await basesOf(sql, derived);
  for (const record of derived) {
    const base = bases.get(record.definition.baseDetection);
    const { displayName, severity, logTypes, tags } = derivedDefinition(record.definition, base?.definition);
    const facts = {
      displayName: displayName || record.id,
      severity,
      logTypes,
      tags,
      enabled: record.definition.overrides.enabled ?? base?.enabled ?? false,
    };
    const names = Object.keys(facts) as (keyof typeof facts)[];
    if (!names.every((name) => isDeepStrictEqual(record[name], facts[name])))
      await updateFacts(sql, record.id, facts);
  }
}
