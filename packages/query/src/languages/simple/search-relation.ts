import { call, column, literal } from '../../ir/conditions.ts';
import type { Expression } from '../../ir/expression.ts';
import { mixesFindings } from '../../ir/merge-findings.ts';
import type { Relation, TimeRange } from '../../ir/relation.ts';
import { filtered } from '../../ir/relations.ts';
import { timestampText } from '../../ir/timestamps.ts';
import { timestamp } from '../../ir/types.ts';

/** All rows of these tables in the range that fulfil the condition; of logs and findings, each event once. */
export function searchRelation(
  tables: { database: string; table: string }[],
  range: TimeRange,
  where?: Expression,
): Relation {
  const inputs = tables.map(({ database, table }): Relation => ({ kind: 'scan', database, table }));
  const only = inputs.length === 1 ? inputs[0]! : undefined;
  const isMixed = mixesFindings(tables.map(({ database }) => database));
  const rows: Relation = isMixed ? { kind: 'events', inputs } : { kind: 'union', match: 'name', inputs };
  return filtered(only ?? rows, [...timeConditions(range), ...(where ? [where] : [])]);
}

/** The events of the relation that happened in the range. */
export function filteredByTime(relation: Relation, range: TimeRange): Relation {
  return filtered(relation, timeConditions(range));
}

const eventTime = column('p_event_time');

export function timeConditions({ fromMs, toMs }: TimeRange): Expression[] {
  const bound = (fn: string, ms: number) => call(fn, eventTime, literal(timestampText(ms), timestamp));
  return [
    ...(fromMs === undefined ? [] : [bound('ge', fromMs)]),
    ...(toMs === undefined ? [] : [bound('lt', toMs)]),
  ];
}
