import type { Expression } from '../../ir/expression.ts';
import { mixesFindings } from '../../ir/merge-findings.ts';
import type { Relation, TimeRange } from '../../ir/relation.ts';
import { timestampText } from '../../ir/timestamps.ts';

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

function filtered(input: Relation, conditions: Expression[]): Relation {
  if (conditions.length === 0) return input;
  const where: Expression =
    conditions.length === 1 ? conditions[0]! : { kind: 'call', fn: 'and', args: conditions };
  return { kind: 'filter', input, where };
}

const eventTime: Expression = { kind: 'column', name: 'p_event_time' };

export function timeConditions({ fromMs, toMs }: TimeRange): Expression[] {
  const bound = (fn: string, ms: number): Expression => ({
    kind: 'call',
    fn,
    args: [eventTime, { kind: 'literal', value: timestampText(ms), type: { kind: 'timestamp' } }],
  });
  return [
    ...(fromMs === undefined ? [] : [bound('ge', fromMs)]),
    ...(toMs === undefined ? [] : [bound('lt', toMs)]),
  ];
}
