import type { Catalog } from '@margay/model';
import type { LogTypeAccess } from '../front-door.ts';
import { createCatalog } from './catalog.ts';

/**
 * The catalog as a role may see it. A table that is not allowed is simply not there, and the views unite only what
 * is left. Tables whose rows are of several log types or of none (monitoring, signals across log types) hold what
 * a restricted role may not see, so only unrestricted roles get them.
 */
export function restrictCatalog(catalog: Catalog, access: LogTypeAccess): Catalog {
  if (access.kind === 'ALLOW_ALL') return catalog;
  const listed = new Set(access.logTypes.map((logType) => logType.toLowerCase()));
  const isAllowed = (logType: string | undefined): boolean => {
    if (access.kind === 'DENY_ALL' || logType === undefined) return false;
    return listed.has(logType.toLowerCase()) === (access.kind === 'ALLOW');
  };
  const tables = catalog.tables().filter((table) => !table.unionOf && isAllowed(table.logType));
  return createCatalog(tables);
}
