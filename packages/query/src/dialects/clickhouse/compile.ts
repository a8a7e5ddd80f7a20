import { invalidInput } from '@margay/kit';
import type { Catalog, CatalogTable } from '@margay/model';

import { expand } from '../../ir/expand.ts';
import type { Relation, Union } from '../../ir/relation.ts';
import { integer, json } from '../../ir/types.ts';
import type { ScopeColumn } from '../../ir/typing.ts';
import { columnFinder, overflowName, unite } from '../../ir/typing.ts';
import { asBoolean, asText, convertTo, typedNull } from './coerce.ts';
import type { ExpressionContext } from './expressions.ts';
import { compileExpression, orderItem } from './expressions.ts';
import { flatten, unnest } from './flatten.ts';
import type { LevelColumn } from './level.ts';
import { Level, levelFor, Names } from './level.ts';
import { Parameters } from './parameters.ts';
import { quoteIdentifier } from './quoting.ts';
import type { ScalarValue, Value } from './value.ts';
import { isNullConstant, jsonText, native, storedValue } from './value.ts';

export interface CompileContext extends ExpressionContext {
  names: Names;
  catalog: Catalog;
}

export function newContext(catalog: Catalog): CompileContext {
  const names = new Names();
  const context: CompileContext = {
    names,
    catalog,
    parameters: new Parameters(),
    variables: new Map(),
    nextVariable: () => names.next('v'),
    subquery: (query) => {
      const level = compileRelation(expand(query, catalog), context);
      const first = level.columns.find((column) => !column.hidden);
      if (!first) throw invalidInput('The inner query has no column.');
      return { level, value: first.value() };
    },
  };
  return context;
}

/** The relation as a SELECT in the making. Views must have been expanded. */
export function compileRelation(relation: Relation, context: CompileContext): Level {
  switch (relation.kind) {
    case 'scan':
      return scan(relation.database, relation.table, context);
    case 'values':
      return literalRows(relation, context);
    case 'numbers':
      return numbers(relation, context);
    case 'filter': {
      const level = levelFor(compileRelation(relation.input, context), 'where');
      level.where.push(asBoolean(compileExpression(relation.where, level, context)));
      level.stage = 'where';
      return level;
    }
    case 'project':
      return project(relation, context);
    case 'aggregate':
      return aggregated(relation, context);
    case 'distinct': {
      const level = levelFor(compileRelation(relation.input, context), 'distinct');
      level.columns = level.columns.filter((column) => !column.hidden).map((column) => fixed(column, level));
      level.isDistinct = true;
      level.stage = 'distinct';
      return level.wrapped();
    }
    case 'sort': {
      const level = levelFor(compileRelation(relation.input, context), 'order');
      level.sortBy(relation.keys.map((key) => orderItem(key, level, context)));
      level.stage = 'order';
      return level;
    }
    case 'limit': {
      if (relation.count === undefined && relation.offset === undefined)
        return compileRelation(relation.input, context);
      const level = levelFor(compileRelation(relation.input, context), 'limit');
      level.limit = wholeNumber(relation.count);
      level.offset = wholeNumber(relation.offset);
      level.stage = 'limit';
      return level;
    }
    case 'once': {
      const level = levelFor(compileRelation(relation.input, context), 'order');
      level.orderBy = relation.order.map((value) => asText(compileExpression(value, level, context)));
      level.onceFor = relation.key.map((value) => asText(compileExpression(value, level, context)));
      level.stage = 'limit';
      return level;
    }
    case 'union':
      return union(relation, context);
    case 'events':
      throw new Error('Events are merged before a query is made of them.');
    case 'join':
      return join(relation, context);
    case 'unnest':
      return unnest(relation, compileRelation(relation.input, context).wrapped(), context);
    case 'flatten':
      return flatten(relation, compileRelation(relation.input, context).wrapped(), context);
    case 'rename': {
      const level = compileRelation(relation.input, context);
      level.columns = level.columns.map((column) => ({ ...column, of: relation.name }));
      return level;
    }
  }
}

/** Row counts become part of the SQL as digits; anything but digits would be a fault of ours. */
function wholeNumber(count: number | undefined): number | undefined {
  if (count === undefined) return undefined;
  if (!Number.isSafeInteger(count) || count < 0)
    throw invalidInput('The number of rows must be a whole number of at least 0.');
  return count;
}

function scan(database: string, name: string, context: CompileContext): Level {
  const table = context.catalog.find(database, name);
  if (!table) throw invalidInput(`There is no table ${database}.${name}, or you may not read it.`);
  const alias = context.names.next('t');
  const raw = table.rawColumn ? `${alias}.${quoteIdentifier(table.rawColumn)}` : undefined;
  const source = `${quoteIdentifier(table.database)}.${quoteIdentifier(table.name)} AS ${alias}`;
  const columns = columnsIn(table, alias);
  const time = table.groupedBy && columns.find((column) => column.name === 'p_event_time')?.value();
  const timeByHour = time?.kind === 'scalar' ? time.sql : undefined;
  return new Level(context.names, () => source, columns, {
    raw,
    hasIdsApart: table.hasIdsApart === true,
    timeByHour,
  });
}

function columnsIn(table: CatalogTable, alias: string): LevelColumn[] {
  const columns: LevelColumn[] = table.columns.map((column) => ({
    name: column.name,
    type: column.type,
    value: () => storedValue(column.storage, column.type, alias),
  }));
  const { overflowColumn } = table;
  if (overflowColumn) {
    const sql = `nullIf(${alias}.${quoteIdentifier(overflowColumn)}, '')`;
    columns.push({ name: overflowName, type: json, hidden: true, value: () => jsonText(sql) });
  }
  return columns;
}

function project(relation: Extract<Relation, { kind: 'project' }>, context: CompileContext): Level {
  const level = levelFor(compileRelation(relation.input, context), 'columns');
  const find = columnFinder(level.columns);
  level.columns = relation.columns.map(({ name, value: expression, isHidden }) => {
    const hidden = name === overflowName || isHidden ? { hidden: true } : {};
    if (expression.kind === 'column') {
      const column = find(expression.name, expression.of);
      if (column && column !== 'ambiguous')
        return { ...nullness(column), name, type: column.type, value: column.value, ...hidden };
    }
    const value = compileExpression(expression, level, context);
    const isNull = isNullConstant(value);
    return { ...nullness({ isNull }), name, type: value.type, value: () => value, ...hidden };
  });
  level.stage = 'columns';
  return level;
}

function nullness({ isNull }: { isNull?: boolean }): { isNull?: true } {
  return isNull ? { isNull } : {};
}

function aggregated(relation: Extract<Relation, { kind: 'aggregate' }>, context: CompileContext): Level {
  const level = levelFor(compileRelation(relation.input, context), 'columns');
  const keys = relation.keys.map(({ name, value }) => ({
    name,
    value: compileExpression(value, level, context),
  }));
  const aggregates = relation.aggregates.map(({ name, value }) => ({
    name,
    value: compileExpression(value, level, context),
  }));
  level.timeByHour = undefined;
  level.groupBy = [...new Set(keys.flatMap(({ value }) => partsOf(value)))];
  level.columns = [...keys, ...aggregates].map(({ name, value }) => ({
    name,
    type: value.type,
    value: () => value,
  }));
  // Without keys and aggregates the SELECT would not be an aggregation at all.
  if (level.groupBy.length === 0 && aggregates.length === 0) level.expose('count()');
  else if (level.groupBy.length === 0)
    for (const { value } of aggregates) for (const sql of partsOf(value)) level.expose(sql);
  level.stage = 'columns';
  return level;
}

function partsOf(value: Value): string[] {
  if (value.kind === 'scalar') return [value.sql];
  const presence = value.presence ? [value.presence.sql] : [];
  return [...presence, ...value.fields.flatMap((field) => partsOf(field.value))];
}

/** A column whose parts are selected now, because the SELECT's list carries meaning. */
function fixed(column: LevelColumn, level: Level): LevelColumn {
  const value = column.value();
  for (const sql of partsOf(value)) level.expose(sql);
  return { ...column, value: () => value };
}

function union(relation: Union, context: CompileContext): Level {
  const branches = relation.inputs.map((input) => compileRelation(input, context));
  const types = unite(
    branches.map((branch) => branch.columns),
    relation.match,
  );
  const byKey = branches.map((branch) => columnsByKey(branch, relation.match));
  const alias = context.names.next('u');
  const columns: LevelColumn[] = types.map(({ name, type, hidden, isNull }, index) => {
    const key = relation.match === 'position' ? index : name;
    let made: Value | undefined;
    const value = () => {
      made ??= unitedValue(branches, alias, context, type, (_, number) => byKey[number]!.get(key));
      return made;
    };
    return { name, type, hidden, value, ...(isNull ? { isNull } : {}) };
  });
  const from = () => {
    const parts = branches.map((branch) => branch.sql());
    return `(${parts.join(' UNION ALL ')}) AS ${alias}`;
  };
  if (branches.length === 0) return new Level(context.names, () => '(SELECT 1 AS x WHERE 0)', []);
  return new Level(context.names, from, columns);
}

function columnsByKey(branch: Level, match: 'name' | 'position'): Map<string | number, LevelColumn> {
  const visible = match === 'name' ? branch.columns : branch.columns.filter((column) => !column.hidden);
  return new Map(visible.map((column, index) => [match === 'name' ? column.name : index, column]));
}

/** Every branch selects the column, converted to the common type, under the same aliases. */
function unitedValue(
  branches: Level[],
  alias: string,
  context: CompileContext,
  type: ScopeColumn['type'],
  pick: (branch: Level, number: number) => LevelColumn | undefined,
): Value {
  const values = branches.map((branch, number) => {
    const column = pick(branch, number);
    return column ? convertTo(column.value(), type) : typedNull(type);
  });
  const shape = commonForm(values, type);
  return align(shape, values, branches, alias, context);
}

/** An object is an object in every branch, or JSON text in all. */
function commonForm(values: Value[], type: ScopeColumn['type']): Value {
  const first = values.find((value) => value.kind === 'scalar') ?? values[0]!;
  return first.kind === 'scalar' && type.kind === 'object' ? jsonText('', type) : first;
}

function align(
  shape: Value,
  values: Value[],
  branches: Level[],
  alias: string,
  context: CompileContext,
): Value {
  if (shape.kind === 'object') {
    const fields = shape.fields.map((field) => ({
      name: field.name,
      value: align(
        field.value,
        values.map((value) =>
          value.kind === 'object' ? value.fields.find((own) => own.name === field.name)!.value : value,
        ),
        branches,
        alias,
        context,
      ),
    }));
    return { ...shape, fields };
  }
  const slot = context.names.next('x');
  const isStored = values.some((value) => value.kind === 'scalar' && value.isStored);
  for (const [index, value] of values.entries())
    branches[index]!.exposeAs(asPart(value, shape.form, shape.type), slot);
  return { ...shape, sql: `${alias}.${slot}`, constant: undefined, isStored };
}

function asPart(value: Value, form: 'native' | 'json', type: ScopeColumn['type']): string {
  const converted = form === 'json' ? convertTo(value, json) : convertTo(value, type);
  const sql = converted.kind === 'scalar' ? converted.sql : '';
  return converted.type.kind === 'array' ? sql : `toNullable(${sql})`;
}

function join(relation: Extract<Relation, { kind: 'join' }>, context: CompileContext): Level {
  const sides = [relation.left, relation.right].map((side) => compileRelation(side, context));
  const aliases = sides.map(() => context.names.next('j'));
  const columns = sides.flatMap((side, index) =>
    side.columns.map((column) => ({
      ...column,
      value: () => exposeNullable(side, column.value(), aliases[index]!),
    })),
  );
  const [left, right] = sides as [Level, Level];
  // The engine finds the keys of an inner join in WHERE, and there takes conditions that are no equalities.
  const isInner = relation.type === 'inner' || relation.type === 'cross';
  const words = { inner: 'CROSS', left: 'LEFT', right: 'RIGHT', full: 'FULL', cross: 'CROSS' };
  let on = '';
  const from = () =>
    `(${left.sql()}) AS ${aliases[0]} ${words[relation.type]} JOIN (${right.sql()}) AS ${aliases[1]}${on}`;
  const level = new Level(context.names, from, columns);
  if (!relation.on) return level;
  const condition = asBoolean(compileExpression(relation.on, level, context));
  if (isInner) level.where.push(condition);
  else on = ` ON ${condition}`;
  return level;
}

/** Columns of a join's sides are nullable, or an unmatched row would show the type's default. */
function exposeNullable(side: Level, value: Value, alias: string): Value {
  if (value.kind === 'object') {
    const fields = value.fields.map((field) => ({
      name: field.name,
      value: exposeNullable(side, field.value, alias),
    }));
    const presence = value.presence && exposedScalar(side, value.presence, alias);
    return { ...value, fields, presence };
  }
  return exposedScalar(side, value, alias);
}

function exposedScalar(side: Level, value: ScalarValue, alias: string): ScalarValue {
  const isArray = value.form === 'native' && value.type.kind === 'array';
  const sql = isArray ? value.sql : `toNullable(${value.sql})`;
  return {
    ...value,
    sql: `${alias}.${side.expose(sql)}`,
    constant: undefined,
    isStored: value.isStored || isArray,
  };
}

function literalRows(relation: Extract<Relation, { kind: 'values' }>, context: CompileContext): Level {
  const empty = new Level(context.names, () => '(SELECT 1 AS x)', []);
  const rows = relation.rows.map((row) => {
    const level = new Level(context.names, () => '(SELECT 1 AS x)', []);
    level.columns = relation.columns.map((column, index) => {
      const value = convertTo(compileExpression(row[index]!, empty, context), column.type);
      return { name: column.name, type: column.type, value: () => value };
    });
    level.stage = 'columns';
    return level;
  });
  if (rows.length === 0) {
    const columns = relation.columns.map((column) => ({ ...column, value: () => typedNull(column.type) }));
    return new Level(context.names, () => '(SELECT 1 AS x WHERE 0)', columns);
  }
  return unionOfLevels(rows, relation.columns, context);
}

function unionOfLevels(rows: Level[], columns: readonly ScopeColumn[], context: CompileContext): Level {
  const alias = context.names.next('u');
  const made: LevelColumn[] = columns.map((column, index) => {
    let value: Value | undefined;
    return {
      ...column,
      value: () => (value ??= unitedValue(rows, alias, context, column.type, (row) => row.columns[index])),
    };
  });
  const from = () => `(${rows.map((row) => row.sql()).join(' UNION ALL ')}) AS ${alias}`;
  return new Level(context.names, from, made);
}

function numbers(relation: Extract<Relation, { kind: 'numbers' }>, context: CompileContext): Level {
  const { from, to, step } = relation;
  if (![from, to, step].every(Number.isSafeInteger) || step === 0)
    throw invalidInput('A range needs whole numbers and a step other than 0.');
  const count = Math.max(0, Math.floor((to - from) / step) + 1);
  if (count > 1_000_000) throw invalidInput('A range may have at most 1,000,000 rows.');
  const alias = context.names.next('n');
  const sql = `(toInt64(${alias}.number) * ${step} + ${from})`;
  return new Level(context.names, () => `numbers(${count}) AS ${alias}`, [
    { name: relation.name, type: integer, value: () => native(sql, integer) },
  ]);
}
