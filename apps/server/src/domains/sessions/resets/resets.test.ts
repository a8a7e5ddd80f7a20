import type { Store } from '@margay/store';
import { expect, it } from 'vitest';
import type { NewPasswords } from '../new-password.ts';
import { createPasswordResets } from './resets.ts';

it('does the same for every email that a code is asked for: the account is looked for later', async () => {
  const untouched = <Part extends object>(name: string): Part =>
    new Proxy({} as Part, {
      get() {
        throw new Error(`asking looked at ${name}`);
      },
    });
  const later: string[] = [];
  const resets = createPasswordResets({
    store: untouched<Store>('the store'),
    users: untouched('the users'),
    audit: untouched('the audit log'),
    passwords: untouched<NewPasswords>('the passwords'),
    brake: {
      refuseWhileBraked: async () => undefined,
      begin: async () => ({ succeeded: async () => undefined }),
    },
    mail: { isSetUp: () => true, post: untouched('the mail') },
    key: new Uint8Array(32),
    clock: () => new Date(),
    consoleUrl: () => 'https://margay.example',
    async sendLater(email) {
      later.push(email);
    },
  });
  const caller = { ip: '203.0.113.1', isSecure: true, userAgent: 'test', forwardedFor: [] };
  expect(await resets.ask('known@example.com', caller)).toBe(true);
  expect(await resets.ask('nobody@example.com', caller)).toBe(true);
  expect(later).toEqual(['known@example.com', 'nobody@example.com']);
});
