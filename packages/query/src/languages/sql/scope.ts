import { nearestWord } from '@margay/kit';
import type { Catalog, FieldType } from '@margay/model';

import type { Diagnostic } from '../../diagnostics.ts';
import { refuse, warningAt, withMeant } from '../../diagnostics.ts';
import type { Expression } from '../../ir/expression.ts';
import type { Relation, TimeRange } from '../../ir/relation.ts';
import type { ScopeColumn } from '../../ir/typing.ts';
import { fieldNamed } from '../../ir/types.ts';
import { findColumn, overflowName } from '../../ir/typing.ts';
import { fieldWarning } from '../field-warning.ts';
import { nothingIn } from '../find-table.ts';
import type { Name } from './ast.ts';

/** A relation with its columns, so that they are worked out once. */
export interface Source {
  relation: Relation;
  columns: ScopeColumn[];
  /** Number of scans in it, views counted by their tables. */
  weight: number;
  /** Columns a join was made by, by lower-case name: one value for both sides. */
  merged?: ReadonlyMap<string, Expression>;
}

/** A stretch of the text and the SQL it stands for. */
export interface Expansion {
  start: number;
  end: number;
  text: string;
}

/** What the lowering of one query text shares. */
export interface SqlContext {
  catalog: Catalog;
  now: Date;
  warnings: Diagnostic[];
  /** Tables read, as `database.name`. */
  tables: Map<string, { database: string; table: string }>;
  weight: number;
  hasTimeFilter: boolean;
  /** Macros of the text by their offset, and what each stands for. */
  expansions: Map<number, Expansion>;
  /** Where a bare table name is looked for first. */
  database: string;
  /** Of tables of events, only these are read. */
  eventWindow?: TimeRange | undefined;
}

/** What names mean inside one SELECT. */
export interface Scope {
  context: SqlContext;
  columns: ScopeColumn[];
  merged?: ReadonlyMap<string, Expression> | undefined;
  ctes: ReadonlyMap<string, Source>;
  /** Names given in the SELECT list, usable where no column has the name. */
  aliases: Map<string, () => Expression>;
  /** Variables of the functions (`x -> …`) around, with their types. */
  variables: ReadonlyMap<string, FieldType>;
  /** Where aggregates may stand; said in the message where they may not. */
  clause: 'select' | 'where' | 'group by' | 'on' | 'aggregate';
}

/** The scope of what reads this source. */
export function inside(outer: Scope, { columns, merged }: Source): Scope {
  return { ...outer, columns, merged, aliases: new Map() };
}

/** Same query, other place. */
export function inClause(scope: Scope, clause: Scope['clause']): Scope {
  return { ...scope, clause };
}

/** `table.column.key`, `column.key` or an alias, as an expression. */
export function resolveName(parts: Name[], scope: Scope): Expression {
  const [first, second, ...rest] = parts as [Name, ...Name[]];
  const path = parts.slice(1);
  if (scope.variables.has(first.text)) return reach({ kind: 'variable', name: first.text }, path);
  const isSide = second !== undefined && scope.columns.some((column) => same(column.of, first.text));
  if (isSide) {
    const column = findColumn(scope.columns, second.text, first.text);
    if (column !== undefined) return reachIn(column, second, rest, scope);
  }
  const column = findColumn(scope.columns, first.text);
  const merged = column === 'ambiguous' ? scope.merged?.get(first.text.toLowerCase()) : undefined;
  if (merged) return reach(merged, path);
  if (column !== undefined) return reachIn(column, first, path, scope);
  const alias = scope.aliases.get(first.text.toLowerCase());
  if (alias) return reach(alias(), path);
  return refuseUnknown(isSide ? second : first, scope, isSide ? first.text : undefined);
}

/** Reads inside a column, and warns of the first key its type does not have. */
function reachIn(column: ScopeColumn | 'ambiguous', name: Name, path: Name[], scope: Scope): Expression {
  const base = columnOf(column, name, scope);
  let at: FieldType | undefined = column === 'ambiguous' ? undefined : column.type;
  for (const part of path) {
    if (at?.kind !== 'object' || at.fields.length === 0) break;
    const { fields }: { fields: readonly { name: string; type: FieldType }[] } = at;
    at = fieldNamed(fields, part.text)?.type;
    if (at !== undefined) continue;
    const isOpen = scope.columns.some((one) => one.hidden === true && one.name === overflowName);
    const warning = fieldWarning(part.text, fields, isOpen);
    if (warning)
      scope.context.warnings.push(warningAt(part.span, warning.code, warning.message, warning.meant));
  }
  return reach(base, path);
}

function columnOf(column: ScopeColumn | 'ambiguous', name: Name, scope: Scope): Expression {
  if (column === 'ambiguous') {
    const sides = scope.columns
      .filter((candidate) => same(candidate.name, name.text))
      .map((candidate) => candidate.of);
    refuse(
      name.span,
      'name.ambiguous_column',
      `Column "${name.text}" is in several tables. Write the table before it.`,
      sides[0]?.startsWith(':') === false ? `${sides[0]}.${name.text}` : undefined,
    );
  }
  return columnRef(column);
}

export function columnRef({ name, of }: { name: string; of?: string }): Expression {
  return of === undefined ? { kind: 'column', name } : { kind: 'column', name, of };
}

function reach(base: Expression, parts: Name[]): Expression {
  return parts.length === 0 ? base : { kind: 'path', base, steps: parts.map((part) => part.text) };
}

function refuseUnknown(name: Name, scope: Scope, side: string | undefined): never {
  const { tables, catalog } = scope.context;
  const nothing = nothingIn(tables.values(), catalog);
  if (nothing) refuse(name.span, 'name.unknown_column', nothing);
  const visible = scope.columns.filter(
    (column) => !column.hidden && (side === undefined || same(column.of, side)),
  );
  const meant = nearestWord(
    name.text,
    visible.map((column) => column.name),
  );
  const shown = name.text.slice(0, 60);
  if (visible.length === 0)
    refuse(name.span, 'name.unknown_column', `There is no column "${shown}": the query reads no table.`);
  return refuse(
    name.span,
    'name.unknown_column',
    withMeant(`There is no column "${shown}" here.`, meant),
    meant,
  );
}

function same(a: string | undefined, b: string): boolean {
  return a !== undefined && a.toLowerCase() === b.toLowerCase();
}
