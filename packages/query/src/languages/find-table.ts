import type { Catalog, CatalogTable } from '@margay/model';

import { nearest } from '../diagnostics.ts';

/**
 * `database.public.table`, `database.table`, `public.table` or `table` (in the database of the query, which is the
 * logs unless said, then wherever it is unique).
 */
export function findTable(
  names: string[],
  catalog: Catalog,
  database = 'panther_logs',
): CatalogTable | undefined {
  if (names.length === 3 && names[1]!.toLowerCase() === 'public') return catalog.find(names[0]!, names[2]!);
  if (names.length === 2 && names[0]!.toLowerCase() !== 'public') return catalog.find(names[0]!, names[1]!);
  const bare = names.length === 1 ? names[0]! : names.length === 2 ? names[1]! : undefined;
  if (bare === undefined) return undefined;
  const own = catalog.find(database, bare);
  if (own) return own;
  const others = catalog.tables().filter((candidate) => candidate.name === bare.toLowerCase());
  return others.length === 1 ? others[0] : undefined;
}

/** The table somebody may have meant. */
export function nearestTable(names: string[], catalog: Catalog): string | undefined {
  const known = catalog.tables().map((candidate) => `${candidate.database}.public.${candidate.name}`);
  return nearest(names.join('.'), known) ?? nearBare(names.at(-1)!, known);
}

function nearBare(bare: string, known: string[]): string | undefined {
  const byName = new Map(known.map((full) => [full.slice(full.lastIndexOf('.') + 1), full]));
  const meant = nearest(bare, [...byName.keys(), ...[...byName.keys()].map((name) => name.toUpperCase())]);
  return meant && byName.get(meant.toLowerCase());
}
