import { describe, expect, it } from 'vitest';
import { newRecoveryCodes, normalizeRecoveryCode } from './recovery-codes.ts';
import { passwordFaults } from './password.ts';
import { readRefreshToken, signRefreshToken } from './refresh-token.ts';
import { newTemporaryPassword } from './temporary-password.ts';
import { newTotpSecret, totpAddress, totpCodeAt, totpStepOf } from './totp.ts';

const step = 30_000;
const now = 1_800_000_000_000;

describe('time-based codes', () => {
  it('are those of RFC 6238, appendix B', () => {
    // The secret there is the text 12345678901234567890; its codes have eight digits, of which six are ours.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(totpCodeAt(secret, 59_000)).toBe('287082');
    expect(totpCodeAt(secret, 1_111_111_109_000)).toBe('081804');
    expect(totpCodeAt(secret, 20_000_000_000_000)).toBe('353130');
  });

  it('count one step early or late, and no further', () => {
    const secret = newTotpSecret();
    for (const late of [-step, 0, step]) {
      const counted = totpStepOf(totpCodeAt(secret, now + late), secret, { now, after: 0 });
      expect(counted).toBe((now + late) / step);
    }
    for (const late of [-2 * step, 2 * step, 3_600_000])
      expect(totpStepOf(totpCodeAt(secret, now + late), secret, { now, after: 0 })).toBeUndefined();
  });

  it('count once', () => {
    const secret = newTotpSecret();
    const code = totpCodeAt(secret, now);
    const after = totpStepOf(code, secret, { now, after: 0 }) ?? 0;
    expect(totpStepOf(code, secret, { now, after })).toBeUndefined();
    expect(totpStepOf(totpCodeAt(secret, now - step), secret, { now, after })).toBeUndefined();
    expect(totpStepOf(totpCodeAt(secret, now + step), secret, { now, after })).toBe(after + 1);
  });

  it.each(['', '12345', '1234567', '12345a', ' 123456', '１２３４５６', '-12345'])('are not %j', (code) => {
    expect(totpStepOf(code, newTotpSecret(), { now, after: 0 })).toBeUndefined();
  });

  it('come from an address that every authenticator app reads', () => {
    const address = new URL(totpAddress('GEZDGNBVGY3TQOJQ', 'ada+x@example.com'));
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
    expect(decodeURIComponent(address.pathname)).toBe('/Margay:ada+x@example.com');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      issuer: 'Margay',
      secret: 'GEZDGNBVGY3TQOJQ',
      digits: '6',
      period: '30',
    });
  });
});

describe('recovery codes', () => {
  it('are ten, none like another, and read however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
      expect(normalizeRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')}`)).toBe(code);
    }
  });
  it.each(['', '123456', 'abcd-efgh-jkmn', 'oooo-oooo-oooo-oooo', 'abcd-efgh-jkmn-pqrst'])(
    'are not %j',
    (typed) => expect(normalizeRecoveryCode(typed)).toBeUndefined(),
  );
});

it('makes temporary passwords that meet the rules', () => {
  const made = Array.from({ length: 200 }, newTemporaryPassword);
  expect(new Set(made).size).toBe(200);
  expect(made.flatMap((password) => passwordFaults(password, 'ada@example.com'))).toEqual([]);
});

describe('refresh tokens', () => {
  const key = new Uint8Array(32).fill(3);
  const claims = { sessionId: '0b5f7a52-6a9f-4d3c-9a55-1f6f5f0d7c11', generation: 12 };
  it('say their session and generation to who has the key', () => {
    const token = signRefreshToken(claims, key);
    expect(readRefreshToken(token, key)).toEqual(claims);
    expect(readRefreshToken(token, new Uint8Array(32))).toBeUndefined();
  });
  it('are refused once a letter is another', () => {
    const token = signRefreshToken(claims, key);
    const forged = [token.replace('.12.', '.13.'), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`];
    for (const text of [...forged, '', 'x', `${token}.`, ` ${token}`, token.replace('.12.', '.012.')])
      expect(readRefreshToken(text, key)).toBeUndefined();
  });
});
