import type { Expression } from '../../ir/expression.ts';
import type { Relation, TimeRange } from '../../ir/relation.ts';
import { millisecondsOf } from '../../ir/timestamps.ts';

/** The stretch of event time a query reads, as far as its conditions with constants tell; open where they do not. */
export function eventTimeRange(relation: Relation): TimeRange {
  switch (relation.kind) {
    case 'filter':
      return narrower(eventTimeRange(relation.input), rangeOf(relation.where));
    case 'union':
    case 'events':
      return widest(relation.inputs);
    case 'join':
      return widest([relation.left, relation.right]);
    case 'scan':
    case 'values':
    case 'numbers':
      return {};
    default:
      return eventTimeRange(relation.input);
  }
}

function widest(inputs: readonly Relation[]): TimeRange {
  const ranges = inputs.map((input) => eventTimeRange(input));
  const from = ranges.map(({ fromMs }) => fromMs ?? -Infinity);
  const to = ranges.map(({ toMs }) => toMs ?? Infinity);
  return closed(Math.min(...from), Math.max(...to));
}

function narrower(a: TimeRange, b: TimeRange): TimeRange {
  const from = Math.max(a.fromMs ?? -Infinity, b.fromMs ?? -Infinity);
  return closed(from, Math.min(a.toMs ?? Infinity, b.toMs ?? Infinity));
}

function closed(from: number, to: number): TimeRange {
  return {
    ...(Number.isFinite(from) ? { fromMs: from } : {}),
    ...(Number.isFinite(to) ? { toMs: to } : {}),
  };
}

function rangeOf(where: Expression): TimeRange {
  if (where.kind !== 'call') return {};
  if (where.fn === 'and') return where.args.map(rangeOf).reduce(narrower, {});
  const [a, b] = where.args;
  if (a?.kind !== 'column' || a.name !== 'p_event_time') return {};
  const ms = b?.kind === 'literal' && typeof b.value === 'string' ? millisecondsOf(b.value) : Number.NaN;
  if (Number.isNaN(ms)) return {};
  if (where.fn === 'ge' || where.fn === 'gt') return { fromMs: ms };
  return where.fn === 'le' || where.fn === 'lt' ? { toMs: ms } : {};
}
