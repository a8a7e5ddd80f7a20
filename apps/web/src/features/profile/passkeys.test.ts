import { expect, it } from 'vitest';
import { lackOfPasskeys } from './passkeys.tsx';

const origin = 'https://margay.example.com';
const own = { passkeysUnavailable: null, passkeyOrigin: origin };

it('says why no passkey can be added here and now', () => {
  expect(lackOfPasskeys(own, { origin, isKnown: true })).toBeUndefined();
  expect(lackOfPasskeys(own, { origin, isKnown: false })).toContain('This browser makes no passkeys');
  expect(lackOfPasskeys(own, { origin: 'https://10.0.0.7', isKnown: true })).toContain(`made at ${origin}.`);
  const none = { passkeysUnavailable: 'No host name.', passkeyOrigin: null };
  expect(lackOfPasskeys(none, { origin, isKnown: true })).toBe('No host name.');
});
