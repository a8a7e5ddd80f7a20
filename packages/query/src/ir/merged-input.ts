import type { Catalog, CatalogTable } from '@margay/model';
import { isFindingsDatabase } from '@margay/model';

import { call, column } from './conditions.ts';
import type { Expression } from './expression.ts';
import type { Relation } from './relation.ts';
import { filtered, united } from './relations.ts';

/** One input of rows that are merged into events, with the table it reads. */
export interface MergedInput {
  relation: Relation;
  table: CatalogTable | undefined;
}

export const eventTime = column('p_event_time');
const rowId = column('p_row_id');
/** A row of a scheduled query has an id of its own and keeps, under this name, that of the event it shows. */
export const shownEventId = 'p_event_row_id';
export const shownId = call('coalesce', call('to_varchar', column(shownEventId)), rowId);
const eventIdIn = (input: MergedInput): Expression => (isFinding(input) ? shownId : rowId);

export const inputOf = (relation: Relation, catalog: Catalog): MergedInput => ({
  relation,
  table: tableOf(relation, catalog),
});

export const isFinding = ({ table }: MergedInput): boolean =>
  table !== undefined && isFindingsDatabase(table.database);

/** Whether one may hold the line of what the other one found. */
export function isSameLogType(one: MergedInput, other: MergedInput): boolean {
  if (one === other || !one.table || !other.table) return false;
  const { logType } = one.table;
  if (logType !== undefined) return other.table.logType === logType;
  return other.table.logType === undefined && one.table.name === other.table.name;
}

export function tableOf(relation: Relation, catalog: Catalog): CatalogTable | undefined {
  switch (relation.kind) {
    case 'scan':
      return catalog.find(relation.database, relation.table);
    case 'filter':
    case 'project':
      return tableOf(relation.input, catalog);
    default:
      return undefined;
  }
}

/** Whether the table of the finding has the column, named in lower case, and that of the line has not. */
export function isOnlyIn(finding: MergedInput, line: MergedInput, name: string): boolean {
  const has = ({ table }: MergedInput) =>
    table?.columns.some((candidate) => candidate.name.toLowerCase() === name) ?? false;
  return has(finding) && !has(line);
}

export const narrowed = (input: MergedInput, conditions: readonly Expression[]): MergedInput => ({
  ...input,
  relation: filtered(input.relation, conditions),
});

/** Whether a row of the input shows an event that one of the others shows, too. */
export function isAmong(input: MergedInput, others: readonly MergedInput[]): Expression {
  const keys = others.map((other): Relation => ({
    kind: 'project',
    input: other.relation,
    columns: [
      { name: 'time', value: eventTime },
      { name: 'id', value: eventIdIn(other) },
    ],
  }));
  return {
    kind: 'existsQuery',
    query: united(keys),
    keys: [
      { value: eventTime, column: 'time' },
      { value: eventIdIn(input), column: 'id' },
    ],
  };
}

/** Whether something of the others happened at the time of a row: it lets the engine read only where they can be. */
export function isAtTimeOf(others: readonly MergedInput[]): Expression {
  const times = others.map(({ relation }): Relation => ({
    kind: 'project',
    input: relation,
    columns: [{ name: 'time', value: eventTime }],
  }));
  return { kind: 'inQuery', value: eventTime, query: united(times) };
}
