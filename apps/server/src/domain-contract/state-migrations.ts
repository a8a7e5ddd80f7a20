import { internalError } from '@margay/kit';
import type { Migration } from '@margay/store';
import { sharedMigrations } from '../migrations/index.ts';
import type { Domain } from './define-domain.ts';

/**
 * All changes of the state store in the order of their ids, in which every store sees them: those of the server itself
 * and those of the domains. A released one is never edited. Throws, naming the domain, when an id is taken.
 */
export function stateMigrations(domains: readonly Pick<Domain, 'name' | 'migrations'>[]): Migration[] {
  const takenBy = new Map(sharedMigrations.map(({ id }) => [id, 'migrations/index.ts']));
  const own = domains.flatMap(({ name, migrations }) =>
    migrations.map((migration) => {
      const other = takenBy.get(migration.id);
      if (other !== undefined) {
        throw internalError(
          `The domain ${name} has the migration ${migration.id}, which ${other} has as well. Give it the next free number.`,
        );
      }
      takenBy.set(migration.id, `the domain ${name}`);
      return migration;
    }),
  );
  return [...sharedMigrations, ...own].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
