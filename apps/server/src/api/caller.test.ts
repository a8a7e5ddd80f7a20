import { parseIpNetwork, type IpNetwork } from '@margay/kit';
import { describe, expect, it } from 'vitest';
import { readRoute } from './caller.ts';

const networks = (...texts: string[]): IpNetwork[] => texts.map((text) => parseIpNetwork(text)!);
const proxies = networks('10.0.0.0/8', '2001:db8:1::/48', 'fe80::/10');
const ipOf = (peer: string | undefined, forwardedFor?: string, trusted = proxies) =>
  readRoute({ peer, forwardedFor, forwardedProto: undefined }, trusted).ip;

describe('the address of a caller', () => {
  it.each([
    // A stranger's own words count for nothing.
    ['203.0.113.5', undefined, '203.0.113.5'],
    ['203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['203.0.113.5', '10.0.0.1', '203.0.113.5'],
    ['2001:db8:2::1', '198.51.100.1', '2001:db8:2::1'],
    // Through one proxy and several: the rightmost address that is no proxy.
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '9.9.9.9, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '9.9.9.9, 198.51.100.1, 10.2.3.4', '198.51.100.1'],
    ['10.0.0.1', '9.9.9.9,10.9.9.9 ,\t198.51.100.1', '198.51.100.1'],
    // Everybody is a proxy: the farthest of them.
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    // What cannot be read ends the way: the proxy that wrote it answers for it.
    ['10.0.0.1', '198.51.100.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1, _secret, 10.0.0.2', '10.0.0.2'],
    ['10.0.0.1', '198.51.100.1,', '10.0.0.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1.', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.01', '10.0.0.1'],
    ['10.0.0.1', '<script>', '10.0.0.1'],
    ['10.0.0.1', '[198.51.100.1', '10.0.0.1'],
    ['10.0.0.1', '"198.51.100.1"', '10.0.0.1'],
    // Ports, brackets, zones, IPv4 inside IPv6: one spelling each.
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '[2001:DB8::7]:4711', '2001:db8::7'],
    ['10.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['10.0.0.1', '2001:db8:0:0:0:0:0:7', '2001:db8::7'],
    ['10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '[::ffff:c633:6401]:80', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['fe80::1%eth0', '198.51.100.1', '198.51.100.1'],
    ['2001:db8:1::1', 'fe80::2%eth0, [fe80::3%en1]:80', 'fe80::2'],
    // A connection that is gone has no address; it must not pass for a proxy on this machine.
    [undefined, '198.51.100.1', 'unknown'],
  ])('from %s with %s is %s', (peer, forwardedFor, ip) => expect(ipOf(peer, forwardedFor)).toBe(ip));

  it('trusts nobody, not even this machine, unless told so', () => {
    expect(ipOf('127.0.0.1', '198.51.100.1', [])).toBe('127.0.0.1');
    expect(ipOf('::1', '198.51.100.1', [])).toBe('::1');
  });

  it('stays quick for a header of any length', () => {
    const forwardedFor = Array.from({ length: 4000 }, () => '10.0.0.2').join(',');
    expect(ipOf('10.0.0.1', `198.51.100.1,${forwardedFor}`)).toBe('198.51.100.1');
  });
});

describe('the protocol of a caller', () => {
  const isSecure = (peer: string, forwardedProto: string | undefined) =>
    readRoute({ peer, forwardedFor: '198.51.100.1', forwardedProto }, proxies).isSecure;

  it('is what a trusted proxy says, and only that', () => {
    expect(isSecure('10.0.0.1', 'https')).toBe(true);
    expect(isSecure('10.0.0.1', 'HTTPS')).toBe(true);
    expect(isSecure('10.0.0.1', 'https, http')).toBe(false);
    expect(isSecure('10.0.0.1', 'http, https')).toBe(true);
    expect(isSecure('10.0.0.1', undefined)).toBe(false);
    expect(isSecure('203.0.113.5', 'https')).toBe(false);
  });
});
