import type { FieldType } from '@margay/model';

import { nearest, refuse } from '../../diagnostics.ts';
import type { Parameter, QueryFunction } from '../../functions/define.ts';
import { functionNamed, functionNames } from '../../functions/index.ts';
import { timeUnit, timeUnitNames } from '../../functions/time-units.ts';
import type { Expression, SortKey, WindowCall } from '../../ir/expression.ts';
import { timestampText } from '../../ir/timestamps.ts';
import { elementOf, json, timestamp } from '../../ir/types.ts';
import { typeOf } from '../../ir/typing.ts';
import type { SqlCall, SqlExpr, SqlSortKey } from './ast.ts';
import { lowerTimeMacro, timeMacroNames } from './macros.ts';
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
const ownCalls = ['iff', 'nvl2', 'object_construct', 'is_null_value', ...currentTime, ...currentDay];

/** A call of an allowed function. Nothing else is ever turned into SQL. */
export function lowerCall(call: SqlCall, scope: Scope, lower: Lower): Expression {
  const inner = (expression: SqlExpr) => lower(expression, scope);
  const name = call.name.text.toLowerCase();
  const macro = lowerTimeMacro(call, scope, inner);
  if (macro) return macro;
  if (currentTime.has(name)) return nowLiteral(scope.context.now.getTime());
  if (currentDay.has(name))
    return nowLiteral(Math.floor(scope.context.now.getTime() / 86_400_000) * 86_400_000);
  const own = lowerOwn(name, call, inner);
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
  const meant = nearest(shown, [...functionNames(), ...timeMacroNames, ...ownCalls]);
  return refuse(
    call.name.span,
    'name.unknown_function',
    `There is no function "${shown}", or it is not allowed.`,
    meant,
  );
}

/** Functions that are other words for expressions. */
function lowerOwn(
  name: string,
  call: SqlCall,
  inner: (expression: SqlExpr) => Expression,
): Expression | undefined {
  const [first, second, third] = call.args;
  switch (name) {
    case 'iff':
    case 'if': {
      expectCount(call, 2, 3);
      const branches = [{ when: inner(first!), result: inner(second!) }];
      return third ? { kind: 'case', branches, otherwise: inner(third) } : { kind: 'case', branches };
    }
    case 'nvl2': {
      expectCount(call, 3, 3);
      const when: Expression = { kind: 'call', fn: 'isNotNull', args: [inner(first!)] };
      return { kind: 'case', branches: [{ when, result: inner(second!) }], otherwise: inner(third!) };
    }
    case 'is_null_value':
      expectCount(call, 1, 1);
      return { kind: 'call', fn: 'isNull', args: [inner(first!)] };
    case 'object_construct':
      return objectOf(call, inner);
    default:
      return undefined;
  }
}

function objectOf(call: SqlCall, inner: (expression: SqlExpr) => Expression): Expression {
  if (call.args.length % 2 === 1)
    refuse(call.name.span, 'call.arity', 'object_construct takes pairs of a key and a value.');
  const fields: { name: string; value: Expression }[] = [];
  for (let index = 0; index < call.args.length; index += 2) {
    const key = call.args[index]!;
    if (key.kind !== 'text') refuse(key.span, 'type.mismatch', 'Keys must be constant texts.');
    if (fields.some((field) => field.name === key.value))
      refuse(key.span, 'sem.duplicate_column', `The key "${key.value}" is given twice.`);
    fields.push({ name: key.value, value: inner(call.args[index + 1]!) });
  }
  return { kind: 'object', fields };
}

function expectCount(call: SqlCall, least: number, most: number): void {
  if (call.args.length >= least && call.args.length <= most) return;
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  refuse(
    call.name.span,
    'call.arity',
    `${call.name.text} takes ${wanted} arguments, not ${call.args.length}.`,
  );
}

function lowerDefined(definition: QueryFunction, call: SqlCall, scope: Scope, lower: Lower): Expression {
  checkPlace(definition, call, scope);
  checkCount(definition, call);
  const isAggregate = definition.kind === 'aggregate' && !call.over;
  const inside = isAggregate ? inClause(scope, 'aggregate') : scope;
  const args: Expression[] = [];
  for (const [index, arg] of call.args.entries())
    args.push(lowerArgument(definition, index, arg, inside, lower, args[0]));
  const constants = args.map((arg) => (arg.kind === 'literal' ? arg.value : undefined));
  const fault = definition.check?.(constants);
  if (fault) refuse((call.args[1] ?? call).span, 'value.invalid', fault);
  const fn = definition.name;
  if (call.over) {
    const window = overWindow(fn, args, call.over, scope, lower);
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
  };
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
    if (call.isStar || call.isDistinct || call.filter)
      refuse(
        span,
        'parse.unexpected_token',
        `${definition.name} is no aggregate: it takes no *, DISTINCT or FILTER.`,
      );
    return;
  }
  if (call.isDistinct && !definition.allowsDistinct)
    refuse(span, 'sem.distinct_not_allowed', `${definition.name} cannot be used with DISTINCT.`);
  if (call.over && definition.isNoWindow)
    refuse(span, 'sem.window_not_allowed', `${definition.name} cannot be used with OVER.`);
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
      word && nearest(word, timeUnitNames),
    );
  return { kind: 'literal', value: unit, type: { kind: 'string' } };
}

function overWindow(
  fn: string,
  args: Expression[],
  over: NonNullable<SqlCall['over']>,
  scope: Scope,
  lower: Lower,
): WindowCall {
  const partitionBy = over.partitionBy.map((key) => lower(key, scope));
  return {
    kind: 'window',
    fn,
    args,
    partitionBy,
    orderBy: over.orderBy.map((key) => sortKey(key, scope, lower)),
  };
}

export function sortKey(key: SqlSortKey, scope: Scope, lower: Lower): SortKey {
  const value = lower(key.value, scope);
  const nullsFirst = key.nulls === 'first';
  return { value, descending: key.isDescending, ...(nullsFirst ? { nullsFirst } : {}) };
}
