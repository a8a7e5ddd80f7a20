import { testIdToken } from '@margay/auth/testing';
import { describe, expect, it, vi } from 'vitest';
import type { StoredText } from '../storage.ts';
import { AuthError } from './auth-client.ts';
import type { AuthClient } from './auth-client.ts';
import { personName } from '../person-name.ts';
import { userFromIdToken } from './claims.ts';
import { createSession, isSafePath } from './session.ts';

const hourMs = 3_600_000;

const idToken = await testIdToken({ givenName: 'Ána', familyName: 'Ruiz', permissions: ['AlertModify'] });

function memory(initial?: string): StoredText & { value: string | undefined } {
  return {
    value: initial,
    read() {
      return this.value;
    },
    write(value) {
      this.value = value;
    },
  };
}

function harness(options: { stored?: object } & Partial<Pick<AuthClient, 'refresh' | 'currentUser'>> = {}) {
  let time = 1_000_000_000_000;
  const never = () => Promise.reject(new Error('not expected'));
  const auth: AuthClient = {
    signIn: never,
    answerChallenge: never,
    passkeyOptions: never,
    refresh: options.refresh ?? never,
    currentUser: options.currentUser ?? (() => Promise.resolve()),
    signOut: vi.fn(() => Promise.resolve()),
    changePassword: never,
    mailsCodes: never,
    forgotPassword: never,
    resetPassword: never,
    askForSupport: never,
    singleSignOn: never,
    exchangeCode: never,
    readTried: never,
    signInForSupport: never,
    leaveProvider: () => undefined,
    isSetupNeeded: never,
    setUp: never,
  };
  const record = memory(options.stored && JSON.stringify(options.stored));
  const returnPath = memory();
  const session = createSession({ auth, record, returnPath, now: () => time, exclusively: (task) => task() });
  return { session, record, returnPath, auth, pass: (ms: number) => (time += ms) };
}
const stored = {
  lastUserId: 'u1',
  refreshToken: 'r1',
  authTime: 1_000_000_000_000 - hourMs,
  refreshTokenHours: 12,
};
const tokens = { idToken, accessToken: '', refreshToken: 'r2', expiresIn: 900, refreshTokenHours: 12 };

describe('session', () => {
  it('[000-4.4] counts as signed in while sign-in time plus refresh lifetime is ahead', async () => {
    const good = harness({ stored, refresh: () => Promise.resolve(tokens) });
    await good.session.restore();
    expect(good.session.state().kind).toBe('signed-in');
    const old = harness({ stored: { ...stored, authTime: 1_000_000_000_000 - 12 * hourMs } });
    await old.session.restore();
    expect(old.session.state().kind).toBe('signed-out');
    expect(old.record.value).toBeUndefined();
  });

  describe('at the start', () => {
    const failing = (status: number) => () => Promise.reject(new AuthError(`failed with ${status}`, status));
    const refresh = () => Promise.resolve(tokens);

    it('asks the server who the person is, with the new token', async () => {
      const currentUser = vi.fn(() => Promise.resolve());
      await harness({ stored, refresh, currentUser }).session.restore();
      expect(currentUser).toHaveBeenCalledExactlyOnceWith(idToken);
    });

    it.each([401, 403, 404, 500])('[000-4.5] signs out when the answer is %i', async (status) => {
      for (const fault of [{ refresh: failing(status) }, { refresh, currentUser: failing(status) }]) {
        const { session, record } = harness({ stored, ...fault });
        await session.restore();
        expect(session.state()).toEqual({ kind: 'signed-out', hasEnded: true });
        expect(record.value).toBeUndefined();
      }
    });

    it.each([0, 429, 502, 503, 504])('keeps the session when nothing answers (%i)', async (status) => {
      // A token that was renewed counts no more, whatever failed after it.
      for (const [fault, kept] of [
        [{ refresh: failing(status) }, 'r1'],
        [{ refresh, currentUser: failing(status) }, 'r2'],
      ] as const) {
        const { session, record } = harness({ stored, ...fault });
        await expect(session.restore()).rejects.toThrow(`failed with ${status}`);
        expect(JSON.parse(record.value ?? '')).toMatchObject({ refreshToken: kept });
        expect(session.state().kind).toBe('restoring');
      }
    });
  });

  it('survives a fault of the server while somebody is at work', async () => {
    const refresh = () => Promise.reject(new AuthError('Broken', 500));
    const { session, pass } = harness({ refresh });
    session.begin(tokens);
    pass(850_000);
    await expect(session.idToken()).rejects.toThrow('Broken');
    expect(session.state().kind).toBe('signed-in');
  });

  it('[000-4.18] [000-4.19] stores the path on a 401 and gives it back once', () => {
    const { session } = harness();
    session.begin(tokens);
    session.expire('/alerts-and-errors/?status[]=OPEN');
    expect(session.state().kind).toBe('signed-out');
    expect(session.takeReturnPath()).toBe('/alerts-and-errors/?status[]=OPEN');
    expect(session.takeReturnPath()).toBeUndefined();
  });

  it('renews an ID token that is about to end, once for all who wait', async () => {
    const refresh = vi.fn(() => Promise.resolve({ ...tokens, refreshToken: 'r3' }));
    const { session, record, pass } = harness({ refresh });
    session.begin(tokens);
    expect(await session.idToken()).toBe(idToken);
    expect(refresh).not.toHaveBeenCalled();
    pass(850_000);
    await Promise.all([session.idToken(), session.idToken()]);
    expect(refresh).toHaveBeenCalledExactlyOnceWith('r2');
    expect(record.value).toContain('r3');
  });

  it('tells the server on sign-out and forgets everything', async () => {
    const { session, auth, record } = harness();
    session.begin(tokens);
    await session.signOut({ everywhere: true });
    expect(auth.signOut).toHaveBeenCalledWith('r2', true);
    expect(record.value).toBeUndefined();
    expect(await session.idToken()).toBe('');
  });

  it('follows only paths of this console after sign-in', () => {
    expect(isSafePath('/build/detections/')).toBe(true);
    expect(
      [
        '//evil.example',
        '/\\evil.example',
        '/\t/evil.example',
        '/\n/evil.example',
        'https://evil.example',
        'javascript:alert(1)',
        'evil.example',
        '/sign-in/',
        '',
        undefined,
      ].some(isSafePath),
    ).toBe(false);
  });
});

describe('claims', () => {
  it('[000-6.1] takes permissions from the group claims and reads names beyond ASCII', () => {
    const user = userFromIdToken(idToken);
    expect(user.permissions).toEqual(new Set(['AlertModify', 'AlertRead']));
    expect(personName(user)).toBe('Ána Ruiz');
  });

  it('says whether the role restricts log types', async () => {
    const isLimited = async (logTypeAccessKind: 'ALLOW_ALL' | 'DENY_ALL' | 'ALLOW' | 'DENY') =>
      userFromIdToken(await testIdToken({ logTypeAccessKind })).isLimitedByLogType;
    expect(await isLimited('ALLOW_ALL')).toBe(false);
    for (const kind of ['DENY_ALL', 'ALLOW', 'DENY'] as const) expect(await isLimited(kind)).toBe(true);
  });
});
