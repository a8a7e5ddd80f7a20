import type { FieldType } from '@margay/model';

import { refuse } from '../../diagnostics.ts';
import { timeUnit, timeUnitNames } from '../../functions/time-units.ts';
import { call } from '../../ir/conditions.ts';
import type { Expression, Literal } from '../../ir/expression.ts';
import { boolean, float, integer, isNumber, text, timestamp } from '../../ir/types.ts';
import { typeOf } from '../../ir/typing.ts';
import { listFault } from '../list-limit.ts';
import type { BinaryOp, SqlExpr, SqlQuery } from './ast.ts';
import { constantNamed, lowerCall } from './lower-call.ts';
import { constantTimeText } from './macros.ts';
import { lowerExists } from './lower-exists.ts';
import type { SourceLowerer } from './lower-source.ts';
import type { Scope } from './scope.ts';
import { resolveName } from './scope.ts';
import { typeNamed } from './types.ts';

const operators: Record<BinaryOp, string> = {
  '=': 'eq',
  '<>': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'mod',
  '||': 'concat',
  'is distinct': 'differs',
  'is not distinct': 'same',
};

/** `lowerer` lowers queries inside expressions; the module that lowers queries, which needs this one, hands it in. */
export function expressionLowerer(lowerer: SourceLowerer): SourceLowerer['expression'] {
  return lower;

  function lower(expression: SqlExpr, scope: Scope): Expression {
    const inner = (part: SqlExpr) => lower(part, scope);
    switch (expression.kind) {
      case 'number':
        return numberLiteral(expression.text);
      case 'text':
        return { kind: 'literal', value: expression.value, type: text };
      case 'constant':
        return { kind: 'literal', value: expression.value, type: expression.value === null ? text : boolean };
      case 'interval':
        return refuse(
          expression.span,
          'type.mismatch',
          'An INTERVAL can only be added to or taken from a time.',
        );
      case 'name':
        return lowerName(expression, scope);
      case 'path':
        return pathOf(inner(expression.base), expression.steps);
      case 'unary':
        return lowerUnary(expression, inner);
      case 'binary':
        return lowerBinary(expression, inner, scope);
      case 'logic':
        return call(expression.op, ...expression.parts.map((part) => condition(part, inner)));
      case 'isNull':
        return call(expression.isNegated ? 'isNotNull' : 'isNull', inner(expression.value));
      case 'between':
        return lowerBetween(expression, inner, scope);
      case 'in': {
        const tooLong = listFault(expression.items.length);
        if (tooLong) refuse(expression.span, 'limit.values', tooLong);
        const value = inner(expression.value);
        const items = expression.items.map((item) => comparedWith(item, value, inner, scope));
        return negated(call('in', value, ...items), expression.isNegated);
      }
      case 'inQuery': {
        const query = subquery(expression.query, scope, expression.span);
        return negated({ kind: 'inQuery', value: inner(expression.value), query }, expression.isNegated);
      }
      case 'like':
        return lowerLike(expression, inner);
      case 'case':
        return lowerCase(expression, inner, scope);
      case 'cast':
        return lowerCast(expression, inner);
      case 'query':
        return { kind: 'scalarQuery', query: subquery(expression.query, scope, expression.span) };
      case 'exists':
        return lowerExists(expression.query, scope, lowerer);
      case 'lambda':
        return refuse(
          expression.span,
          'sem.lambda_not_allowed',
          'A function is only allowed where one is expected, as in FILTER.',
        );
      case 'call':
        return lowerCall(expression, scope, lower);
    }
  }

  function subquery(query: SqlQuery, scope: Scope, span: SqlExpr['span']) {
    const source = lowerer.query(query, scope);
    const visible = source.columns.filter((column) => !column.hidden);
    if (visible.length !== 1)
      refuse(span, 'sem.one_column', `The inner query must have one column, not ${visible.length}.`);
    return source.relation;
  }
}

function negated(expression: Expression, isNegated: boolean): Expression {
  return isNegated ? call('not', expression) : expression;
}

type Inner = (part: SqlExpr) => Expression;

/** `source` may have a sign. */
function numberLiteral(source: string): Literal {
  const value = Number(source);
  if (/^-?\d+$/.test(source)) {
    if (Number.isSafeInteger(value)) return { kind: 'literal', value, type: integer };
    const exact = BigInt(source);
    if (BigInt.asIntN(64, exact) === exact) return { kind: 'literal', value: source, type: integer };
  }
  return { kind: 'literal', value, type: float };
}

function lowerName(expression: Extract<SqlExpr, { kind: 'name' }>, scope: Scope): Expression {
  const [first] = expression.parts;
  const constant =
    expression.parts.length === 1 && !first!.isQuoted ? constantNamed(first!.text, scope) : undefined;
  if (constant) return constant;
  const resolved = resolveName(expression.parts, scope);
  if (resolved.kind === 'column' && resolved.name === 'p_event_time' && scope.clause === 'where')
    scope.context.hasTimeFilter = true;
  return resolved;
}

function pathOf(base: Expression, steps: (string | number)[]): Expression {
  if (base.kind === 'path') return { ...base, steps: [...base.steps, ...steps] };
  return { kind: 'path', base, steps };
}

function lowerUnary(expression: Extract<SqlExpr, { kind: 'unary' }>, inner: Inner): Expression {
  if (expression.op === 'not') return call('not', condition(expression.value, inner));
  if (expression.op === '-' && expression.value.kind === 'number')
    return numberLiteral(`-${expression.value.text}`);
  const value = inner(expression.value);
  if (expression.op === '+') return value;
  const isNumber = value.kind === 'literal' && typeof value.value === 'number';
  return isNumber ? { ...value, value: -Number(value.value) } : call('neg', value);
}

/** A condition must be a truth value, as far as a constant tells. */
export function condition(part: SqlExpr, inner: Inner): Expression {
  const value = inner(part);
  if (value.kind === 'literal' && typeof value.value !== 'boolean' && value.value !== null)
    refuse(part.span, 'type.mismatch', 'A condition is expected here, not a constant.');
  return value;
}

function lowerBinary(
  expression: Extract<SqlExpr, { kind: 'binary' }>,
  inner: Inner,
  scope: Scope,
): Expression {
  const { op, left, right } = expression;
  const isShift = (op === '+' || op === '-') && right.kind === 'interval';
  if (isShift) return shifted(inner(left), right, op === '-' ? -1 : 1);
  if (op === '+' && left.kind === 'interval') return shifted(inner(right), left, 1);
  const [a, b] = [comparedWith(left, undefined, inner, scope), inner(right)];
  if (op === '+' || op === '-' || op === '*' || op === '/' || op === '%')
    checkNumbers(expression, a, b, scope);
  else if (op !== '||') return checkedComparison(op, expression, a, b, scope);
  return call(operators[op], a, b);
}

function shifted(
  time: Expression,
  interval: Extract<SqlExpr, { kind: 'interval' }>,
  sign: number,
): Expression {
  const unit = timeUnit(interval.unit);
  if (unit === undefined)
    refuse(interval.span, 'value.invalid', `The unit must be one of ${timeUnitNames.join(', ')}.`);
  return call(
    'dateadd',
    { kind: 'literal', value: unit, type: text },
    { kind: 'literal', value: sign * interval.count, type: integer },
    time,
  );
}

function checkNumbers(
  expression: Extract<SqlExpr, { kind: 'binary' }>,
  a: Expression,
  b: Expression,
  scope: Scope,
): void {
  for (const [part, value] of [
    [expression.left, a],
    [expression.right, b],
  ] as const) {
    const type = typeIn(scope, value);
    const isBad = type.kind === 'timestamp' || type.kind === 'array' || type.kind === 'object';
    if (isBad)
      refuse(
        part.span,
        'type.mismatch',
        `"${expression.op}" needs numbers, not ${type.kind === 'timestamp' ? 'a time' : `an ${type.kind}`}.`,
        type.kind === 'timestamp' ? 'Use DATEADD, DATEDIFF or INTERVAL.' : undefined,
      );
    const isText = value.kind === 'literal' && typeof value.value === 'string' && type.kind === 'string';
    if (isText && Number.isNaN(Number(value.value)))
      refuse(
        part.span,
        'type.mismatch',
        `"${expression.op}" needs numbers, not the text '${String(value.value).slice(0, 40)}'.`,
        expression.op === '+' ? 'Join texts with ||.' : undefined,
      );
  }
}

function typeIn(scope: Scope, value: Expression): FieldType {
  return typeOf(value, scope.columns, scope.context.catalog, scope.variables);
}

function checkedComparison(
  op: BinaryOp,
  expression: Extract<SqlExpr, { kind: 'binary' }>,
  a: Expression,
  b: Expression,
  scope: Scope,
): Expression {
  const left = fitted(a, typeIn(scope, b), expression.left);
  const right = fitted(b, typeIn(scope, a), expression.right);
  const pairs = [
    [a, b, expression.left],
    [b, a, expression.right],
  ] as const;
  for (const [array, other, part] of pairs) {
    const isArray = typeIn(scope, array).kind === 'array';
    const isScalar = other.kind === 'literal' && other.value !== null;
    if (isArray && isScalar)
      refuse(
        part.span,
        'type.mismatch',
        'An array cannot be compared with a single value.',
        'Use ARRAY_CONTAINS(value, array).',
      );
  }
  return call(operators[op], left, right);
}

function comparedWith(part: SqlExpr, value: Expression | undefined, inner: Inner, scope: Scope): Expression {
  const lowered = inner(part);
  return value ? fitted(lowered, typeIn(scope, value), part) : lowered;
}

/** A constant compared with a typed value must make sense there; a time becomes a time once, here. */
function fitted(value: Expression, other: FieldType, part: SqlExpr): Expression {
  if (value.kind !== 'literal' || typeof value.value !== 'string' || value.type.kind !== 'string')
    return value;
  if (other.kind === 'timestamp')
    return { kind: 'literal', value: constantTimeText(value.value, part.span), type: timestamp };
  const isNoNumber = isNumber(other) && (value.value.trim() === '' || Number.isNaN(Number(value.value)));
  if (isNoNumber)
    refuse(part.span, 'type.mismatch', `A number is compared with the text '${value.value.slice(0, 40)}'.`);
  return value;
}

function lowerBetween(
  expression: Extract<SqlExpr, { kind: 'between' }>,
  inner: Inner,
  scope: Scope,
): Expression {
  const value = inner(expression.value);
  const low = comparedWith(expression.low, value, inner, scope);
  const high = comparedWith(expression.high, value, inner, scope);
  return negated(call('and', call('ge', value, low), call('le', value, high)), expression.isNegated);
}

const likeFunctions = { like: 'like', ilike: 'ilike', rlike: 'regexp_like' } as const;

function lowerLike(expression: Extract<SqlExpr, { kind: 'like' }>, inner: Inner): Expression {
  const value = inner(expression.value);
  const tests = expression.patterns.map((pattern) => {
    const lowered = inner(pattern);
    if (expression.op === 'rlike' && lowered.kind !== 'literal')
      refuse(pattern.span, 'type.mismatch', 'The pattern must be a constant text.');
    return call(likeFunctions[expression.op], value, lowered);
  });
  const joined =
    tests.length === 1 ? tests[0]! : call(expression.quantifier === 'all' ? 'and' : 'or', ...tests);
  return negated(joined, expression.isNegated);
}

function lowerCase(expression: Extract<SqlExpr, { kind: 'case' }>, inner: Inner, scope: Scope): Expression {
  const { subject } = expression;
  const branches = expression.branches.map(({ when, result }) => ({
    when: subject ? caseTest(subject, when, inner, scope) : condition(when, inner),
    result: inner(result),
  }));
  const { otherwise } = expression;
  return otherwise ? { kind: 'case', branches, otherwise: inner(otherwise) } : { kind: 'case', branches };
}

function caseTest(subject: SqlExpr, when: SqlExpr, inner: Inner, scope: Scope): Expression {
  const value = inner(subject);
  return call('eq', value, comparedWith(when, value, inner, scope));
}

function lowerCast(expression: Extract<SqlExpr, { kind: 'cast' }>, inner: Inner): Expression {
  const to = typeNamed(expression.type);
  const value = inner(expression.value);
  // A variant may hold anything, so a value is one already.
  if (to.kind === 'json' && expression.type.name === 'variant') return value;
  const isTimeText =
    value.kind === 'literal' &&
    typeof value.value === 'string' &&
    to.kind === 'timestamp' &&
    !expression.isTry;
  if (isTimeText) {
    const time = constantTimeText(String(value.value), expression.value.span);
    return {
      kind: 'literal',
      value: expression.type.name === 'date' ? `${time.slice(0, 10)} 00:00:00.000000000` : time,
      type: timestamp,
    };
  }
  if (expression.type.name === 'date') return call('date', value);
  // Whole numbers are rounded to, not cut.
  if (to.kind === 'bigint') return call('rounded_integer', value);
  return { kind: 'cast', value, to };
}
