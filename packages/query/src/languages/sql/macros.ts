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

/** Number of arguments before the optional ones: a table, and a column other than `p_event_time`. */
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
  if (call.args.length < count || call.args.length > count + 2)
    refuse(
      call.name.span,
      'call.arity',
      `${name} takes ${count} argument${count === 1 ? '' : 's'} and, if need be, a table and a column.`,
    );
  scope.context.hasTimeFilter = true;
  const column = timeColumn(call, call.args.slice(count), scope);
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

function timeColumn(call: SqlCall, [table, column]: SqlExpr[], scope: Scope): Expression {
  const usual: Name = { text: 'p_event_time', isQuoted: false, span: call.name.span };
  const [name, ...rest] = namesOf(column, 'column');
  if (rest.length > 0 && column) refuse(column.span, 'type.mismatch', 'The column must be a single name.');
  return resolveName([...namesOf(table, 'table'), name ?? usual], scope);
}

/** An argument left out is none. */
function namesOf(argument: SqlExpr | undefined, what: 'table' | 'column'): Name[] {
  if (argument === undefined || (argument.kind === 'constant' && argument.value === null)) return [];
  if (argument.kind === 'name') return argument.parts;
  if (argument.kind === 'text') return [{ text: argument.value, isQuoted: true, span: argument.span }];
  const place = what === 'table' ? 'The argument after the times' : 'The last argument';
  return refuse(argument.span, 'type.mismatch', `${place} must be the name of a ${what}.`);
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
