import { describe, expect, it } from 'vitest';
import { onePage } from '../../lib/arranged.ts';
import { chosenUsers } from './chosen-users.ts';
import type { User } from './queries.ts';
import { readUserSearch } from './user-list-search.ts';
import { statusOf } from './user-status.tsx';

const user = (id: string, change: Partial<User> = {}): User => ({
  id,
  email: `${id}@example.com`,
  givenName: id,
  familyName: 'Person',
  status: 'CONFIRMED',
  enabled: true,
  hasMfa: false,
  hasSamlDefaultRole: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLoggedInAt: '2026-02-01T00:00:00.000Z',
  role: { id: 'r1', name: 'Analyst' },
  ...change,
});
const people = [
  user('newest', { createdAt: '2026-03-01T00:00:00.000Z', lastLoggedInAt: null }),
  user('Berta', { role: { id: 'r2', name: 'Admin' } }),
  user('anna', { enabled: false, createdAt: '2026-02-01T00:00:00.000Z' }),
];
const ids = (address: Parameters<typeof readUserSearch>[0]) =>
  chosenUsers(people, readUserSearch(address)).map(({ id }) => id);
/** Addresses of links; the router marks what may be left out. */
const address = (search: object) => search as Parameters<typeof readUserSearch>[0];

describe('the people of the list', () => {
  it('are the newest first, everybody', () => expect(ids(address({}))).toEqual(['newest', 'anna', 'Berta']));

  it('sort by what is shown, whatever the case', () => {
    expect(ids(address({ sortBy: 'name', sortDir: 'ascending' }))).toEqual(['anna', 'Berta', 'newest']);
    expect(ids(address({ sortBy: 'role', sortDir: 'ascending' }))[0]).toBe('Berta');
    expect(ids(address({ sortBy: 'lastLoggedInAt', sortDir: 'ascending' }))[0]).toBe('newest');
    expect(ids(address({ sortBy: 'status', sortDir: 'descending' }))[0]).toBe('anna');
  });

  it('are narrowed by words, role and whether they may sign in', () => {
    expect(ids(address({ search: 'BERTA@' }))).toEqual(['Berta']);
    expect(ids(address({ search: 'anna person' }))).toEqual(['anna']);
    expect(ids(address({ role: ['Admin'] }))).toEqual(['Berta']);
    expect(ids(address({ deactivated: false }))).toEqual(['newest', 'Berta']);
  });

  it('come a page at a time', () => {
    const many = Array.from({ length: 60 }, (_entry, index) => user(`u${index}`));
    expect(onePage(many, 1)).toHaveLength(25);
    expect(onePage(many, 3)).toHaveLength(10);
    expect(onePage(many, 4)).toEqual([]);
  });
});

it.each([
  ['Active', {}],
  ['Active', { status: 'EXTERNAL_PROVIDER' }],
  ['Invited', { status: 'FORCE_CHANGE_PASSWORD', lastLoggedInAt: null }],
  ['Reset required', { status: 'FORCE_CHANGE_PASSWORD' }],
  ['Deactivated', { enabled: false, status: 'FORCE_CHANGE_PASSWORD', lastLoggedInAt: null }],
] as const)('says %s of %j', (status, change) => expect(statusOf(user('u', change))).toBe(status));
