import crypto, { createHmac } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { httpAuths } from './auth/index.ts';

const compare = crypto.timingSafeEqual;
let lengths: [number, number][] = [];
crypto.timingSafeEqual = (one, other) => {
  lengths.push([one.byteLength, other.byteLength]);
  return compare(one, other);
};
syncBuiltinESMExports();
afterAll(() => {
  crypto.timingSafeEqual = compare;
  syncBuiltinESMExports();
});
beforeEach(() => {
  lengths = [];
});

const body = Buffer.from('{"a":1}');
const sign = (key: string) => createHmac('sha256', key).update(body).digest('hex');
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const kinds: [Record<string, string>, string, string, string[]][] = [
  [
    { authMethod: 'Bearer', authBearerToken: 'token' },
    'authorization',
    'Bearer token',
    ['Bearer tokem', 'Bearer t', `Bearer ${'t'.repeat(9_000)}`],
  ],
  [
    { authMethod: 'Basic', authUsername: 'u', authPassword: 'p' },
    'authorization',
    basic('u:p'),
    [basic('u:q'), basic('u'), basic(`u:${'p'.repeat(9_000)}`)],
  ],
  [
    { authMethod: 'SharedSecret', authHeaderKey: 'x-key', authSecretValue: 'secret' },
    'x-key',
    'secret',
    ['secreT', 's', 's'.repeat(9_000)],
  ],
  [
    { authMethod: 'HMAC', authHeaderKey: 'x-key', authSecretValue: 'k', authHmacAlg: 'SHA256' },
    'x-key',
    sign('k'),
    [sign('l'), `${'0'.repeat(63)}1`],
  ],
];

describe('every kind of authentication with a secret', () => {
  it.each(kinds)(
    '%o compares in a time that tells nothing, whatever the length',
    (settings, name, right, wrong) => {
      const auth = httpAuths.find(({ kind }) => kind === settings['authMethod']);
      const isAllowed = (value: string) =>
        auth?.isAllowed(
          { authMethod: '', ...settings },
          { header: (asked) => (asked === name ? value : undefined), body },
        );
      expect(isAllowed(right)).toBe(true);
      for (const value of wrong) expect(isAllowed(value)).toBe(false);
      // Once for each, always over digests of one length.
      expect(lengths).toEqual(Array.from({ length: 1 + wrong.length }, () => [32, 32]));
    },
  );

  it('is looked at here', () => {
    expect(
      httpAuths
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'None')
        .toSorted(),
    ).toEqual(kinds.map(([settings]) => settings['authMethod']).toSorted());
  });
});
