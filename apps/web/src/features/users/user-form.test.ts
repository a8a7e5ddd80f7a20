import { describe, expect, it } from 'vitest';
import type { User } from './queries.ts';
import { draftOf, emptyDraft, faultsOf, roleLabel } from './user-form.ts';

const ada: User = {
  id: 'ada',
  email: 'ada@example.com',
  givenName: 'Ada',
  familyName: 'Lovelace',
  status: 'CONFIRMED',
  enabled: true,
  hasMfa: false,
  hasSamlDefaultRole: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastLoggedInAt: null,
  role: { id: 'r1', name: 'Admin' },
};
const draft = { givenName: 'Grace', familyName: 'Hopper', email: 'grace@example.com', roleId: 'r1' };
const faults = (change: Partial<typeof draft>, others = [ada]) => faultsOf({ ...draft, ...change }, others);

describe('the form of a person', () => {
  it('may be sent when everything is there', () => expect(faults({})).toEqual({}));

  it('[002-5.67] [002-5.68] needs both names', () =>
    expect(faults({ givenName: ' ', familyName: '' })).toEqual({
      givenName: 'First name is required',
      familyName: 'Last name is required',
    }));

  it('[002-5.70] [002-5.72] needs an email that can be one', () => {
    expect(faults({ email: ' ' })).toEqual({ email: 'Email is required' });
    for (const email of ['grace', 'grace@', 'grace@example', 'a b@example.com'])
      expect(faults({ email })).toEqual({ email: 'Must be a valid email' });
  });

  it('[000-5.10] [002-5.71] needs an email of its own among those who sign in here', () => {
    expect(faults({ email: ' ADA@example.com' })).toEqual({ email: 'Email already in use' });
    expect(faults({ email: 'ada@example.com' }, [{ ...ada, status: 'EXTERNAL_PROVIDER' }])).toEqual({});
  });

  it('[000-5.11] [002-5.73] needs a role', () =>
    expect(faults({ roleId: '' })).toEqual({ roleId: 'This field is required' }));

  it('[000-5.7] [002-5.69] asks for no names of those who come from an identity provider', () => {
    expect(faultsOf({ ...emptyDraft, roleId: 'r1' }, [], true)).toEqual({});
    expect(faultsOf(emptyDraft, [])).toHaveProperty('givenName', 'First name is required');
  });

  it("[000-6.65] has no id for the pseudo-role 'SAML Default', which is a choice of its own", () => {
    const { roleId } = draftOf({ ...ada, status: 'EXTERNAL_PROVIDER', hasSamlDefaultRole: true });
    expect(roleId).toBe('');
    expect(faultsOf({ ...draft, roleId }, [], true)).toEqual({});
    expect(faultsOf({ ...draft, roleId }, [])).toEqual({ roleId: 'This field is required' });
  });

  it('[000-6.64] shows the pseudo-role with the role it stands for, where that is known', () => {
    expect(roleLabel({ role: { id: 'r1', name: 'Analyst' }, hasSamlDefaultRole: true })).toBe(
      'Analyst (SAML Default)',
    );
    expect(roleLabel({ role: null, hasSamlDefaultRole: true })).toBe('SAML Default');
    expect(roleLabel({ role: { id: 'r1', name: 'Analyst' }, hasSamlDefaultRole: false })).toBe('Analyst');
  });
});
