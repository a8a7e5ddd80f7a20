import type { Span } from '../../diagnostics.ts';
import { refuse } from '../../diagnostics.ts';
import type { Expression } from '../../ir/expression.ts';
import type { Relation } from '../../ir/relation.ts';
import { boolean, float, json } from '../../ir/types.ts';
import { listFault } from '../list-limit.ts';
import type { FlowBinary, FlowBetween, FlowExpression, FlowIn, FlowLiteral, FlowTabular } from './ast.ts';
import { conditionOf } from './condition.ts';
import type { FlowParameter } from './functions/define.ts';
import { textArray, whereThere } from './functions/shared.ts';
import { arrayOf, objectLiteral } from './literals.ts';
import { lowerCall } from './lower-call.ts';
import { lowerPath } from './lower-path.ts';
import { arithmetic, equality, isNull, isOrder, joinEquality, negated, order } from './operators.ts';
import type { FlowScope } from './scope.ts';
import { columnRef } from './scope.ts';
import type { Typed } from './typed.ts';
import {
  asDocumentValue,
  boolConstant,
  call,
  constant,
  constantTypeName,
  familyOf,
  intConstant,
  isDocument,
  isInt,
  nullConstant,
  nullOf,
  textConstant,
  timespan,
  typed,
} from './typed.ts';

export function lowerExpression(expression: FlowExpression, scope: FlowScope): Typed {
  const { span } = expression;
  const inner = (part: FlowExpression) => lowerExpression(part, scope);
  switch (expression.kind) {
    case 'literal':
      return lowerLiteral(expression);
    case 'variable':
    case 'member':
    case 'index':
      return lowerPath(expression, scope, lowerExpression);
    case 'unary':
      return lowerUnary(expression, scope);
    case 'binary':
      return { ...lowerBinary(expression, scope), span };
    case 'in':
      return { ...lowerIn(expression, scope), span };
    case 'between':
      return { ...lowerBetween(expression, scope), span };
    case 'call':
      return lowerCall(
        expression,
        expression.name.startsWith('agg.') ? inAggregate(scope) : scope,
        (index, param) =>
          argument(
            expression.args[index]!,
            param,
            expression.name.startsWith('agg.') ? inAggregate(scope) : scope,
          ),
      );
    case 'scalarQuery':
      return { ...lowerScalarQuery(expression.query, scope), span };
    case 'array':
      return { ...arrayOf(expression.elements.map(inner)), span };
    case 'object':
      return {
        ...objectLiteral(expression.fields.map(({ key, value }) => ({ key: key.text, value: inner(value) }))),
        span,
      };
    case 'lambda':
      return refuse(
        span,
        'sem.lambda_not_allowed',
        'A function may stand only as the second argument of arrays.map or arrays.filter.',
      );
  }
}

const inAggregate = (scope: FlowScope): FlowScope => ({ ...scope, isOutsideAggregate: false });

function lowerLiteral(literal: FlowLiteral): Typed {
  const { span } = literal;
  switch (literal.type) {
    case 'int':
      return wholeNumber(literal.value, span);
    case 'double':
      return constant(literal.value, float, span);
    case 'timespan':
      return constant(Math.round(literal.value), timespan, span);
    case 'string':
      return textConstant(literal.value, span);
    case 'bool':
      return boolConstant(literal.value, span);
    case 'null':
      return nullConstant(span);
  }
}

/** Numbers of 64 bits; `text` may have a sign. */
function wholeNumber(text: string, span: Span): Typed {
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value)
    refuse(
      span,
      'value.invalid',
      'Whole numbers have 64 bits; this one is too large.',
      'Write it as a double, such as 1e20.',
    );
  return intConstant(Number.isSafeInteger(Number(value)) ? Number(value) : String(value), span);
}

function lowerUnary(expression: Extract<FlowExpression, { kind: 'unary' }>, scope: FlowScope): Typed {
  const { op, operand, span } = expression;
  if (op === '-' && operand.kind === 'literal' && operand.type === 'int')
    return wholeNumber(`-${operand.value}`, span);
  const value = lowerExpression(operand, scope);
  if (op === '-') return negated(value, span);
  return { ...call('not', boolean, [conditionOf(value)]), span };
}

function lowerBinary({ op, left, right, span }: FlowBinary, scope: FlowScope): Typed {
  const a = lowerExpression(left, scope);
  const b = lowerExpression(right, scope);
  if (op === 'and' || op === 'or') return call(op, boolean, [conditionOf(a), conditionOf(b)]);
  if (op === '==' && isAcrossJoin(left, right)) return joinEquality(a, b);
  if (op === '==') return equality(a, b);
  if (op === '!=') return call('not', boolean, [equality(a, b)]);
  if (!isOrder(op)) return arithmetic(op, a, b, span);
  noteTimeFilter(a, b, scope);
  return order(op, a, b);
}

function isAcrossJoin(left: FlowExpression, right: FlowExpression): boolean {
  const [a, b] = [sidesIn(left), sidesIn(right)];
  return a.size === 1 && b.size === 1 && [...a][0] !== [...b][0];
}

function sidesIn(expression: FlowExpression): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    if (
      'kind' in part &&
      part.kind === 'variable' &&
      'name' in part &&
      /^\$(?:left|right)$/.test(String(part.name))
    )
      found.add(String(part.name));
    for (const value of Object.values(part)) visit(value);
  };
  visit(expression);
  return found;
}

/** Whether the text itself says which time it is about. */
function noteTimeFilter(a: Typed, b: Typed, { context }: FlowScope): void {
  const isEventTime = ({ expression }: Typed) =>
    expression.kind === 'column' && expression.name === 'p_event_time';
  if ((isEventTime(a) && b.constant) || (isEventTime(b) && a.constant)) context.hasTimeFilter = true;
}

function lowerBetween({ value, from, to, isNegated }: FlowBetween, scope: FlowScope): Typed {
  const tested = lowerExpression(value, scope);
  const [low, high] = [lowerExpression(from, scope), lowerExpression(to, scope)];
  if (!isNegated) noteTimeFilter(tested, low, scope);
  const inside = call('and', boolean, [order('>=', tested, low), order('<=', tested, high)]);
  return isNegated ? call('not', boolean, [inside]) : inside;
}

function lowerIn({ value, list, isNegated }: FlowIn, scope: FlowScope): Typed {
  const tested = lowerExpression(value, scope);
  const array = lowerExpression(list, scope);
  const found = memberOf(tested, array);
  return isNegated ? call('not', boolean, [found]) : found;
}

/** `in`: null only when the array is null or no array. */
function memberOf(value: Typed, array: Typed): Typed {
  if (array.constant && constantTypeName(array) !== 'array') {
    if (isNull(array)) return nullOf(boolean);
    refuse(
      array.span,
      'type.mismatch',
      `"in" needs an array; this is of type ${constantTypeName(array)}.`,
      '[…]',
    );
  }
  if (array.elements) {
    const tooLong = listFault(array.elements.length);
    if (tooLong) refuse(array.span, 'limit.values', tooLong);
    return oneOf(value, array.elements);
  }
  if (!isDocument(array.type)) return nullOf(boolean);
  const texts = textArray(array);
  if (texts && value.type.kind === 'string' && value.constant)
    return whereThere([array], { kind: 'call', fn: 'array_contains', args: [value.expression, texts] });
  const fn = isDocument(value.type) ? 'json_contains' : 'json_contains_scalar';
  return call(fn, boolean, [asDocumentValue(array), asDocumentValue(value)]);
}

function oneOf(value: Typed, elements: Typed[]): Typed {
  if (elements.length === 0) return boolConstant(false);
  const family = familyOf(value.type);
  const isPlain = elements.every(
    (element) => familyOf(element.type) === family && element.constant && !isNull(element),
  );
  if (isPlain && (family === 'string' || (family === 'number' && isInt(value.type)))) {
    const found = call('in', boolean, [value, ...elements]);
    return call('coalesce', boolean, [found, boolConstant(false)]);
  }
  const tests = elements.map((element) => equality(value, element));
  return tests.length === 1 ? tests[0]! : call('or', boolean, tests);
}

function argument(expression: FlowExpression, param: FlowParameter, scope: FlowScope): Typed {
  if (param.type !== 'fn') return lowerExpression(expression, scope);
  if (expression.kind !== 'lambda')
    return refuse(expression.span, 'type.mismatch', 'A function such as fn (x) { x } is needed here.');
  const { params, body, span } = expression;
  const [param0] = params;
  if (!param0 || params.length > 1)
    return refuse(span, 'call.arity', 'The function must take one parameter.', 'fn (x) { x }');
  const name = `${param0.text} ${scope.variables.size}`;
  const variable = typed({ kind: 'variable', name }, json, param0.span);
  const variables = new Map([...scope.variables, [param0.text, variable]]);
  const value = lowerExpression(body, { ...scope, variables });
  return { ...typed(value.expression, value.type, span), lambda: { params: [name], body: value } };
}

function lowerScalarQuery(query: FlowTabular, { context }: FlowScope): Typed {
  const flow = context.lowerTabular(query, context);
  const first = flow.columns.find((column) => !column.hidden);
  if (!first) return nullConstant(query.span);
  const value = columnRef(first, query.span);
  const isPacked = isDocument(first.type);
  const ordered: Relation =
    flow.order.length > 0 && !flow.isOrdered
      ? { kind: 'sort', input: flow.relation, keys: flow.order }
      : flow.relation;
  const result = isPacked ? asDocumentValue(value) : value;
  const only: Relation = {
    kind: 'project',
    input: ordered,
    columns: [{ name: first.name, value: result.expression }],
  };
  return typed({ kind: 'scalarQuery', query: only }, isPacked ? json : first.type);
}

/** The condition of `where`: where null is as good as false, forms that the engine's indexes understand. */
export function lowerFilter(expression: FlowExpression, scope: FlowScope): Expression {
  if (expression.kind === 'binary' && expression.op === 'and')
    return {
      kind: 'call',
      fn: 'and',
      args: [lowerFilter(expression.left, scope), lowerFilter(expression.right, scope)],
    };
  return indexable(conditionOf(lowerExpression(expression, scope)).expression);
}

function indexable(condition: Expression): Expression {
  if (condition.kind === 'call' && condition.fn === 'same' && condition.args.some(isConstant))
    return { ...condition, fn: 'eq' };
  const [first] = condition.kind === 'call' && condition.fn === 'coalesce' ? condition.args : [];
  if (first?.kind === 'call' && first.fn === 'in') return first;
  const [only] = condition.kind === 'case' ? condition.branches : [];
  if (
    condition.kind === 'case' &&
    only &&
    condition.branches.length === 1 &&
    !condition.otherwise &&
    only.when.kind === 'call' &&
    only.when.fn === 'isNotNull'
  )
    return only.result;
  return condition;
}

function isConstant(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.value !== null;
}
