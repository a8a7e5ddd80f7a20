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
  const isAllowed = (logType: string | undefined): boolean =>
    logType !== undefined && mayReadLogType(access, logType);
  const tables = catalog.tables().filter((table) => !table.unionOf && isAllowed(table.logType));
  return createCatalog(tables);
}
