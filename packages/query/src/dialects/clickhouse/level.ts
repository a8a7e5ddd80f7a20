import type { ScopeColumn } from '../../ir/typing.ts';
import { hourOf } from './at-rest.ts';
import type { Value } from './value.ts';

/** A column of a level's input or output, made into SQL only when something asks for it. */
export interface LevelColumn extends ScopeColumn {
  value: () => Value;
}

/** How far a SELECT has been filled; a step that belongs earlier needs a SELECT around it. */
export const stages = ['rows', 'where', 'columns', 'distinct', 'order', 'limit'] as const;
export type Stage = (typeof stages)[number];

/** An item of ORDER BY: what to sort by, and the words behind it. */
export interface SortItem {
  sql: string;
  direction: string;
}

export const sortItemText = ({ sql, direction }: SortItem): string => `${sql} ${direction}`.trimEnd();

/** Hands out names that no column of the lake can have in the place where they are used. */
export class Names {
  private count = 0;

  next(prefix: string): string {
    return `${prefix}${this.count++}`;
  }
}

/**
 * One SELECT in the making. Columns are exposed on demand: what nobody above asks for is not selected.
 * No name of a person appears: outputs are `x1`, `x2`, and their real names stay in the result's description.
 */
export class Level {
  stage: Stage = 'rows';
  where: string[] = [];
  groupBy: string[] | undefined;
  isDistinct = false;
  orderBy: string[] = [];
  /** One row for each value of these, the first in the order above. */
  onceFor: string[] = [];
  limit: number | undefined;
  offset: number | undefined;
  /** What expressions of the current stage may refer to. */
  columns: LevelColumn[];
  /** Alias of the table scanned here, its raw column, and whether row texts may use them. */
  raw: string | undefined;
  /** Pieces of ids are not in the index over the words of the raw column. */
  hasIdsApart: boolean;
  /** The event time of the table scanned here, where its rows lie by the hour of it. */
  timeByHour: string | undefined;
  /** Alias of the one SELECT inside, where there is one. */
  source = '';
  private readonly from: () => string;
  private readonly names: Names;
  private readonly items: { sql: string; alias: string }[] = [];
  private readonly aliasOf = new Map<string, string>();

  constructor(
    names: Names,
    from: () => string,
    columns: LevelColumn[],
    scanned: { raw?: string | undefined; hasIdsApart?: boolean; timeByHour?: string | undefined } = {},
  ) {
    this.names = names;
    this.from = from;
    this.columns = columns;
    this.raw = scanned.raw;
    this.hasIdsApart = scanned.hasIdsApart ?? false;
    this.timeByHour = scanned.timeByHour;
  }

  /**
   * Sets the order. Where rows lie by the hour, the hour goes before the time: the order is the same, and the engine reads
   * hour by hour and stops.
   */
  sortBy(items: readonly SortItem[]): void {
    const [first] = items;
    const isByTime = first !== undefined && first.sql === this.timeByHour;
    const hour = isByTime ? [{ ...first, sql: hourOf(first.sql) }] : [];
    this.orderBy = [...hour, ...items].map(sortItemText);
  }

  /** Selects the expression and gives its alias. */
  expose(sql: string): string {
    const known = this.aliasOf.get(sql);
    if (known) return known;
    const alias = this.names.next('x');
    this.aliasOf.set(sql, alias);
    this.items.push({ sql, alias });
    return alias;
  }

  /** Selects the expression under a given alias, as the branches of a union need it. */
  exposeAs(sql: string, alias: string): void {
    this.items.push({ sql, alias });
  }

  /** A name for `exposeAs` that nothing else has. */
  nextName(): string {
    return this.names.next('x');
  }

  /** Selects the expression and gives its place in the SELECT's list. */
  place(sql: string): number {
    const alias = this.expose(sql);
    return this.items.findIndex((item) => item.alias === alias);
  }

  /** Exposes every part of the value and gives the value as the SELECT around sees it. */
  exposeValue(value: Value, outside: string): Value {
    if (value.kind === 'scalar') return { ...value, sql: `${outside}.${this.expose(value.sql)}` };
    const fields = value.fields.map((field) => ({
      name: field.name,
      value: this.exposeValue(field.value, outside),
    }));
    const { presence } = value;
    if (!presence) return { ...value, fields };
    return { ...value, fields, presence: { ...presence, sql: `${outside}.${this.expose(presence.sql)}` } };
  }

  /** This level as the input of a new one. */
  wrapped(): Level {
    const alias = this.names.next('q');
    const columns = this.columns.map((column) => ({
      ...column,
      value: () => this.exposeValue(column.value(), alias),
    }));
    const outer = new Level(this.names, () => `(${this.sql()}) AS ${alias}`, columns);
    outer.source = alias;
    return outer;
  }

  sql(): string {
    const items = this.items.map(({ sql, alias }) => `${sql} AS ${alias}`);
    const parts = [`SELECT ${this.isDistinct ? 'DISTINCT ' : ''}${items.join(', ') || '1 AS x'}`];
    parts.push(`FROM ${this.from()}`);
    if (this.where.length > 0) parts.push(`WHERE ${this.where.join(' AND ')}`);
    if (this.groupBy && this.groupBy.length > 0) parts.push(`GROUP BY ${this.groupBy.join(', ')}`);
    if (this.orderBy.length > 0) parts.push(`ORDER BY ${this.orderBy.join(', ')}`);
    if (this.onceFor.length > 0) parts.push(`LIMIT 1 BY ${this.onceFor.join(', ')}`);
    if (this.limit !== undefined) parts.push(`LIMIT ${this.limit}`);
    if (this.offset !== undefined) parts.push(`OFFSET ${this.offset}`);
    return parts.join(' ');
  }
}

/** The level itself when it may still take a step of `stage`, else a new one around it. */
export function levelFor(level: Level, stage: Stage): Level {
  const at = stages.indexOf(level.stage);
  const wanted = stages.indexOf(stage);
  const isRepeatable = stage === 'where' || stage === 'rows';
  if (at < wanted || (at === wanted && isRepeatable)) return level;
  return level.wrapped();
}
