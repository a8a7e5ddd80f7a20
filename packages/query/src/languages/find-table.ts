import { nearestWord } from '@margay/kit';
import type { Catalog, CatalogTable } from '@margay/model';

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

/**
 * The tables that fit a name whose parts may hold `*` for any run of characters. Views are only meant when their
 * database is named; a bare name is looked for in the logs, then everywhere.
 */
export function tablesLike(parts: readonly string[], catalog: Catalog): CatalogTable[] {
  const names = parts.map((part) => part.toLowerCase());
  const isBare = names.length === 1 || (names.length === 2 && names[0] === 'public');
  const isForeignSchema = names.length === 3 && !fits(names[1]!, 'public');
  const tables = isForeignSchema || names.length > 3 ? [] : catalog.tables();
  const named = (database: string) =>
    tables.filter(
      (candidate) =>
        fits(database, candidate.database) &&
        fits(names.at(-1)!, candidate.name) &&
        (!candidate.unionOf || !database.includes('*')),
    );
  const found = named(isBare ? 'panther_logs' : names[0]!);
  return found.length > 0 || !isBare ? found : named('*');
}

/**
 * The same tables, but a view beside others stands for the tables it unites, each once: it has the rows of tables that
 * are named with it. A view alone stays, with the columns that only a view has.
 */
export function withoutViews(tables: readonly CatalogTable[], catalog: Catalog): CatalogTable[] {
  if (tables.length < 2 || tables.every((table) => !table.unionOf)) return [...tables];
  const all = new Set(tables);
  // A set gives what is added on the way, too: a view may unite views.
  for (const table of all)
    for (const { database, name } of table.unionOf ?? []) {
      const member = catalog.find(database, name);
      if (member) all.add(member);
    }
  const stored = [...all].filter((table) => !table.unionOf);
  return stored.length > 0 ? stored : tables.slice(0, 1);
}

/** Each part at its first place after the one before it: a regular expression would try all places against all others. */
function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

/** The table somebody may have meant. */
export function nearestTable(names: string[], catalog: Catalog): string | undefined {
  const known = catalog.tables().map((candidate) => `${candidate.database}.public.${candidate.name}`);
  return nearestWord(names.join('.'), known) ?? nearBare(names.at(-1)!, known);
}

const rankOf = (full: string) => (full.startsWith('panther_logs.') ? 0 : 1);

function nearBare(bare: string, known: string[]): string | undefined {
  const byName = new Map<string, string>();
  // Where several databases have it, the logs are meant, as they are when the name is right.
  for (const full of known.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const name = full.slice(full.lastIndexOf('.') + 1);
    if (!byName.has(name)) byName.set(name, full);
  }
  const meant = nearestWord(bare, [
    ...byName.keys(),
    ...[...byName.keys()].map((name) => name.toUpperCase()),
  ]);
  return meant && byName.get(meant.toLowerCase());
}

/** Why no column is there, where all that a query reads are views over tables of which the caller may read none. */
export function nothingIn(
  tables: Iterable<{ database: string; table: string }>,
  catalog: Catalog,
): string | undefined {
  const read = [...tables];
  const isEmpty = read.every(({ database, table }) => catalog.find(database, table)?.unionOf?.length === 0);
  if (!isEmpty || read.length === 0) return undefined;
  const names = read.map(({ database, table }) => `${database}.${table}`);
  return `There is nothing in ${names.join(' and ')} that you may read.`;
}
