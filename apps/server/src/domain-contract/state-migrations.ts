import { internalError } from '@margay/kit';
import type { Migration } from '@margay/store';
import { sharedMigrations } from '../migrations/index.ts';
import type { Domain } from './define-domain.ts';

const idForm = /^(?<number>\d{4})-[a-z0-9-]+$/;

/**
 * All changes of the state store in the order of their ids, in which every store sees them: those of the server itself
 * and those of the domains. A released one is never edited. Throws, naming the domain, when an id is no `0036-what`, or its
 * number is taken.
 */
export function stateMigrations(domains: readonly Pick<Domain, 'name' | 'migrations'>[]): Migration[] {
  const owned = [
    ...sharedMigrations.map((migration) => ({ migration, owner: 'migrations/index.ts' })),
    ...domains.flatMap(({ name, migrations }) =>
      migrations.map((migration) => ({ migration, owner: `the domain ${name}` })),
    ),
  ];
  const takenBy = new Map<string, string>();
  for (const { migration, owner } of owned) {
    const number = idForm.exec(migration.id)?.groups?.['number'];
    if (number === undefined)
      throw internalError(
        `${withCapital(owner)} has the migration "${migration.id}". Call it by four digits, a hyphen and what it does in small letters, like 0036-toys.`,
      );
    const other = takenBy.get(number);
    if (other !== undefined)
      throw internalError(
        `${withCapital(owner)} has the migration ${migration.id}, whose number ${other} has as well. Give it the next free number.`,
      );
    takenBy.set(number, `${owner} (${migration.id})`);
  }
  return owned.map(({ migration }) => migration).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

const withCapital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;
