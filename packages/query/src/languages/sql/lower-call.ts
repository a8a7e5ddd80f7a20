import { nearestWord } from '@margay/kit';
import type { FieldType } from '@margay/model';

import { refuse, withMeant } from '../../diagnostics.ts';
import type { Parameter, QueryFunction } from '../../functions/define.ts';
import { functionNamed, functionNames } from '../../functions/index.ts';
import { timeUnit, timeUnitNames } from '../../functions/time-units.ts';
import type { Expression } from '../../ir/expression.ts';
import { timestampText } from '../../ir/timestamps.ts';
import { elementOf, json, timestamp } from '../../ir/types.ts';
import { typeOf } from '../../ir/typing.ts';
import type { SqlCall, SqlExpr, SqlSortKey } from './ast.ts';
import { lowerOwn, ownFunctionNames } from './lower-own.ts';
import { overWindow, sortKey } from './lower-window.ts';
import { expandTimeMacro, timeMacroNames } from './macros.ts';
import { printExpression } from './print.ts';
import type { Scope } from './scope.ts';
import { inClause } from './scope.ts';

type Lower = (expression: SqlExpr, scope: Scope) => Expression;

const currentTime = new Set([
  'current_timestamp',
  'p_current_timestamp',
  'now',
  'sysdate',
  'getdate',
  'localtimestamp',
  'systimestamp',
]);
const currentDay = new Set(['current_date', 'today']);
const ownCalls = [...ownFunctionNames, ...currentTime, ...currentDay];

/** A call of an allowed function. Nothing else is ever turned into SQL. */
export function lowerCall(call: SqlCall, scope: Scope, lower: Lower): Expression {
  const inner = (expression: SqlExpr) => lower(expression, scope);
  const name = call.name.text.toLowerCase();
  const macro = expandTimeMacro(call, scope.context.now);
  if (macro) {
    const { start, end } = call.span;
    scope.context.hasTimeFilter = true;
    scope.context.expansions.set(start, { start, end, text: printExpression(macro) });
    return inner(macro);
  }
  if (currentTime.has(name)) return nowLiteral(scope.context.now.getTime());
  if (currentDay.has(name))
    return nowLiteral(Math.floor(scope.context.now.getTime() / 86_400_000) * 86_400_000);
  const own = lowerOwn(name, call, scope, inner);
  if (own) return own;
  const definition = functionNamed(name);
  if (!definition) return refuseFunction(call);
  return lowerDefined(definition, call, scope, lower);
}

/** `current_timestamp` is also written without parentheses. */
export function constantNamed(name: string, scope: Scope): Expression | undefined {
  const lower = name.toLowerCase();
  if (lower === 'current_timestamp' || lower === 'sysdate') return nowLiteral(scope.context.now.getTime());
  if (lower !== 'current_date') return undefined;
  return nowLiteral(Math.floor(scope.context.now.getTime() / 86_400_000) * 86_400_000);
}

function nowLiteral(ms: number): Expression {
  return { kind: 'literal', value: timestampText(ms), type: timestamp };
}

function refuseFunction(call: SqlCall): never {
  const shown = call.name.text.slice(0, 60);
  const meant = nearestWord(shown, [...functionNames(), ...timeMacroNames, ...ownCalls]);
  return refuse(
    call.name.span,
    'name.unknown_function',
    withMeant(`There is no function "${shown}", or it is not allowed.`, meant),
    meant,
  );
}

function lowerDefined(definition: QueryFunction, call: SqlCall, scope: Scope, lower: Lower): Expression {
  checkPlace(definition, call, scope);
  checkCount(definition, call);
  const isAggregate = definition.kind === 'aggregate' && !call.over;
  const inside = isAggregate ? inClause(scope, 'aggregate') : scope;
  const order = orderWithin(definition, call);
  const args: Expression[] = [];
  for (const [index, arg] of order.args.entries())
    args.push(lowerArgument(definition, index, arg, inside, lower, args[0]));
  const constants = args.map((arg) => (arg.kind === 'literal' ? arg.value : undefined));
  const fault = definition.check?.(constants);
  if (fault) refuse((call.args[1] ?? call).span, 'value.invalid', fault);
  const fn = definition.name;
  if (call.over) {
    const window = overWindow(definition, args, call, scope, lower);
    return call.isDistinct ? { ...window, distinct: true } : window;
  }
  if (definition.kind !== 'aggregate') return { kind: 'call', fn, args };
  const where = call.filter ? lower(call.filter, inside) : undefined;
  const isFilteredCount = where && args.length === 0;
  if (isFilteredCount) return { kind: 'aggregate', fn: 'count_if', args: [where] };
  return {
    kind: 'aggregate',
    fn,
    args,
    ...(call.isDistinct ? { distinct: true } : {}),
    ...(where ? { where } : {}),
    ...(order.keys.length > 0 ? { orderBy: order.keys.map((key) => sortKey(key, inside, lower)) } : {}),
  };
}

/** The arguments of a call and what WITHIN GROUP sorts them by; percentiles take their value from there. */
function orderWithin(
  definition: QueryFunction,
  call: SqlCall,
): { args: readonly SqlExpr[]; keys: readonly SqlSortKey[] } {
  const [first] = call.within ?? [];
  if (!call.within || !first) return { args: call.args, keys: [] };
  const { span } = call.name;
  const { ordered, name } = definition;
  if (!ordered) refuse(span, 'sem.order_not_allowed', `${name} cannot be used with WITHIN GROUP.`);
  if (ordered === 'value') return { args: percentileArguments(call, first), keys: [] };
  if (call.over)
    refuse(
      span,
      'sem.window_not_allowed',
      `${name} with WITHIN GROUP cannot be used with OVER.`,
      'Group in a query of its own and join it.',
    );
  if (call.within.some((key) => key.isDescending !== first.isDescending))
    refuse(
      first.value.span,
      'refused.clause',
      'The keys of WITHIN GROUP must all be ascending or all be descending.',
    );
  return { args: call.args, keys: call.within };
}

/** `PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY x)` as the function's own (value, share, direction). */
function percentileArguments(call: SqlCall, key: SqlSortKey): SqlExpr[] {
  const [share] = call.args;
  if (!share || call.args.length > 1 || call.within!.length > 1)
    refuse(call.name.span, 'call.arity', `${call.name.text} takes one share and one key to sort by.`);
  const direction: SqlExpr = { kind: 'text', value: 'desc', span: call.name.span };
  return key.isDescending ? [key.value, share, direction] : [key.value, share];
}

function checkPlace(definition: QueryFunction, call: SqlCall, scope: Scope): void {
  const { span } = call.name;
  if (definition.kind === 'window' && !call.over)
    refuse(
      span,
      'sem.window_required',
      `${definition.name} needs OVER (…).`,
      `${definition.name}(…) OVER (ORDER BY p_event_time)`,
    );
  if (call.over && definition.kind === 'scalar')
    refuse(span, 'sem.window_not_allowed', `${definition.name} cannot be used with OVER.`);
  const isOtherDistinct = call.isDistinct && definition.name !== 'count';
  if (call.over && (isOtherDistinct || call.filter))
    refuse(span, 'sem.window_not_allowed', 'FILTER, and DISTINCT but for count, cannot be used with OVER.');
  if (definition.kind !== 'aggregate') {
    if (call.isStar || call.isDistinct || call.filter || call.within)
      refuse(
        span,
        'parse.unexpected_token',
        `${definition.name} is no aggregate: it takes no *, DISTINCT, FILTER or WITHIN GROUP.`,
      );
    return;
  }
  if (call.isDistinct && !definition.allowsDistinct)
    refuse(span, 'sem.distinct_not_allowed', `${definition.name} cannot be used with DISTINCT.`);
  if (call.over) {
    if (scope.clause !== 'select')
      refuse(
        span,
        'sem.window_not_allowed',
        `A window function is not allowed in ${scope.clause.toUpperCase()}.`,
        'Use QUALIFY.',
      );
    return;
  }
  if (scope.clause === 'aggregate')
    refuse(span, 'sem.nested_aggregate', 'An aggregate cannot be used inside another.');
  if (scope.clause !== 'select')
    refuse(
      span,
      'sem.aggregate_not_allowed',
      `${definition.name} is an aggregate and not allowed in ${scope.clause.toUpperCase()}.`,
      scope.clause === 'where' ? 'Use HAVING.' : undefined,
    );
}

function checkCount(definition: QueryFunction, call: SqlCall): void {
  if (call.within && definition.ordered === 'value') return;
  const required = definition.params.filter((param) => !param.optional).length;
  const most = definition.params.at(-1)?.variadic ? 200 : definition.params.length;
  if (call.isStar && definition.name !== 'count')
    refuse(call.name.span, 'call.arity', `${definition.name}(*) is not possible.`);
  if (call.isDistinct && call.args.length === 0)
    refuse(call.name.span, 'call.arity', 'DISTINCT needs a value.');
  if (call.args.length >= required && call.args.length <= most) return;
  const wanted = required === most ? String(required) : `${required} to ${most}`;
  refuse(
    call.name.span,
    'call.arity',
    `${definition.name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${call.args.length}.`,
  );
}

function lowerArgument(
  definition: QueryFunction,
  index: number,
  arg: SqlExpr,
  scope: Scope,
  lower: Lower,
  first: Expression | undefined,
): Expression {
  const param = definition.params[index] ?? definition.params.at(-1)!;
  if (param.type === 'lambda') return lambdaArgument(definition, arg, scope, lower, first);
  if (param.type === 'unit') return unitArgument(arg);
  const value = lower(arg, scope);
  const isLiteral = value.kind === 'literal' && value.value !== null;
  if (param.type.startsWith('literal') && !isLiteral)
    refuse(arg.span, 'type.mismatch', `The ${param.name} of ${definition.name} must be a constant.`);
  if (value.kind === 'literal') checkConstant(definition.name, param, value.value, value.type, arg);
  return value;
}

function checkConstant(fn: string, param: Parameter, value: unknown, type: FieldType, arg: SqlExpr): void {
  const isNumeric = param.type === 'number' || param.type === 'integer' || param.type === 'literalNumber';
  const isBadNumber =
    isNumeric &&
    typeof value === 'string' &&
    type.kind === 'string' &&
    !/^\s*[+-]?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/.test(value);
  const mayFail = fn.startsWith('to_') || fn.startsWith('try_');
  if (isBadNumber && !mayFail)
    refuse(arg.span, 'type.mismatch', `The ${param.name} of ${fn} must be a number.`);
}

/** A function over the elements of the array before it. */
function lambdaArgument(
  definition: QueryFunction,
  arg: SqlExpr,
  scope: Scope,
  lower: Lower,
  array: Expression | undefined,
): Expression {
  if (arg.kind !== 'lambda')
    refuse(arg.span, 'type.mismatch', `${definition.name} needs a function such as x -> x = 'a' here.`);
  const type = array ? typeOf(array, scope.columns, scope.context.catalog, scope.variables) : json;
  const variables = new Map([...scope.variables, [arg.param.text, elementOf(type)]]);
  const body = lower(arg.body, { ...inClause(scope, 'aggregate'), variables });
  return { kind: 'lambda', params: [arg.param.text], body };
}

/** Units of time stand as bare words or as texts. */
function unitArgument(arg: SqlExpr): Expression {
  const word =
    arg.kind === 'text'
      ? arg.value
      : arg.kind === 'name' && arg.parts.length === 1
        ? arg.parts[0]!.text
        : undefined;
  const unit = word === undefined ? undefined : timeUnit(word);
  if (unit === undefined)
    refuse(
      arg.span,
      'value.invalid',
      `The unit must be one of ${timeUnitNames.join(', ')}.`,
      word && nearestWord(word, timeUnitNames),
    );
  return { kind: 'literal', value: unit, type: { kind: 'string' } };
}
