import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import { unitLengthMs, timeUnit } from '../../functions/time-units.ts';
import type { Expression } from '../../ir/expression.ts';
import { readTimestamp, timestampText } from '../../ir/timestamps.ts';
import { timestamp } from '../../ir/types.ts';
import type { Name, SqlCall, SqlExpr } from './ast.ts';
import type { Scope } from './scope.ts';
import { resolveName } from './scope.ts';

type LowerTime = (expression: SqlExpr) => Expression;

/** Number of arguments before the optional table alias. */
const argumentsOf = new Map([
  ['p_occurs_since', 1],
  ['p_occurs_between', 2],
  ['p_occurs_around', 2],
  ['p_occurs_before', 1],
  ['p_occurs_after', 1],
]);

export const timeMacroNames = [...argumentsOf.keys()];

/** The `p_occurs_…` macros as conditions on `p_event_time`; undefined when the call is none of them. */
export function lowerTimeMacro(call: SqlCall, scope: Scope, lower: LowerTime): Expression | undefined {
  const name = call.name.text.toLowerCase();
  const count = argumentsOf.get(name);
  if (count === undefined) return undefined;
  if (call.args.length < count || call.args.length > count + 1)
    refuse(
      call.name.span,
      'call.arity',
      `${name} takes ${count} argument${count === 1 ? '' : 's'} and, if need be, a table.`,
    );
  scope.context.hasTimeFilter = true;
  const column = eventTime(call, call.args[count], scope);
  const [first, second] = call.args as [SqlExpr, SqlExpr?];
  const time = (argument: SqlExpr) => timeOf(argument, lower);
  const compare = (fn: string, value: Expression): Expression => ({
    kind: 'call',
    fn,
    args: [column, value],
  });
  const both = (low: Expression, high: Expression): Expression => ({
    kind: 'call',
    fn: 'and',
    args: [compare('ge', low), compare('le', high)],
  });
  switch (name) {
    case 'p_occurs_since':
      return compare('ge', constantTime(scope.context.now.getTime() - lengthOf(first)));
    case 'p_occurs_between':
      return both(time(first), time(second!));
    case 'p_occurs_around': {
      const half = lengthOf(second!);
      return both(shifted(time(first), -half), shifted(time(first), half));
    }
    case 'p_occurs_before':
      return compare('lt', time(first));
    default:
      return compare('gt', time(first));
  }
}

function eventTime(call: SqlCall, alias: SqlExpr | undefined, scope: Scope): Expression {
  const column: Name = { text: 'p_event_time', isQuoted: false, span: call.name.span };
  if (alias === undefined) return resolveName([column], scope);
  if (alias.kind === 'name') return resolveName([...alias.parts, column], scope);
  if (alias.kind === 'text')
    return resolveName([{ text: alias.value, isQuoted: true, span: alias.span }, column], scope);
  return refuse(alias.span, 'type.mismatch', 'The last argument must be the name of a table.');
}

function timeOf(argument: SqlExpr, lower: LowerTime): Expression {
  if (argument.kind !== 'text') return lower(argument);
  return { kind: 'literal', value: constantTimeText(argument.value, argument.span), type: timestamp };
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

function constantTime(ms: number): Expression {
  return { kind: 'literal', value: timestampText(ms), type: timestamp };
}

function shifted(time: Expression, ms: number): Expression {
  if (time.kind === 'literal' && typeof time.value === 'string') {
    const at = Date.parse(`${time.value.slice(0, 23).replace(' ', 'T')}Z`);
    return { ...time, value: `${timestampText(at + ms).slice(0, 23)}${time.value.slice(23)}` };
  }
  return {
    kind: 'call',
    fn: 'add',
    args: [time, { kind: 'literal', value: ms / 1000, type: { kind: 'float' } }],
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
