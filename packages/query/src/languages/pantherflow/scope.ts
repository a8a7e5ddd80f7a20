import { nearestWord } from '@margay/kit';
import type { Catalog } from '@margay/model';

import type { Diagnostic, Span } from '../../diagnostics.ts';
import { warningAt, withMeant } from '../../diagnostics.ts';
import type { Expression } from '../../ir/expression.ts';
import type { Relation, TimeRange } from '../../ir/relation.ts';
import { overflowName } from '../../ir/typing.ts';
import { fieldWarning } from '../field-warning.ts';
import { nothingIn } from '../find-table.ts';
import type { FlowTabular } from './ast.ts';
import type { FlowType, Typed } from './typed.ts';
import { nullConstant, typed } from './typed.ts';

export interface FlowColumn {
  name: string;
  type: FlowType;
  /** Fields no schema covers, and keys kept for the order of the rows. */
  hidden?: boolean;
}

export interface FlowSortKeyOf {
  value: Expression;
  descending: boolean;
  nullsFirst: boolean;
}

/** Rows on their way through the stages. */
export interface Flow {
  relation: Relation;
  columns: FlowColumn[];
  /** The order the rows have, in terms of these columns; empty when they have none. */
  order: FlowSortKeyOf[];
  /** Whether the relation itself gives the rows in that order. */
  isOrdered: boolean;
  hasLimit: boolean;
  /** Number of scans in it, views counted by their tables. */
  weight: number;
}

/** What the lowering of one text shares. */
export interface FlowContext {
  catalog: Catalog;
  now: Date;
  errors: Diagnostic[];
  warnings: Diagnostic[];
  /** Tables read, as `database.name`. */
  tables: Map<string, { database: string; table: string }>;
  tableVariables: Map<string, Flow>;
  scalarVariables: Map<string, Typed>;
  /** Rows of a query that starts with a pipe. */
  source: () => Flow | undefined;
  usesSource: boolean;
  eventWindow?: TimeRange | undefined;
  hasTimeFilter: boolean;
  lowerTabular: (tabular: FlowTabular, context: FlowContext) => Flow;
}

/** What names mean inside one expression. */
export interface FlowScope {
  context: FlowContext;
  columns: readonly FlowColumn[];
  variables: ReadonlyMap<string, Typed>;
  /** The columns of `$left` and `$right`, in the condition of a join. */
  sides?: { left: readonly FlowColumn[]; right: readonly FlowColumn[] };
  /** Columns count only inside aggregates: set in the values of `summarize`, outside their aggregates. */
  isOutsideAggregate?: boolean;
}

export function scopeOver(columns: readonly FlowColumn[], context: FlowContext): FlowScope {
  return { context, columns, variables: new Map() };
}

export function columnNamed(columns: readonly FlowColumn[], name: string): FlowColumn | undefined {
  return columns.find((column) => !column.hidden && column.name === name);
}

export function hasOverflow(columns: readonly FlowColumn[]): boolean {
  return columns.some((column) => column.hidden && column.name === overflowName);
}

/** A column as an expression. `of` names the side of a join. */
export function columnRef(column: FlowColumn, span: Span, of?: 'left' | 'right'): Typed {
  const ref: Expression = of
    ? { kind: 'column', name: column.name, of }
    : { kind: 'column', name: column.name };
  return typed(ref, column.type, span);
}

/** Tables are open: a column nobody knows is null, and the editor says so. */
export function unknownColumn(
  name: string,
  span: Span,
  columns: readonly FlowColumn[],
  context: FlowContext,
): Typed {
  const shown = name.slice(0, 60);
  const visible = columns.filter((column) => !column.hidden).map((column) => column.name);
  const meant = nearestWord(name, visible);
  const message =
    nothingIn(context.tables.values(), context.catalog) ??
    withMeant(`There is no column "${shown}" here; it counts as null.`, meant);
  warn(context, span, 'warn.unknown_column', message, meant);
  return nullConstant(span);
}

/** Tables that keep fields beside their columns have the name perhaps among those; one so near to a column may be a slip. */
export function unlistedColumn(
  name: string,
  span: Span,
  columns: readonly FlowColumn[],
  context: FlowContext,
): void {
  const visible = columns.filter((column) => !column.hidden).map((column) => column.name);
  const meant = nearestWord(name, visible);
  if (meant === undefined) return;
  const message = `No schema has a column "${name.slice(0, 60)}"; it is looked for among the fields beside them.`;
  warn(context, span, 'warn.unlisted_column', withMeant(message, meant), meant);
}

/** A key that the object's schema does not have is null, or among the fields beside it; one near to a known key may be a slip. */
export function unknownField(
  name: string,
  span: Span,
  fields: readonly { name: string }[],
  isOpen: boolean,
  context: FlowContext,
): void {
  const warning = fieldWarning(name, fields, isOpen);
  if (warning) warn(context, span, warning.code, warning.message, warning.meant);
}

export function warn(
  context: FlowContext,
  span: Span,
  code: string,
  message: string,
  suggestion?: string,
): void {
  context.warnings.push(warningAt(span, code, message, suggestion));
}
