import { describe, expect, it } from 'vitest';
import {
  accountOf,
  createSecretBox,
  deviceCookieName,
  deviceTokenDays,
  expandPermissions,
  hashPassword,
  holdsAny,
  mayReadLogType,
  normalizePermission,
  passwordFaults,
  permissions,
  predefinedRoles,
  readDeviceToken,
  signDeviceToken,
  signSessionToken,
  verifyPassword,
  verifySessionToken,
} from './index.ts';

const key = new Uint8Array(32).fill(7);
const claims = {
  userId: 'u1',
  sessionId: 's1',
  email: 'ada@example.com',
  givenName: 'Ada',
  familyName: 'Lovelace',
  roleId: 'r1',
  roleName: 'Admin',
  samlDefaultRole: { id: 'r1', name: 'Admin' },
  identities: [{ providerType: 'OIDC' as const, providerName: 'https://id.example', userId: 'ada' }],
  chatSupportHash: 'c0ffee',
  permissions: ['AlertRead' as const],
  logTypeAccessKind: 'DENY' as const,
  authTime: 1_700_000_000,
};

describe('permissions', () => {
  it('has 29 values and accepts the older spellings', () => {
    expect(permissions).toHaveLength(29);
    expect(normalizePermission('RunPantherAi')).toBe('RunPantherAI');
    expect(normalizePermission('OrganizationApiTokenModify')).toBe('OrganizationAPITokenModify');
    expect(normalizePermission('Nothing')).toBeUndefined();
  });
  it('lets Modify imply Read', () => {
    const held = expandPermissions(['AlertModify']);
    expect(holdsAny(held, ['AlertRead'])).toBe(true);
    expect(holdsAny(held, ['RuleRead'])).toBe(false);
    expect(holdsAny(held, [])).toBe(false);
  });
  it('gives Admin everything', () => {
    expect(predefinedRoles[0]).toEqual({ name: 'Admin', permissions });
  });
});

describe('passwords', () => {
  it('names every fault', () => {
    expect(passwordFaults('short', 'ada@example.com')).toHaveLength(4);
    expect(passwordFaults('Correct-horse-7', 'ada@example.com')).toEqual([]);
    expect(passwordFaults('Lovelace-horse-7', 'lovelace@example.com')).toHaveLength(1);
  });
  it('verifies its own hash only, and answers no for an account that does not exist', async () => {
    const stored = await hashPassword('Correct-horse-7');
    expect(stored).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword(stored, 'Correct-horse-7')).toBe(true);
    expect(await verifyPassword(stored, 'Correct-horse-8')).toBe(false);
    expect(await verifyPassword(undefined, 'Correct-horse-7')).toBe(false);
  });
  it('does the same work for an account that does not exist', async () => {
    const stored = await hashPassword('Correct-horse-7');
    const quickestOf = async (hash: string | undefined) => {
      // Processor time, of all threads: how long it takes by the clock depends on what else the machine does.
      const times: number[] = [];
      for (let i = 0; i < 5; i++) {
        const before = process.cpuUsage();
        await verifyPassword(hash, 'Correct-horse-8');
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const known = await quickestOf(stored);
    expect(await quickestOf(undefined)).toBeGreaterThan(known / 4);
  });
});

describe('device tokens', () => {
  const now = Date.now();
  const device = { id: 'd1', account: accountOf('Ada@Example.com') };

  it('name the browser to its account until they expire', async () => {
    const token = await signDeviceToken(device, key, now);
    expect(await readDeviceToken(token, 'ada@example.com', key, now)).toBe('d1');
    expect(await readDeviceToken(token, 'bob@example.com', key, now)).toBeUndefined();
    expect(await readDeviceToken(token, 'ada@example.com', new Uint8Array(32), now)).toBeUndefined();
    const later = now + (deviceTokenDays * 86_400 + 60) * 1000;
    expect(await readDeviceToken(token, 'ada@example.com', key, later)).toBeUndefined();
    expect(await readDeviceToken('', 'ada@example.com', key, now)).toBeUndefined();
  });
  it('are of no use as another token, nor another token as one', async () => {
    const token = await signDeviceToken(device, key, now);
    await expect(verifySessionToken(token, 'id', key, now)).rejects.toThrow();
    const session = await signSessionToken(claims, 'id', key, now);
    expect(await readDeviceToken(session, 'ada@example.com', key, now)).toBeUndefined();
  });
  it('stand in a cookie whose name does not tell the account', () => {
    expect(deviceCookieName('ada@example.com')).toMatch(/^margay_device_[0-9a-f]{16}$/);
    expect(deviceCookieName('ada@example.com')).not.toBe(deviceCookieName('bob@example.com'));
  });
});

describe('session tokens', () => {
  it('carry the claims until they expire', async () => {
    const now = Date.now();
    const token = await signSessionToken(claims, 'id', key, now);
    expect(await verifySessionToken(token, 'id', key, now + 14 * 60_000)).toEqual(claims);
    await expect(verifySessionToken(token, 'id', key, now + 16 * 60_000)).rejects.toThrow(/Sign in again/);
    await expect(verifySessionToken(token, 'access', key, now)).rejects.toThrow();
    await expect(verifySessionToken(token, 'id', new Uint8Array(32), now)).rejects.toThrow();
  });
});

describe('secrets at rest', () => {
  it('open only with the same key, place and text', () => {
    const box = createSecretBox(key);
    const sealed = box.seal('hunter2', 'destination:1');
    expect(sealed).not.toContain('hunter2');
    expect(box.open(sealed, 'destination:1')).toBe('hunter2');
    expect(() => box.open(sealed, 'destination:2')).toThrow(/destination:2/);
    expect(() => createSecretBox(new Uint8Array(32)).open(sealed, 'destination:1')).toThrow();
    expect(() => box.open(`${sealed.slice(0, -4)}AAA=`, 'destination:1')).toThrow();
  });
});

describe('log-type access', () => {
  it('allows and denies by list, whatever the case', () => {
    const aws = { logTypes: ['AWS.CloudTrail'] };
    expect(mayReadLogType({ kind: 'ALLOW', ...aws }, 'aws.cloudtrail')).toBe(true);
    expect(mayReadLogType({ kind: 'ALLOW', ...aws }, 'Okta.SystemLog')).toBe(false);
    expect(mayReadLogType({ kind: 'DENY', ...aws }, 'AWS.CloudTrail')).toBe(false);
    expect(mayReadLogType({ kind: 'DENY_ALL', logTypes: [] }, 'AWS.CloudTrail')).toBe(false);
  });
});
