import { invalidInput } from '@margay/kit';
import type { Catalog, CatalogTable } from '@margay/model';
import type { Relation } from '@margay/query';
import type { ResultPage } from './page.ts';

/** A table that a search reads. */
export interface SearchTable extends CatalogTable {
  /** Rows found in it; null while they are being counted, or where rows of several tables are counted together. */
  numMatches?: number | null;
}

/** The tables a relation reads, views as what they are made of, in order of their names. */
export function tablesRead(relation: Relation, catalog: Catalog): CatalogTable[] {
  const found = new Map<string, CatalogTable>();
  for (const { database, table } of scannedTables(relation)) {
    const read = catalog.find(database, table);
    const members = read?.unionOf
      ? read.unionOf.flatMap((part) => catalog.find(part.database, part.name) ?? [])
      : [read];
    for (const member of members) if (member) found.set(nameOf(member), member);
  }
  return [...found.values()].toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

const nameOf = ({ database, name }: Pick<CatalogTable, 'database' | 'name'>) => `${database}.${name}`;

function scannedTables(value: unknown): { database: string; table: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(scannedTables);
  const isScan =
    'kind' in value && value.kind === 'scan' && 'database' in value && 'table' in value
      ? [{ database: String(value.database), table: String(value.table) }]
      : [];
  return [...isScan, ...inside];
}

/** `timeline`: what was counted by log type, once it is there. */
export function withMatches(
  tables: readonly CatalogTable[],
  timeline: ResultPage | undefined,
): SearchTable[] {
  const counts = new Map<string, number>();
  for (const { node } of timeline?.rows ?? []) {
    const series = String(node['series'] ?? '');
    counts.set(series, (counts.get(series) ?? 0) + Number(node['count'] ?? 0));
  }
  const holders = Map.groupBy(tables, ({ logType }) => logType);
  return tables.map((table) => {
    const { logType } = table;
    const isOwn = logType !== undefined && holders.get(logType)?.length === 1;
    const isOnly = tables.length === 1;
    const own = isOwn ? (counts.get(logType) ?? 0) : null;
    return { ...table, numMatches: timeline ? (isOnly ? timeline.rowCount : own) : null };
  });
}

/** One page of tables behind the one the cursor names. */
export function tablePage(
  tables: readonly SearchTable[],
  { pageSize, cursor }: { pageSize: number; cursor?: string },
): { tables: SearchTable[]; endCursor: string | null } {
  const from = cursor === undefined ? 0 : tables.findIndex((table) => cursorOf(table) === cursor) + 1;
  if (cursor !== undefined && from === 0)
    throw invalidInput('The cursor is not one of this search. Start again at the first page.', {
      details: { field: 'cursor' },
    });
  const shown = tables.slice(from, from + pageSize);
  const last = shown.at(-1);
  return {
    tables: shown,
    endCursor: last && from + shown.length < tables.length ? cursorOf(last) : null,
  };
}

const cursorOf = (table: SearchTable) => Buffer.from(nameOf(table)).toString('base64url');
