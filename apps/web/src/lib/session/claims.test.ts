import { testIdToken } from '@margay/auth/testing';
import { describe, expect, it } from 'vitest';
import { isSingleSignOnUser, userFromIdToken } from './claims.ts';

const role = { id: 'r1', name: 'Analyst' };

describe('the person of an ID token', () => {
  it('[000-3.1] [000-3.2] has all that is said of them, by the username', async () => {
    const token = await testIdToken({
      userId: 'u7',
      givenName: 'Ada',
      familyName: 'Lovelace',
      email: 'ada@example.com',
      permissions: ['AlertModify'],
      roleId: role.id,
      roleName: role.name,
      authTime: 1_700_000_000,
      chatSupportHash: 'c0ffee',
    });
    const { permissions, ...user } = userFromIdToken(token);
    expect(user).toEqual({
      id: 'u7',
      email: 'ada@example.com',
      givenName: 'Ada',
      familyName: 'Lovelace',
      emailVerified: true,
      enabled: true,
      identities: [],
      authenticationTime: 1_700_000_000_000,
      chatSupportHash: 'c0ffee',
      hasSamlDefaultRole: false,
      role,
      isLimitedByLogType: false,
    });
    expect(permissions.has('AlertRead')).toBe(true);
  });

  it('[000-3.4] has the default role where the token says which it is', async () => {
    expect(userFromIdToken(await testIdToken({ samlDefaultRole: role })).hasSamlDefaultRole).toBe(true);
    expect(userFromIdToken(await testIdToken({})).hasSamlDefaultRole).toBe(false);
  });

  it('[000-6.68] comes from single sign-on where an identity of that kind is there', async () => {
    const identity = { providerType: 'SAML' as const, providerName: 'https://id.example', userId: 'ada' };
    expect(isSingleSignOnUser(userFromIdToken(await testIdToken({ identities: [identity] })))).toBe(true);
    expect(isSingleSignOnUser(userFromIdToken(await testIdToken({})))).toBe(false);
  });
});
