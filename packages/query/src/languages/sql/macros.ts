import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import { unitLengthMs, timeUnit } from '../../functions/time-units.ts';
import { millisecondsOf, readTimestamp, timestampText } from '../../ir/timestamps.ts';
import type { BinaryOp, Name, SqlCall, SqlExpr } from './ast.ts';

/** Number of arguments before the optional ones: a table, and a column other than `p_event_time`. */
const argumentsOf = new Map([
  ['p_occurs_since', 1],
  ['p_occurs_between', 2],
  ['p_occurs_around', 2],
  ['p_occurs_before', 1],
  ['p_occurs_after', 1],
]);

export const timeMacroNames = [...argumentsOf.keys()];

/** The condition a `p_occurs_…` macro stands for; undefined when the call is none. */
export function expandTimeMacro(call: SqlCall, now: Date): SqlExpr | undefined {
  const name = call.name.text.toLowerCase();
  const count = argumentsOf.get(name);
  if (count === undefined) return undefined;
  const { span } = call.name;
  if (call.args.length < count || call.args.length > count + 2)
    refuse(
      span,
      'call.arity',
      `${name} takes ${count} argument${count === 1 ? '' : 's'} and, if need be, a table and a column.`,
    );
  const left = timeColumn(call, call.args.slice(count));
  const [first, second] = call.args as [SqlExpr, SqlExpr?];
  const compare = (op: BinaryOp, right: SqlExpr): SqlExpr => ({ kind: 'binary', op, left, right, span });
  const both = (low: SqlExpr, high: SqlExpr): SqlExpr => ({
    kind: 'logic',
    op: 'and',
    parts: [compare('>=', low), compare('<=', high)],
    span,
  });
  switch (name) {
    case 'p_occurs_since':
      return compare('>=', constantTime(timestampText(now.getTime() - lengthOf(first)), span));
    case 'p_occurs_between':
      return both(timeOf(first), timeOf(second!));
    case 'p_occurs_around': {
      const half = lengthOf(second!);
      return both(shifted(first, -half), shifted(first, half));
    }
    case 'p_occurs_before':
      return compare('<', timeOf(first));
    default:
      return compare('>', timeOf(first));
  }
}

function timeColumn(call: SqlCall, [table, column]: SqlExpr[]): SqlExpr {
  const usual: Name = { text: 'p_event_time', isQuoted: false, span: call.name.span };
  const [name, ...rest] = namesOf(column, 'column');
  if (rest.length > 0 && column) refuse(column.span, 'type.mismatch', 'The column must be a single name.');
  return { kind: 'name', parts: [...namesOf(table, 'table'), name ?? usual], span: call.name.span };
}

/** An argument left out is none. */
function namesOf(argument: SqlExpr | undefined, what: 'table' | 'column'): Name[] {
  if (argument === undefined || (argument.kind === 'constant' && argument.value === null)) return [];
  if (argument.kind === 'name') return argument.parts;
  if (argument.kind === 'text') return [{ text: argument.value, isQuoted: true, span: argument.span }];
  const place = what === 'table' ? 'The argument after the times' : 'The last argument';
  return refuse(argument.span, 'type.mismatch', `${place} must be the name of a ${what}.`);
}

function timeOf(argument: SqlExpr): SqlExpr {
  if (argument.kind !== 'text') return argument;
  return constantTime(constantTimeText(argument.value, argument.span), argument.span);
}

/** A constant time, or a refusal that says how one is written. */
export function constantTimeText(value: string, span: Span): string {
  const time = readTimestamp(value);
  if (time !== undefined) return time;
  return refuse(
    span,
    'value.invalid',
    `'${value.slice(0, 40)}' is not a time.`,
    "Write it as 'YYYY-MM-DD HH:MM:SS'.",
  );
}

function constantTime(value: string, span: Span): SqlExpr {
  return {
    kind: 'cast',
    value: { kind: 'text', value, span },
    type: { name: 'timestamp', args: [], span },
    isTry: false,
    span,
  };
}

function shifted(time: SqlExpr, ms: number): SqlExpr {
  const { span } = time;
  if (time.kind === 'text') {
    const text = constantTimeText(time.value, span);
    return constantTime(`${timestampText(millisecondsOf(text) + ms).slice(0, 23)}${text.slice(23)}`, span);
  }
  const word = (text: string): Name => ({ text, isQuoted: false, span });
  const count: SqlExpr = { kind: 'number', text: String(Math.abs(ms)), span };
  return {
    kind: 'call',
    name: word('dateadd'),
    args: [
      { kind: 'name', parts: [word('millisecond')], span },
      ms < 0 ? { kind: 'unary', op: '-', value: count, span } : count,
      time,
    ],
    isStar: false,
    isDistinct: false,
    span,
  };
}

/** `'1 d'`, `'90 minutes'`, `'1d 2h'` or a bare number of seconds, in milliseconds. */
function lengthOf(argument: SqlExpr): number {
  if (argument.kind === 'number') return Number(argument.text) * 1000;
  const text = argument.kind === 'text' ? argument.value.trim() : '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const ms = durationMs(text);
  if (ms !== undefined) return ms;
  return refuse(
    argument.span,
    'value.invalid',
    "The length of time must be a constant such as '1 d', '2 h' or '30 minutes'.",
  );
}

function durationMs(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?\s*[a-zA-Z]+\s*)+$/.test(text)) return undefined;
  let total = 0;
  for (const [, digits, word] of text.matchAll(/(\d+(?:\.\d+)?)\s*([a-zA-Z]+)/g)) {
    const unit = timeUnit(word!);
    const length = unit === undefined ? undefined : lengthOfUnit(unit);
    if (length === undefined) return undefined;
    total += Number(digits) * length;
  }
  return total;
}

/** Months and years here are the 30 and 360 days that time frames use everywhere. */
function lengthOfUnit(unit: string): number | undefined {
  if (unit === 'month') return 30 * 86_400_000;
  if (unit === 'year') return 360 * 86_400_000;
  return unitLengthMs(unit);
}
