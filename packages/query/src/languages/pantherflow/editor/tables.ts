import { lakeDatabases } from '@margay/model';
import type { Catalog, CatalogTable } from '@margay/model';

/**
 * The tables that a name means, of one to three parts: a bare name is looked for in `panther_logs` and then in all
 * databases, where it must be the only one; two parts are schema and table of `panther_logs`. `*` matches within a part.
 */
export function tablesNamed(catalog: Catalog, parts: readonly string[]): CatalogTable[] {
  const name = parts.at(-1) ?? '';
  const schema = parts.length > 1 ? parts.at(-2)! : 'public';
  const isPattern = parts.some((part) => part.includes('*'));
  if (!matcher(schema)('public')) return [];
  if (parts.length > 1)
    return matching(catalog, parts.length > 2 ? parts[0]! : 'panther_logs', name, isPattern);
  const logs = matching(catalog, 'panther_logs', name, isPattern);
  if (logs.length > 0) return logs;
  const found = matching(catalog, '*', name, true);
  return isPattern || found.length === 1 ? found : [];
}

function matching(catalog: Catalog, database: string, name: string, isPattern: boolean): CatalogTable[] {
  if (!isPattern) {
    const table = catalog.find(database, name);
    return table ? [table] : [];
  }
  const [isDatabase, isName] = [matcher(database), matcher(name)];
  return catalog.tables().filter((table) => isDatabase(table.database) && isName(table.name));
}

/** Pieces are looked for one after the other, so that no pattern takes long. */
function matcher(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*');
  if (rest.length === 0) return (name) => name.toLowerCase() === first;
  const last = rest.pop()!;
  return (name) => {
    const lower = name.toLowerCase();
    if (!lower.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = lower.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return lower.length - last.length >= at && lower.endsWith(last);
  };
}

/** Databases that have a table, in the order of the lake. */
export function databasesIn(catalog: Catalog): string[] {
  const present = new Set<string>(catalog.tables().map(({ database }) => database));
  return lakeDatabases.filter((database) => present.has(database));
}
