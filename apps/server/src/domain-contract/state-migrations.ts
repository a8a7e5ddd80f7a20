import { internalError } from '@margay/kit';
import type { Migration } from '@margay/store';
import type { Domain } from './define-domain.ts';

/**
 * The changes every state store has seen, then those of the domains by their ids. A domain's own change touches its own
 * tables only, so it does not matter what stands between. Throws, naming the domain, when an id is taken.
 */
export function stateMigrations(shared: readonly Migration[], domains: readonly Domain[]): Migration[] {
  const takenBy = new Map(shared.map(({ id }) => [id, 'migrations/index.ts']));
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
  return [...shared, ...own.toSorted((a, b) => (a.id < b.id ? -1 : 1))];
}
