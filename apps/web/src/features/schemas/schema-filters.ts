import type { SchemaTeaser } from './queries.ts';

export const schemaSorts = ['name', 'updated', 'usedBy'] as const;
export type SchemaSort = (typeof schemaSorts)[number];

/** State of the list, as its address holds it. */
export interface SchemaListSearch {
  isArchived: boolean;
  sortBy: SchemaSort;
  sortDir: 'ascending' | 'descending';
  isManaged?: boolean | undefined;
  inUse?: boolean | undefined;
  search?: string | undefined;
}

/** A schema with the labels of the sources that use it. */
export interface SchemaRow extends SchemaTeaser {
  usedBy: string[];
}

export function schemaRows(
  schemas: readonly SchemaTeaser[],
  users: readonly { integrationLabel: string; logTypes: readonly string[] }[],
): SchemaRow[] {
  const labels = new Map<string, string[]>();
  for (const { integrationLabel, logTypes } of users) {
    for (const logType of logTypes) labels.set(logType, [...(labels.get(logType) ?? []), integrationLabel]);
  }
  return schemas.map((schema) => ({ ...schema, usedBy: labels.get(schema.name) ?? [] }));
}

const compareBy: Record<SchemaSort, (a: SchemaRow, b: SchemaRow) => number> = {
  name: (a, b) => a.name.localeCompare(b.name, 'en', { sensitivity: 'base' }),
  updated: (a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt),
  usedBy: (a, b) => a.usedBy.length - b.usedBy.length,
};

export function filterSchemas(rows: readonly SchemaRow[], search: SchemaListSearch): SchemaRow[] {
  const text = search.search?.toLowerCase() ?? '';
  const sign = search.sortDir === 'ascending' ? 1 : -1;
  return rows
    .filter((row) => row.isArchived === search.isArchived)
    .filter((row) => search.isManaged === undefined || row.isManaged === search.isManaged)
    .filter((row) => search.inUse === undefined || row.usedBy.length > 0 === search.inUse)
    .filter((row) => [row.name, row.description ?? ''].some((word) => word.toLowerCase().includes(text)))
    .toSorted((a, b) => sign * compareBy[search.sortBy](a, b) || compareBy.name(a, b));
}

/** Filters in force, the search text included; archived schemas are a place, not a filter. */
export function schemaFilterCount(search: SchemaListSearch): number {
  return [search.search, search.isManaged, search.inUse].filter((value) => value !== undefined).length;
}
