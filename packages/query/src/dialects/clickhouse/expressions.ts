import { invalidInput } from '@margay/kit';
import type { FieldType } from '@margay/model';

import type { InternalFunction } from '../../functions/internal/define.ts';
import type { Expression, SortKey } from '../../ir/expression.ts';
import { isOperator } from '../../ir/operators.ts';
import type { Relation } from '../../ir/relation.ts';
import { arrayOf, elementOf, fieldNamed, json, text } from '../../ir/types.ts';
import { findColumn, overflowName, typeAt } from '../../ir/typing.ts';
import { aggregate, overWindow, sortItem } from './aggregates.ts';
import { commonOf, convertArguments, definitionOf, nativeForm, resultOf, returnTypeOf } from './calls.ts';
import { asArray, asBoolean, asDocument, asJson, asScalar, convertTo } from './coerce.ts';
import type { Level, SortItem } from './level.ts';
import { operate } from './operators.ts';
import type { Parameters } from './parameters.ts';
import { rowText } from './row-text.ts';
import { existsQuery, inQuery, scalarQuery } from './subqueries.ts';
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
      return (
        besideSchema(expression, level, context.parameters) ??
        reach(inner(expression.base), expression.steps, context.parameters)
      );
    case 'call': {
      const args = () => expression.args.map(inner);
      if (isOperator(expression.fn)) return operate(expression.fn, args(), context.parameters);
      return callFunction(expression.fn, expression.args, level, context);
    }
    case 'aggregate':
      return aggregate(expression, inner);
    case 'window':
      return overWindow(expression, inner);
    case 'case':
      return caseWhen(expression, inner);
    case 'cast':
      return convertTo(inner(expression.value), expression.to);
    case 'array': {
      const texts = textsOf(expression.elements);
      if (texts) return native(context.parameters.bind(texts, 'Array(String)'), arrayOf(text));
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
      const presence = expression.present && asScalar(inner(expression.present));
      return { kind: 'object', type: { kind: 'object', fields: types }, fields, presence };
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
    case 'existsQuery': {
      const keys = expression.keys.map(({ value, column }) => ({ value: inner(value), column }));
      const rows: Relation =
        keys.length > 0 ? expression.query : { kind: 'limit', input: expression.query, count: 1 };
      return existsQuery(keys, context.subquery(rows).level);
    }
  }
}

/** Constant texts travel as one value: hundreds of them, over hundreds of tables, would make a long query. */
function textsOf(elements: readonly Expression[]): string[] | undefined {
  const texts = elements.flatMap((element) =>
    element.kind === 'literal' && element.type.kind === 'string' && typeof element.value === 'string'
      ? [element.value]
      : [],
  );
  return texts.length > 0 && texts.length === elements.length ? texts : undefined;
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

/** A part of an object of the schema that the schema does not know: the table keeps it with its unknown fields. */
function besideSchema(
  { base, steps }: Extract<Expression, { kind: 'path' }>,
  level: Level,
  parameters: Parameters,
): Value | undefined {
  const column = base.kind === 'column' ? findColumn(level.columns, base.name, base.of) : undefined;
  if (column === undefined || column === 'ambiguous') return undefined;
  const isKept = ({ hidden, name, of }: { hidden?: boolean; name: string; of?: string }) =>
    hidden && name === overflowName && of === column.of;
  const overflow = level.columns.find(isKept);
  if (!overflow || !leavesSchema(column.type, steps)) return undefined;
  return reach(overflow.value(), [column.name, ...steps], parameters);
}

function leavesSchema(type: FieldType, [step, ...rest]: readonly (string | number)[]): boolean {
  if (type.kind !== 'object' || type.fields.length === 0 || typeof step !== 'string') return false;
  const field = fieldNamed(type.fields, step);
  return field ? leavesSchema(field.type, rest) : true;
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
  const keys = steps.map((step) =>
    typeof step === 'number' ? String(step + 1) : parameters.bind(step, 'String'),
  );
  const sql = asJson(value);
  const type = typeAt(value.type, steps);
  // By its position the engine would also find a part of an object.
  const lists = steps.flatMap((step, index) =>
    typeof step === 'number' ? [`JSONType(${[sql, ...keys.slice(0, index)].join(', ')}) = 'Array'`] : [],
  );
  const part = `JSONExtractRaw(${[sql, ...keys].join(', ')})`;
  const found = lists.length > 0 ? `if(${lists.join(' AND ')}, ${part}, NULL)` : part;
  const raw = `nullIf(nullIf(${found}, ''), 'null')`;
  if (isJsonLike(type)) return jsonText(raw, type);
  return convertTo(jsonText(raw), type);
}

function callFunction(name: string, args: Expression[], level: Level, context: ExpressionContext): Value {
  const definition = definitionOf(name);
  if (args.some((arg) => arg.kind === 'lambda')) return callWithLambda(definition, args, level, context);
  const values = args.map((arg) => compileExpression(arg, level, context));
  const { converted, types } = convertArguments(definition, values);
  return resultOf(definition.clickhouse(converted, ''), returnTypeOf(definition, types));
}

/** The first argument is the array whose elements the lambda's variable stands for. */
function callWithLambda(
  definition: InternalFunction,
  [first, second]: Expression[],
  level: Level,
  context: ExpressionContext,
): Value {
  const [param] = second?.kind === 'lambda' ? second.params : [];
  if (!first || second?.kind !== 'lambda' || param === undefined || definition.params[1]?.type !== 'lambda')
    throw invalidInput(`${definition.name} takes no function here.`);
  const value = compileExpression(first, level, context);
  if (definition.params[0]?.type === 'document')
    return callOverDocument(definition, value, param, second.body, level, context);
  const array = asArray(value);
  const variable = context.nextVariable();
  const element = elementOf(array.type);
  const item = isJsonLike(element) ? jsonText(variable, element) : native(variable, element);
  const variables = new Map([...context.variables, [param, item as Value]]);
  const body = asScalar(compileExpression(second.body, level, { ...context, variables }));
  const type = body.form === 'json' && body.type.kind === 'array' ? json : body.type;
  const lambda = (wrap: (sql: string) => string) => `${variable} -> ${wrap(body.sql)}`;
  const sql = definition.clickhouse(
    [
      { sql: array.sql, type: array.type },
      { sql: body.sql, type, lambda },
    ],
    '',
  );
  return resultOf(sql, returnTypeOf(definition, [array.type, type]));
}

/** The same over JSON text: elements and results are JSON texts too. */
function callOverDocument(
  definition: InternalFunction,
  array: Value,
  param: string,
  body: Expression,
  level: Level,
  context: ExpressionContext,
): Value {
  const variable = context.nextVariable();
  const variables = new Map([
    ...context.variables,
    [param, jsonText(`nullIf(${variable}, 'null')`) as Value],
  ]);
  const result = asDocument(compileExpression(body, level, { ...context, variables }));
  const lambda = (wrap: (sql: string) => string) => `${variable} -> ${wrap(result)}`;
  const sql = definition.clickhouse(
    [
      { sql: asDocument(array), type: json },
      { sql: result, type: json, lambda },
    ],
    '',
  );
  return resultOf(sql, returnTypeOf(definition, [json, json]));
}

/** One item of ORDER BY; nulls come last unless asked otherwise. */
export function orderItem(key: SortKey, level: Level, context: ExpressionContext): SortItem {
  return sortItem(key, (part) => compileExpression(part, level, context));
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
