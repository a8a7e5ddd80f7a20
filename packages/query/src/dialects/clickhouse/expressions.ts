import { invalidInput } from '@margay/kit';
import type { FieldType } from '@margay/model';

import { functionNamed } from '../../functions/index.ts';
import type { Argument, Parameter, QueryFunction } from '../../functions/define.ts';
import type { Expression, SortKey } from '../../ir/expression.ts';
import { isOperator } from '../../ir/operators.ts';
import type { Relation } from '../../ir/relation.ts';
import { arrayOf, boolean, commonType, elementOf, fieldNamed, json, text } from '../../ir/types.ts';
import { findColumn, overflowName, typeAt } from '../../ir/typing.ts';
import {
  asArray,
  asBoolean,
  asInteger,
  asJson,
  asNumber,
  asScalar,
  asText,
  asTextArray,
  asTimestamp,
  convertTo,
} from './coerce.ts';
import type { Level } from './level.ts';
import { operate } from './operators.ts';
import type { Parameters } from './parameters.ts';
import { rowText } from './row-text.ts';
import type { ScalarValue, Value } from './value.ts';
import { isNullConstant, jsonText, native, nullValue } from './value.ts';

/** What expressions need besides their level. */
export interface ExpressionContext {
  parameters: Parameters;
  /** A query of its own, as the level that selects its first column. */
  subquery: (query: Relation) => { level: Level; value: Value };
  variables: Map<string, Value>;
  nextVariable: () => string;
}

/** SQL of an expression over the columns of a level. */
export function compileExpression(expression: Expression, level: Level, context: ExpressionContext): Value {
  const inner = (part: Expression) => compileExpression(part, level, context);
  switch (expression.kind) {
    case 'literal': {
      if (expression.value === null) return { ...nullValue(expression.type), constant: { value: null } };
      const sql = context.parameters.literal(expression);
      const value = native(sql, expression.type);
      return {
        ...value,
        form: isJsonLike(expression.type) ? 'json' : 'native',
        constant: { value: expression.value },
      };
    }
    case 'column': {
      const column = findColumn(level.columns, expression.name, expression.of);
      if (column === 'ambiguous') throw unknownColumn(expression.name, 'is in more than one table');
      return column ? column.value() : unlisted(expression, level, context.parameters);
    }
    case 'path':
      return reach(inner(expression.base), expression.steps, context.parameters);
    case 'call': {
      const args = () => expression.args.map(inner);
      if (isOperator(expression.fn)) return operate(expression.fn, args(), context.parameters);
      return callFunction(expression.fn, expression.args, level, context);
    }
    case 'aggregate':
      return aggregate(expression, level, context);
    case 'window':
      return overWindow(expression, level, context);
    case 'case':
      return caseWhen(expression, inner);
    case 'cast':
      return convertTo(inner(expression.value), expression.to);
    case 'array': {
      const values = expression.elements.map(inner);
      const element = commonOf(values);
      const items = values.map((value) => asScalar(convertTo(value, element)).sql);
      return native(`[${items.join(', ')}]`, arrayOf(element));
    }
    case 'object': {
      const fields = expression.fields.map(({ name, value }) => ({
        name,
        value: inner(value),
        keySql: context.parameters.bind(`${JSON.stringify(name)}:`, 'String'),
      }));
      const types = fields.map(({ name, value }) => ({ name, type: value.type }));
      return { kind: 'object', type: { kind: 'object', fields: types }, fields };
    }
    case 'variable': {
      const value = context.variables.get(expression.name);
      if (!value) throw unknownColumn(expression.name, 'is no variable here');
      return value;
    }
    case 'lambda':
      throw invalidInput('A function in braces is only allowed as an argument of a function that takes one.');
    case 'rowText':
      return rowText(expression, level, context.parameters);
    case 'scalarQuery': {
      const first: Relation = { kind: 'limit', input: expression.query, count: 1 };
      const { level: query, value } = context.subquery(first);
      return scalarQuery(query, value);
    }
    case 'inQuery': {
      const { level: query, value } = context.subquery(expression.query);
      return inQuery(inner(expression.value), query, value);
    }
  }
}

/** A field no schema column covers may still be among the unknown fields the table keeps. */
function unlisted(
  { name, of }: Extract<Expression, { kind: 'column' }>,
  level: Level,
  parameters: Parameters,
): Value {
  const overflow = level.columns.find((column) => column.hidden && column.name === overflowName);
  return overflow && of === undefined ? reach(overflow.value(), [name], parameters) : nullValue(json);
}

function isJsonLike(type: FieldType): boolean {
  return type.kind === 'json' || type.kind === 'object' || type.kind === 'array';
}

function unknownColumn(name: string, reason: string) {
  return invalidInput(`Column ${JSON.stringify(name)} ${reason}.`);
}

/** A part of a value: known fields first, then by JSON functions. */
export function reach(value: Value, steps: readonly (string | number)[], parameters: Parameters): Value {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (value.kind === 'object') {
    const field = typeof step === 'string' ? fieldNamed(value.fields, step) : undefined;
    return field ? reach(field.value, rest, parameters) : nullValue(json);
  }
  if (isNullConstant(value)) return value;
  if (value.form === 'native' && value.type.kind === 'array' && typeof step === 'number')
    return reach(elementAt(value, step), rest, parameters);
  return insideJson(value, steps, parameters);
}

function elementAt(array: ScalarValue, index: number): Value {
  if (index < 0) return nullValue(json);
  const element = elementOf(array.type);
  const sql = `arrayElementOrNull(${array.sql}, ${index + 1})`;
  return isJsonLike(element) ? jsonText(sql, element) : native(sql, element);
}

function insideJson(value: ScalarValue, steps: readonly (string | number)[], parameters: Parameters): Value {
  if (steps.some((step) => typeof step === 'number' && step < 0)) return nullValue(json);
  const path = steps.map((step) =>
    typeof step === 'number' ? String(step + 1) : parameters.bind(step, 'String'),
  );
  const sql = asJson(value);
  const type = typeAt(value.type, steps);
  const raw = `nullIf(nullIf(JSONExtractRaw(${sql}, ${path.join(', ')}), ''), 'null')`;
  if (isJsonLike(type)) return jsonText(raw, type);
  return convertTo(jsonText(raw), type);
}

function commonOf(values: Value[]): FieldType {
  const typed = values.filter((value) => !isNullConstant(value));
  const first = typed[0];
  return first ? typed.slice(1).reduce((type, value) => commonType(type, value.type), first.type) : text;
}

function definitionOf(name: string): QueryFunction {
  const definition = functionNamed(name);
  if (!definition) throw invalidInput(`There is no function ${JSON.stringify(name)}.`);
  return definition;
}

function callFunction(name: string, args: Expression[], level: Level, context: ExpressionContext): Value {
  const definition = definitionOf(name);
  if (args.some((arg) => arg.kind === 'lambda')) return callWithLambda(definition, args, level, context);
  const values = args.map((arg) => compileExpression(arg, level, context));
  const { converted, types } = convertArguments(definition, values);
  return resultOf(definition.clickhouse(converted), returnTypeOf(definition, types));
}

/** The first argument is the array whose elements the lambda's variable stands for. */
function callWithLambda(
  definition: QueryFunction,
  [first, second]: Expression[],
  level: Level,
  context: ExpressionContext,
): Value {
  const [param] = second?.kind === 'lambda' ? second.params : [];
  if (!first || second?.kind !== 'lambda' || param === undefined || definition.params[1]?.type !== 'lambda')
    throw invalidInput(`${definition.name} takes no function here.`);
  const array = asArray(compileExpression(first, level, context));
  const variable = context.nextVariable();
  const element = elementOf(array.type);
  const item = isJsonLike(element) ? jsonText(variable, element) : native(variable, element);
  const variables = new Map([...context.variables, [param, item as Value]]);
  const body = asScalar(compileExpression(second.body, level, { ...context, variables }));
  const type = body.form === 'json' && body.type.kind === 'array' ? json : body.type;
  const lambda = (wrap: (sql: string) => string) => `${variable} -> ${wrap(body.sql)}`;
  const sql = definition.clickhouse([
    { sql: array.sql, type: array.type },
    { sql: body.sql, type, lambda },
  ]);
  return resultOf(sql, returnTypeOf(definition, [array.type, type]));
}

function returnTypeOf(definition: QueryFunction, types: FieldType[]): FieldType {
  return typeof definition.returns === 'function' ? definition.returns(types) : definition.returns;
}

/** Functions give native values, except where the type travels as JSON text. */
function resultOf(sql: string, type: FieldType): Value {
  return type.kind === 'json' || type.kind === 'object' ? jsonText(sql, type) : native(sql, type);
}

/** Arguments as the function wants them, and the types its result type is made from. */
function convertArguments(
  definition: QueryFunction,
  values: Value[],
): { converted: Argument[]; types: FieldType[] } {
  const unified = definition.unify ? commonOf(values) : undefined;
  const native =
    unified === undefined ? values : values.map((value) => convertTo(value, nativeForm(unified)));
  const converted = native.map((value, index) => {
    const param = definition.params[index] ?? definition.params.at(-1);
    if (!param) throw invalidInput(`${definition.name} takes no arguments.`);
    return convertArgument(param, value, values[index]!);
  });
  return { converted, types: converted.map((argument) => argument.type) };
}

/** Functions over several values of one type see arrays and objects as JSON text. */
function nativeForm(type: FieldType): FieldType {
  return type.kind === 'object' || type.kind === 'array' ? json : type;
}

function convertArgument(param: Parameter, value: Value, original: Value): Argument {
  const constant = original.kind === 'scalar' ? original.constant?.value : undefined;
  switch (param.type) {
    case 'text':
    case 'literalText':
      return { sql: asText(value), type: text, constant };
    case 'unit':
      return { sql: "''", type: text, constant };
    case 'number':
    case 'literalNumber': {
      const number = asNumber(value);
      return { sql: number.sql, type: number.type, constant };
    }
    case 'integer':
      return { sql: asInteger(value), type: { kind: 'bigint' }, constant };
    case 'boolean':
      return { sql: asBoolean(value), type: boolean, constant };
    case 'timestamp':
      return { sql: asTimestamp(value), type: { kind: 'timestamp' }, constant };
    case 'array': {
      const array = asArray(value);
      return { sql: array.sql, type: array.type };
    }
    case 'textArray':
      return { sql: asTextArray(value), type: arrayOf(text) };
    case 'json':
      return { sql: asJson(value), type: json, constant };
    case 'any': {
      const scalar = asScalar(value);
      const isArrayText = scalar.type.kind === 'array' && scalar.form === 'json';
      return { sql: scalar.sql, type: isArrayText ? json : scalar.type, constant };
    }
    case 'lambda':
      throw invalidInput(`The ${param.name} must be a function such as x -> x.`);
  }
}

function aggregate(
  expression: Extract<Expression, { kind: 'aggregate' }>,
  level: Level,
  context: ExpressionContext,
): Value {
  const definition = definitionOf(expression.fn);
  const values = expression.args.map((arg) => compileExpression(arg, level, context));
  const filtered = expression.where
    ? values.map((value) => onlyWhere(value, compileExpression(expression.where!, level, context)))
    : values;
  const { converted, types } = convertArguments(definition, filtered);
  const type = returnTypeOf(definition, types);
  if (!expression.distinct) return resultOf(definition.clickhouse(converted), type);
  return resultOf(distinctSql(definition, converted), type);
}

function onlyWhere(value: Value, condition: Value): Value {
  const scalar = asScalar(value);
  return { ...scalar, sql: `if(${asBoolean(condition)}, ${scalar.sql}, NULL)` };
}

/** `DISTINCT` inside an aggregate. Counting has a faster exact function of its own. */
function distinctSql(definition: QueryFunction, args: Argument[]): string {
  const [first] = args;
  if (definition.name === 'count' && first) return `toInt64(uniqExact(${first.sql}))`;
  const plain = definition.clickhouse(args);
  const open = plain.indexOf('(', plain.startsWith('arrayStringConcat(') ? 'arrayStringConcat('.length : 0);
  return `${plain.slice(0, open + 1)}DISTINCT ${plain.slice(open + 1)}`;
}

function overWindow(
  expression: Extract<Expression, { kind: 'window' }>,
  level: Level,
  context: ExpressionContext,
): Value {
  const definition = definitionOf(expression.fn);
  const values = expression.args.map((arg) => compileExpression(arg, level, context));
  const { converted, types } = convertArguments(definition, values);
  const partition = expression.partitionBy.map((key) => asScalar(compileExpression(key, level, context)).sql);
  const order = expression.orderBy.map((key) => orderItem(key, level, context));
  const parts = [
    partition.length > 0 ? `PARTITION BY ${partition.join(', ')}` : '',
    order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
    order.length > 0 && /InFrame/.test(definition.clickhouse(converted))
      ? 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING'
      : '',
  ].filter((part) => part !== '');
  const sql = expression.distinct ? distinctSql(definition, converted) : definition.clickhouse(converted);
  return resultOf(windowed(sql, parts.join(' ')), returnTypeOf(definition, types));
}

/** `toInt64(f(x))` over a window is `toInt64(f(x) OVER (…))`. */
function windowed(sql: string, window: string): string {
  const wrapper = /^toInt64\((.*)\)$/s.exec(sql);
  return wrapper ? `toInt64(${wrapper[1]} OVER (${window}))` : `${sql} OVER (${window})`;
}

/** One item of ORDER BY; nulls come last unless asked otherwise. */
export function orderItem(key: SortKey, level: Level, context: ExpressionContext): string {
  const value = asScalar(compileExpression(key.value, level, context));
  const sql = value.form === 'json' ? asText(value) : value.sql;
  return `${sql} ${key.descending ? 'DESC' : 'ASC'} NULLS ${key.nullsFirst ? 'FIRST' : 'LAST'}`;
}

function caseWhen(
  expression: Extract<Expression, { kind: 'case' }>,
  inner: (part: Expression) => Value,
): Value {
  const results = expression.branches.map((branch) => inner(branch.result));
  const otherwise = expression.otherwise ? inner(expression.otherwise) : nullValue();
  const common = nativeForm(commonOf([...results, otherwise]));
  const converted = results.map((value) => asScalar(convertTo(value, common)));
  const last = asScalar(convertTo(otherwise, common));
  const parts = expression.branches.map(
    (branch, index) => `${asBoolean(inner(branch.when))}, ${converted[index]!.sql}`,
  );
  const sql = `multiIf(${parts.join(', ')}, ${last.sql})`;
  return common.kind === 'json' ? jsonText(sql) : native(sql, common);
}

function scalarQuery(query: Level, value: Value): Value {
  const scalar = asScalar(value);
  if (scalar.form === 'native' && scalar.type.kind === 'array') {
    const alias = query.expose(scalar.sql);
    return native(`(SELECT groupArrayArray(${alias}) FROM (${query.sql()}))`, scalar.type);
  }
  query.expose(scalar.sql);
  return { kind: 'scalar', sql: `(${query.sql()})`, type: scalar.type, form: scalar.form };
}

function inQuery(value: Value, query: Level, item: Value): Value {
  const isNumber = value.kind === 'scalar' && value.form === 'native' && /int|float/.test(value.type.kind);
  const isTime = value.kind === 'scalar' && value.form === 'native' && value.type.kind === 'timestamp';
  const convert = isNumber ? (part: Value) => asNumber(part).sql : isTime ? asTimestamp : asText;
  query.expose(convert(item));
  return native(`(${convert(value)} IN (${query.sql()}))`, boolean);
}
