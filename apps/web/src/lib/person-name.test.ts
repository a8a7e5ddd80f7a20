import { expect, it } from 'vitest';
import { listedName } from './person-name.ts';

const ada = { givenName: 'Ada', familyName: 'Lovelace', email: 'ada@example.com', enabled: true };

it('[000-6.69] says of who was deactivated that they were', () => {
  expect(listedName(ada)).toBe('Ada Lovelace');
  expect(listedName({ ...ada, enabled: false })).toBe('Ada Lovelace (Deactivated)');
  expect(listedName({ ...ada, givenName: null, familyName: null })).toBe('ada@example.com');
});

it('is never blank', () => {
  const nobody = { givenName: '', familyName: '', email: '', enabled: true };
  expect(listedName(nobody)).toBe('No name (single sign-on)');
  expect(listedName({ ...nobody, enabled: false })).toBe('No name (single sign-on) (Deactivated)');
});
