import { accessKeyOf, spelledOut, type LogTypeAccess } from '@margay/auth';
import { restrictCatalog, type Lake } from '@margay/lake';
import type { Catalog } from '@margay/model';

/**
 * The lake's catalog as a caller may see it. Reducing it walks every column of every table, so the last reduction of
 * each kind of access is kept until the lake has a new catalog.
 */
export function catalogFor(lake: Pick<Lake, 'catalog'>): (access: LogTypeAccess) => Catalog {
  let of: Catalog | undefined;
  const reduced = new Map<string, Catalog>();
  return (access) => {
    const whole = lake.catalog();
    if (of !== whole || reduced.size > 200) reduced.clear();
    of = whole;
    const key = accessKeyOf(access);
    const known = reduced.get(key);
    if (known) return known;
    const catalog = restrictCatalog(whole, spelledOut(access));
    reduced.set(key, catalog);
    return catalog;
  };
}
