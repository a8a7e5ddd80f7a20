import type { Catalog } from '@margay/model';

import type {
  FlowExpression,
  FlowLet,
  FlowNamed,
  FlowSource,
  FlowStage,
  FlowTable,
  FlowTabular,
} from '../ast.ts';
import { partsOf } from '../walk.ts';
import type { FlowColumn, FlowType } from './column-types.ts';
import {
  anyType,
  columnsOfTable,
  typeAt,
  typeNamed,
  typeOfText,
  unitedColumns,
  unitedType,
} from './column-types.ts';
import type { FlowFunctionDoc, FlowKnowledge } from './knowledge.ts';
import { functionNamed } from './knowledge.ts';
import { tablesNamed } from './tables.ts';

/** A `let` variable: a table has columns, a value a type. */
export interface FlowVariableInfo {
  name: string;
  columns?: readonly FlowColumn[];
  type?: FlowType;
  /** Where its value stands in the text. */
  start: number;
  end: number;
}

export type FlowVariables = ReadonlyMap<string, FlowVariableInfo>;

/** What names mean at a place of the text. */
export interface FlowScope {
  knowledge: FlowKnowledge;
  variables: FlowVariables;
  columns: readonly FlowColumn[];
  /** Parameters of the functions around, and the two sides of a join. */
  locals?: ReadonlyMap<string, FlowType>;
}

/** Each variable sees those before it. */
export function variablesOf(lets: readonly FlowLet[], knowledge: FlowKnowledge): FlowVariables {
  const variables = new Map<string, FlowVariableInfo>();
  for (const { name, value } of lets) {
    const { start, end } = value.span;
    const table = value.kind === 'tabular' ? undefined : aliasedTable(value, variables, knowledge);
    const columns = value.kind === 'tabular' ? columnsAfter(value, { knowledge, variables }) : table;
    const meaning = columns
      ? { columns }
      : { type: value.kind === 'tabular' ? anyType : typeOf(value, { knowledge, variables, columns: [] }) };
    variables.set(name.text, { name: name.text, ...meaning, start, end });
  }
  return variables;
}

/** `let a = name;` is a table when the name is one. */
function aliasedTable(
  value: FlowExpression,
  variables: FlowVariables,
  knowledge: FlowKnowledge,
): readonly FlowColumn[] | undefined {
  const path = pathOf(value);
  if (!path?.every((key) => typeof key === 'string')) return undefined;
  const variable = path.length === 1 ? variables.get(path[0]!) : undefined;
  if (variable) return variable.columns;
  const [table] = tablesNamed(knowledge.catalog, path);
  return table && columnsOfTable(table);
}

/** The columns of a pipeline's rows after its last stage, as far as its text tells. */
export function columnsAfter(
  tabular: FlowTabular,
  scope: { knowledge: FlowKnowledge; variables: FlowVariables },
): readonly FlowColumn[] {
  let columns = tabular.source
    ? columnsOfSource(tabular.source, scope)
    : (scope.knowledge.callerColumns ?? []);
  for (const stage of tabular.stages) columns = columnsAfterStage(stage, { ...scope, columns });
  return columns;
}

function columnsOfSource(
  source: FlowSource,
  scope: { knowledge: FlowKnowledge; variables: FlowVariables },
): readonly FlowColumn[] {
  switch (source.kind) {
    case 'table':
      return columnsOfTableName(source, scope);
    case 'tabular':
      return columnsAfter(source, scope);
    case 'union':
      return unitedColumns(source.items.map((item) => columnsOfSource(item, scope)));
    case 'range':
      return [{ name: source.name.text, type: typeOf(source.from, { ...scope, columns: [] }) }];
    case 'datatable': {
      const rows = source.rows.map((row) => typeOf(row, { ...scope, columns: [] }));
      return unitedColumns(rows.map((row) => (row.kind === 'object' ? row.fields : [])));
    }
  }
}

/** Patterns over many tables are asked for with every key that is pressed. */
const columnsByPattern = new WeakMap<Catalog, Map<string, readonly FlowColumn[]>>();

function columnsOfTableName(
  { parts }: FlowTable,
  { knowledge, variables }: { knowledge: FlowKnowledge; variables: FlowVariables },
): readonly FlowColumn[] {
  const names = parts.map(({ text }) => text);
  const variable = names.length === 1 ? variables.get(names[0]!) : undefined;
  if (variable) return variable.columns ?? [];
  const { catalog } = knowledge;
  let known = columnsByPattern.get(catalog);
  if (!known) columnsByPattern.set(catalog, (known = new Map()));
  const key = JSON.stringify(names);
  let columns = known.get(key);
  if (!columns) {
    columns = unitedColumns(tablesNamed(catalog, names).map(columnsOfTable));
    // Half-typed names would pile up.
    if (known.size > 500) known.clear();
    known.set(key, columns);
  }
  return columns;
}

function columnsAfterStage(stage: FlowStage, scope: FlowScope): readonly FlowColumn[] {
  switch (stage.kind) {
    case 'project':
      return namedColumns(stage.items, scope);
    case 'summarize':
      return namedColumns([...stage.keys, ...stage.aggregates], scope);
    case 'extend':
      return stage.items.reduce<readonly FlowColumn[]>(
        (columns, { target, value }) =>
          withField(
            columns,
            target.map(({ text }) => text),
            typeOf(value, scope),
            isNull(value),
          ),
        scope.columns,
      );
    case 'join': {
      const fields = columnsAfter(stage.right, scope);
      return withField(scope.columns, [stage.destination.text], { kind: 'object', fields }, false);
    }
    case 'union':
      return unitedColumns([scope.columns, columnsOfSource(stage, scope)]);
    default:
      return scope.columns;
  }
}

function isNull(value: FlowExpression): boolean {
  return value.kind === 'literal' && value.type === 'null';
}

/** Sets a column, or a field inside one; `null` takes a field away. */
function withField(
  columns: readonly FlowColumn[],
  [name = '', ...rest]: readonly string[],
  type: FlowType,
  isRemoved: boolean,
): readonly FlowColumn[] {
  const at = columns.findIndex((column) => column.name === name);
  const known = at < 0 ? undefined : columns[at]!.type;
  if (rest.length === 0) {
    const column = { name, type };
    return at < 0 ? [...columns, column] : columns.with(at, column);
  }
  const fields = known?.kind === 'object' ? known.fields : [];
  const isLast = rest.length === 1;
  const inner =
    isLast && isRemoved
      ? fields.filter((field) => field.name !== rest[0])
      : withField(fields, rest, type, isRemoved);
  const column: FlowColumn = { name, type: { kind: 'object', fields: inner } };
  return at < 0 ? [...columns, column] : columns.with(at, column);
}

function namedColumns(items: readonly FlowNamed[], scope: FlowScope): FlowColumn[] {
  const taken = new Set<string>();
  return items.map((item, index) => {
    const wanted = item.name?.text ?? generatedName(item.value, index);
    let name = wanted;
    for (let count = 1; taken.has(name); count++) name = `${wanted}_${count}`;
    taken.add(name);
    const column = columnAt(item.value, scope);
    const description = column?.description;
    const type = typeOf(item.value, scope);
    const isSame = column?.table !== undefined && column.name === name;
    return {
      name,
      type,
      ...(description !== undefined && { description }),
      ...(isSame && { table: column.table }),
    };
  });
}

/** A column keeps its name, a path its dots, an aggregate is function and argument, anything else is counted. */
function generatedName(value: FlowExpression, index: number): string {
  const path = pathOf(value);
  if (path) return path.join('.');
  if (value.kind === 'call' && value.name.startsWith('agg.')) {
    const argument = value.args[0] && pathOf(value.args[0]);
    return `${value.name.slice(4)}_${argument?.join('_').replaceAll('.', '_') ?? ''}`;
  }
  return `column${index + 1}`;
}

/** The keys of `a.b['c'][0]`; undefined for anything that is no path from a name. */
export function pathOf(expression: FlowExpression): (string | number)[] | undefined {
  if (expression.kind === 'variable') return [expression.name];
  if (expression.kind !== 'member' && expression.kind !== 'index') return undefined;
  const base = pathOf(expression.base);
  if (!base) return undefined;
  if (expression.kind === 'member') return [...base, expression.key.text];
  const { index } = expression;
  if (index.kind !== 'literal') return undefined;
  return [...base, index.type === 'string' ? index.value : Number(index.value)];
}

function columnAt(expression: FlowExpression, scope: FlowScope): FlowColumn | undefined {
  const path = pathOf(expression);
  return path && findColumn(path, scope.columns);
}

/** The column or field at a path; the longest beginning that is a column of its own name wins. */
export function findColumn(
  path: readonly (string | number)[],
  columns: readonly FlowColumn[],
): FlowColumn | undefined {
  for (let length = path.length; length > 0; length--) {
    const name = path.slice(0, length).join('.');
    const column = columns.find((candidate) => candidate.name === name);
    if (!column) continue;
    const rest = path.slice(length);
    return rest.length === 0 ? column : fieldAt(column, rest);
  }
  return undefined;
}

function fieldAt(column: FlowColumn, path: readonly (string | number)[]): FlowColumn | undefined {
  const owner = path.length > 1 ? typeAt(column.type, path.slice(0, -1)) : column.type;
  const key = path.at(-1)!;
  const field = owner?.kind === 'object' ? owner.fields.find(({ name }) => name === key) : undefined;
  const type = field?.type ?? typeAt(column.type, path);
  if (!type) return undefined;
  const { table } = column;
  return {
    name: String(key),
    type,
    ...(field?.description !== undefined && { description: field.description }),
    ...(table !== undefined && { table }),
  };
}

export function typeOf(expression: FlowExpression, scope: FlowScope): FlowType {
  switch (expression.kind) {
    case 'literal':
      return expression.type === 'null' ? anyType : typeNamed(expression.type);
    case 'variable':
    case 'member':
    case 'index':
      return typeOfPath(expression, scope);
    case 'unary':
      return expression.op === 'not' ? typeNamed('bool') : typeOf(expression.operand, scope);
    case 'binary':
      return typeOfBinary(expression.op, typeOf(expression.left, scope), () =>
        typeOf(expression.right, scope),
      );
    case 'in':
    case 'between':
      return typeNamed('bool');
    case 'call':
      return typeOfCall(expression.name, expression.args, scope);
    case 'scalarQuery':
      return columnsAfter(expression.query, scope)[0]?.type ?? anyType;
    case 'array':
      return { kind: 'array', element: commonType(expression.elements, scope) };
    case 'object':
      return {
        kind: 'object',
        fields: expression.fields.map(({ key, value }) => ({ name: key.text, type: typeOf(value, scope) })),
      };
    case 'lambda':
      return anyType;
  }
}

function typeOfPath(expression: FlowExpression, scope: FlowScope): FlowType {
  const path = pathOf(expression);
  if (!path) {
    const [base] = partsOf(expression);
    const type = base ? typeOf(base, scope) : anyType;
    if (expression.kind === 'member') return typeAt(type, [expression.key.text]) ?? anyType;
    return (type.kind === 'array' && typeAt(type, [0])) || anyType;
  }
  const local = scope.locals?.get(String(path[0]));
  if (local) return typeAt(local, path.slice(1)) ?? anyType;
  const column = findColumn(path, scope.columns);
  if (column) return column.type;
  const variable = scope.variables.get(String(path[0]))?.type;
  return (variable && typeAt(variable, path.slice(1))) ?? anyType;
}

function typeOfBinary(op: string, left: FlowType, rightType: () => FlowType): FlowType {
  if (!['+', '-', '*', '/', '%'].includes(op)) return typeNamed('bool');
  const right = rightType();
  const kinds = [left.kind, right.kind];
  if (kinds.includes('timestamp')) return typeNamed(left.kind === right.kind ? 'timespan' : 'timestamp');
  if (kinds.includes('timespan'))
    return typeNamed(op === '/' && left.kind === right.kind ? 'double' : 'timespan');
  return typeNamed(op !== '/' && kinds.every((kind) => kind === 'int') ? 'int' : 'double');
}

function commonType(values: readonly FlowExpression[], scope: FlowScope): FlowType {
  const types = values.filter((value) => !isNull(value)).map((value) => typeOf(value, scope));
  return (
    types.reduce<FlowType | undefined>((one, other) => (one ? unitedType(one, other) : other), undefined) ??
    anyType
  );
}

/** Functions whose result has the type of some of their arguments. */
const typesLikeArguments: Readonly<
  Record<string, (args: readonly FlowExpression[]) => readonly FlowExpression[]>
> = Object.assign(Object.create(null) as object, {
  coalesce: (args: readonly FlowExpression[]) => args,
  if: (args: readonly FlowExpression[]) => args.slice(1),
  case: (args: readonly FlowExpression[]) =>
    args.filter((_, index) => index % 2 === 1 || (index === args.length - 1 && index > 0)),
  'agg.min': (args: readonly FlowExpression[]) => args,
  'agg.max': (args: readonly FlowExpression[]) => args,
  'agg.sum': (args: readonly FlowExpression[]) => args,
  'agg.take_any': (args: readonly FlowExpression[]) => args,
  'agg.arg_max': (args: readonly FlowExpression[]) => args.slice(1),
  'agg.arg_min': (args: readonly FlowExpression[]) => args.slice(1),
  'math.abs': (args: readonly FlowExpression[]) => args.slice(0, 1),
  'arrays.filter': (args: readonly FlowExpression[]) => args.slice(0, 1),
  'arrays.sort': (args: readonly FlowExpression[]) => args.slice(0, 1),
  'arrays.intersection': (args: readonly FlowExpression[]) => args.slice(0, 1),
  'arrays.difference': (args: readonly FlowExpression[]) => args.slice(0, 1),
  'arrays.union': (args: readonly FlowExpression[]) => args,
});

function typeOfCall(name: string, args: readonly FlowExpression[], scope: FlowScope): FlowType {
  const like = typesLikeArguments[name];
  if (like) return commonType(like(args), scope);
  if (name === 'array') return { kind: 'array', element: commonType(args, scope) };
  if (name === 'agg.make_set') return { kind: 'array', element: commonType(args.slice(0, 1), scope) };
  if (name === 'arrays.map') return { kind: 'array', element: typeOfMapped(args, scope) };
  if (name === 'object') return typeOfObject(args, scope);
  const fn: FlowFunctionDoc | undefined = functionNamed(scope.knowledge, name);
  return fn ? typeOfText(fn.returns) : anyType;
}

function typeOfObject(args: readonly FlowExpression[], scope: FlowScope): FlowType {
  const fields: FlowColumn[] = [];
  for (let index = 0; index + 1 < args.length; index += 2) {
    const key = args[index]!;
    if (key.kind === 'literal' && key.type === 'string')
      fields.push({ name: key.value, type: typeOf(args[index + 1]!, scope) });
  }
  return { kind: 'object', fields };
}

/** The parameter of the function is an element of the array. */
function typeOfMapped([list, fn]: readonly FlowExpression[], scope: FlowScope): FlowType {
  if (!list || fn?.kind !== 'lambda') return anyType;
  const type = typeOf(list, scope);
  const locals = new Map(scope.locals);
  for (const { text } of fn.params) locals.set(text, type.kind === 'array' ? type.element : anyType);
  return typeOf(fn.body, { ...scope, locals });
}
