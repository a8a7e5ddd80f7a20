import type { CatalogTable, FieldType } from '@margay/model';

import { refuse, withMeant } from '../../diagnostics.ts';
import type { Span } from '../../diagnostics.ts';
import type { Expression } from '../../ir/expression.ts';
import { mixesFindings } from '../../ir/merge-findings.ts';
import type { Relation } from '../../ir/relation.ts';
import { float, integer, timestamp } from '../../ir/types.ts';
import { columnsOfTable, unite } from '../../ir/typing.ts';
import { findTable, nearestTable, tablesLike, withoutViews } from '../find-table.ts';
import { filteredByTime } from '../simple/search-relation.ts';
import type { FlowDatatable, FlowRange, FlowSource, FlowTable, FlowUnion } from './ast.ts';
import { unified } from './functions/shared.ts';
import { lowerExpression } from './lower-expression.ts';
import { checkName } from './naming.ts';
import type { Flow, FlowColumn, FlowContext } from './scope.ts';
import { scopeOver } from './scope.ts';
import type { Typed } from './typed.ts';
import {
  constant,
  constantTypeName,
  fieldTypeOf,
  isInt,
  isNumeric,
  nullConstant,
  timespan,
} from './typed.ts';

/** More tables in one query, views counted by their tables, would be more than the engine can plan. */
const maxWeight = 5000;
const maxRangeRows = 1_000_000;
const maxLiteralRows = 1000;

export function lowerSource(source: FlowSource, context: FlowContext): Flow {
  switch (source.kind) {
    case 'table':
      return lowerTable(source, context);
    case 'datatable':
      return lowerDatatable(source, context);
    case 'range':
      return lowerRange(source, context);
    case 'union':
      return unionOf(unionItems(source, context), source.span, context);
    case 'tabular':
      return context.lowerTabular(source, context);
  }
}

export function flowOf(relation: Relation, columns: FlowColumn[], weight = 0): Flow {
  return { relation, columns, order: [], isOrdered: false, hasLimit: false, weight };
}

/** Variables first; a variable hides a table of the same bare name. */
export function lowerTable(table: FlowTable, context: FlowContext): Flow {
  const names = table.parts.map((part) => part.text);
  const variable = names.length === 1 ? context.tableVariables.get(names[0]!) : undefined;
  if (variable) return counted(variable, table.span, context);
  if (names.some((name) => name.includes('*')))
    return unionOf(matching([table], context), table.span, context);
  const found = findTable(names, context.catalog);
  return found ? scan(found, table.span, context) : refuseTable(table, context);
}

/** A variable counts as often as it is used, or a few lines could mean millions of scans. */
function counted(flow: Flow, span: Span, _context: FlowContext): Flow {
  if (flow.weight > maxWeight) refuseWeight(span);
  return flow;
}

function refuseWeight(span: Span): never {
  return refuse(
    span,
    'limit.tables',
    `The query reads more than ${maxWeight} tables.`,
    'Name the tables it needs.',
  );
}

function scan(table: CatalogTable, span: Span, context: FlowContext): Flow {
  const { database, name } = table;
  context.tables.set(`${database}.${name}`, { database, table: name });
  const columns = columnsOfTable(table);
  const hasTime = columns.some((column) => column.name === 'p_event_time');
  const range = hasTime ? (context.eventWindow ?? {}) : {};
  const relation = filteredByTime({ kind: 'scan', database, table: name }, range);
  return counted(flowOf(relation, columns, table.unionOf?.length ?? 1), span, context);
}

/** Forbidden and unknown tables look the same: the catalog holds what the caller may read, and nothing else. */
function refuseTable({ parts, span }: FlowTable, context: FlowContext): never {
  const names = parts.map((part) => part.text);
  const shown = names.join('.').slice(0, 120);
  const known = names.length === 1 && context.scalarVariables.has(names[0]!);
  if (known) refuse(span, 'name.unknown_table', `"${shown}" is a value, not a table.`);
  const meant = nearestTable(names, context.catalog);
  const message = withMeant(`There is no table "${shown}", or you may not read it.`, meant);
  return refuse(span, 'name.unknown_table', message, meant);
}

/** The tables that fit a pattern. */
function tablesFitting(table: FlowTable, context: FlowContext): CatalogTable[] {
  const names = table.parts.map((part) => part.text);
  const found = tablesLike(names, context.catalog);
  if (found.length === 0) {
    const meant = nearestTable(names, context.catalog);
    const message = withMeant(`No table fits "${names.join('.').slice(0, 120)}".`, meant);
    refuse(table.span, 'name.unknown_table', message, meant);
  }
  if (found.length > maxWeight) refuseWeight(table.span);
  return found;
}

const reachesViews = (tables: readonly CatalogTable[]) => tables.some((table) => table.unionOf);

/** The rows of the patterns of a source. Views among them are events, so all of it is, each once. */
function matching(patterns: readonly FlowTable[], context: FlowContext): Flow[] {
  const fitting = patterns.map((pattern) => tablesFitting(pattern, context));
  if (!reachesViews(fitting.flat()))
    return patterns.flatMap((pattern, index) => {
      // Who names a database gets its rows; a pattern over several gets events.
      const isNamed = pattern.parts.length < 3 || !pattern.parts[0]!.text.includes('*');
      return rowsOf(fitting[index]!, !isNamed, pattern.span, context);
    });
  const tables = withoutViews([...new Set(fitting.flat())], context.catalog);
  return rowsOf(tables, true, patterns[0]!.span, context);
}

function rowsOf(
  tables: readonly CatalogTable[],
  asEvents: boolean,
  span: Span,
  context: FlowContext,
): Flow[] {
  const rows = tables.map((table) => scan(table, span, context));
  const isMixed = mixesFindings(tables.map(({ database }) => database));
  return asEvents && isMixed ? [eventsOf(rows, span, context)] : rows;
}

function eventsOf(rows: Flow[], span: Span, context: FlowContext): Flow {
  const flow = unionOf(rows, span, context);
  const { relation } = flow;
  return relation.kind === 'union'
    ? { ...flow, relation: { kind: 'events', inputs: relation.inputs } }
    : flow;
}

/** Patterns give one item per table, so that columns appear in order of the tables. */
export function unionItems({ items }: FlowUnion, context: FlowContext): Flow[] {
  const patterns = items.filter((item) => item.kind === 'table').filter(isPattern);
  // What a view has is in other tables, too, so patterns that reach one are read together, where the first stands.
  const areTogether = reachesViews(
    patterns.flatMap(({ parts }) => tablesLike(textsOf(parts), context.catalog)),
  );
  return items.flatMap((item) => {
    if (item.kind === 'tabular') return [context.lowerTabular(item, context)];
    if (!isPattern(item)) return [lowerTable(item, context)];
    if (!areTogether) return matching([item], context);
    return item === patterns[0] ? matching(patterns, context) : [];
  });
}

const textsOf = (parts: FlowTable['parts']) => parts.map(({ text }) => text);
const isPattern = ({ parts }: FlowTable) => parts.some(({ text }) => text.includes('*'));

/** All rows of all; columns combine by name, and what differs in type becomes `any`. */
export function unionOf(flows: Flow[], span: Span, context: FlowContext): Flow {
  const [only] = flows;
  if (only && flows.length === 1) return { ...only, order: [], isOrdered: false };
  const weight = flows.reduce((sum, flow) => sum + flow.weight, 0);
  if (weight > maxWeight) refuseWeight(span);
  const spans = new Map<string, boolean>();
  for (const { columns } of flows)
    for (const { name, type } of columns)
      spans.set(name, (spans.get(name) ?? true) && type.kind === 'timespan');
  const inputs = flows.map((flow) => unitable(flow, flows, context));
  const columns = unite(
    inputs.map((flow) => flow.columns.map((column) => ({ ...column, type: fieldTypeOf(column.type) }))),
    'name',
  ).map((column): FlowColumn => (spans.get(column.name) ? { ...column, type: timespan } : column));
  const relation: Relation = { kind: 'union', match: 'name', inputs: inputs.map((flow) => flow.relation) };
  return { ...flowOf(relation, columns, weight), hasLimit: flows.every((flow) => flow.hasLimit) };
}

/** Columns that hold nothing but null take the others' type instead of turning it into `any`. */
function unitable(flow: Flow, flows: Flow[], _context: FlowContext): Flow {
  const empty = flow.columns.filter(({ type }) => type.kind === 'null');
  if (empty.length === 0) return flow;
  const typeElsewhere = (name: string) =>
    flows
      .flatMap(({ columns }) => columns)
      .find((column) => column.name === name && column.type.kind !== 'null')?.type;
  const columns = flow.columns.map((column): FlowColumn => {
    const type = column.type.kind === 'null' ? typeElsewhere(column.name) : undefined;
    return type ? { ...column, type } : column;
  });
  const project: Relation = {
    kind: 'project',
    input: flow.relation,
    columns: columns.map(({ name, type, hidden }, index) => {
      const isFilled = flow.columns[index]!.type.kind === 'null' && type.kind !== 'null';
      const value: Expression = isFilled
        ? { kind: 'literal', value: null, type: fieldTypeOf(type) }
        : { kind: 'column', name };
      return { name, value, ...(hidden ? { isHidden: true } : {}) };
    }),
  };
  return { ...flow, relation: project, columns };
}

/** Rows of constants. A column of one type has it; a mixed one is `any`. */
function lowerDatatable({ rows, span }: FlowDatatable, context: FlowContext): Flow {
  if (rows.length > maxLiteralRows)
    refuse(
      span,
      'limit.rows',
      `A datatable has at most ${maxLiteralRows} rows.`,
      'Put the rows into a lookup table.',
    );
  const scope = scopeOver([], context);
  const columns = new Map<string, Typed[]>();
  for (const [index, row] of rows.entries()) {
    if (row.kind !== 'object')
      refuse(row.span, 'type.mismatch', 'A row of a datatable must be an object: {"column": value}.');
    for (const { key, value } of row.fields) {
      checkName(key);
      const cell = lowerExpression(value, scope);
      if (!cell.constant) refuse(value.span, 'type.mismatch', 'Values of a datatable must be constants.');
      const cells = columns.get(key.text) ?? [];
      columns.set(key.text, cells);
      cells[index] = cell;
    }
  }
  if (columns.size === 0) columns.set('column1', []);
  const names = [...columns.keys()];
  const filled = names.map((name) =>
    unified(rows.map((_, index) => columns.get(name)![index] ?? nullConstant())),
  );
  const typedColumns = names.map((name, index) => ({ name, type: filled[index]!.type }));
  const relation: Relation = {
    kind: 'values',
    columns: typedColumns.map(({ name, type }) => ({ name, type: fieldTypeOf(type) })),
    rows:
      columns.get('column1')?.length === 0 && names.length === 1
        ? []
        : rows.map((_, row) => filled.map(({ values }) => values[row]!.expression)),
  };
  return flowOf(relation, typedColumns);
}

/** `from`, `from + step` and so on, up to and including `to`. */
function lowerRange({ name, from, to, step, span }: FlowRange, context: FlowContext): Flow {
  checkName(name);
  const scope = scopeOver([], context);
  const [first, last, by] = [from, to, step].map((part) => {
    const value = lowerExpression(part, scope);
    if (!value.constant || value.constant.value === null)
      refuse(part.span, 'type.mismatch', 'The bounds and the step of a range must be constants.');
    return value;
  }) as [Typed, Typed, Typed];
  const kinds = [first, last, by].map((value) => value.type);
  const isTime =
    kinds[0]!.kind === 'timestamp' && kinds[1]!.kind === 'timestamp' && kinds[2]!.kind === 'timespan';
  const wrong = [first, last, by].find(({ type }) => !isNumeric(type));
  if (!isTime && wrong)
    refuse(
      wrong.span,
      'type.mismatch',
      `A range is of numbers, or of timestamps with a timespan as step; this is of type ${constantTypeName(wrong)}.`,
    );
  const [start, end, width] = [first, last, by].map((value) => rangeNumber(value)) as [
    number,
    number,
    number,
  ];
  if (width === 0) refuse(by.span, 'value.invalid', 'The step of a range must not be 0.');
  // A share of a step, so that 0.1 + 0.1 + … reaches its end.
  const count = Math.max(0, Math.floor((end - start) / width + 1e-9) + 1);
  if (count > maxRangeRows)
    refuse(
      span,
      'value.invalid',
      `A range has at most ${maxRangeRows.toLocaleString('en')} rows; this one would have ${count.toLocaleString('en')}.`,
    );
  const type: FieldType = isTime ? timestamp : kinds.every(isInt) ? integer : float;
  const counter: Relation = { kind: 'numbers', name: name.text, from: 0, to: count - 1, step: 1 };
  const column: Expression = { kind: 'column', name: name.text };
  const moved: Expression = { kind: 'call', fn: 'mul', args: [column, by.expression] };
  const value: Expression = isTime
    ? { kind: 'call', fn: 'time_plus', args: [first.expression, moved] }
    : { kind: 'call', fn: 'add', args: [moved, first.expression] };
  const input: Relation =
    count === 0
      ? {
          kind: 'filter',
          input: { ...counter, to: 0 },
          where: constant(false, { kind: 'boolean' }).expression,
        }
      : counter;
  return flowOf({ kind: 'project', input, columns: [{ name: name.text, value }] }, [
    { name: name.text, type },
  ]);
}

/** Microseconds of times, numbers as they are. */
function rangeNumber({ constant: known, type }: Typed): number {
  if (type.kind !== 'timestamp') return Number(known!.value);
  const text = String(known!.value);
  return Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`) * 1000 + Number(text.slice(20, 26));
}
