import { describe, expect, it } from 'vitest';
import { readServers } from './connect.ts';

describe('NATS_URL', () => {
  it.each([
    ['nats://a:4222', { hosts: ['a:4222'], options: { servers: ['a:4222'] } }],
    ['a', { hosts: ['a:4222'], options: { servers: ['a:4222'] } }],
    [
      'tls://margay:p%40ss@a, nats://[::1]:5000',
      {
        hosts: ['a:4222', '[::1]:5000'],
        options: { servers: ['a:4222', '[::1]:5000'], user: 'margay', pass: 'p@ss', tls: {} },
      },
    ],
    ['nats://tok%2Fen@a:1', { hosts: ['a:1'], options: { servers: ['a:1'], token: 'tok/en' } }],
  ])('%s is taken apart', (url, servers) => {
    expect(readServers(url)).toEqual(servers);
  });

  it.each([
    ['', 'it is empty'],
    ['http://secret-name@a', 'address 1 begins with http://'],
    ['nats://a,nats://secret-name@', 'address 2'],
    ['nats://secret-name%zz@a', 'credentials of address 1'],
  ])('%s is refused with the reason, and without what may be secret', (url, reason) => {
    let message = '';
    try {
      readServers(url);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain('NATS_URL cannot be used');
    expect(message).toContain(reason);
    expect(message).not.toContain('secret-name');
  });
});
