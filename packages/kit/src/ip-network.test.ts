import { BlockList } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatIpAddress,
  isInNetwork,
  networkAddressOf,
  parseIpAddress,
  parseIpNetwork,
} from './ip-network.ts';
import { isGlobalIp, isPrivateIp } from './ip-reach.ts';

describe('parseIpAddress', () => {
  it.each([
    ['1.2.3.4', [0x0102, 0x0304]],
    ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
    ['2001:db8::1', [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]],
    ['1:2:3:4:5:6:7::', [1, 2, 3, 4, 5, 6, 7, 0]],
    ['::ffff:1.2.3.4', [0, 0, 0, 0, 0, 0xffff, 0x0102, 0x0304]],
    ['fe80::1%eth0', [0xfe80, 0, 0, 0, 0, 0, 0, 1]],
  ])('reads %s', (text, groups) => expect(parseIpAddress(text)).toEqual(groups));

  it.each(['', '1.2.3', '01.2.3.4', '1.2.3.4/8', 'fe80::1%', 'fe80::1%a%b', 'fe80::1%a/64', 'x'])(
    'refuses "%s"',
    (text) => expect(parseIpAddress(text)).toBeUndefined(),
  );
});

describe('parseIpNetwork', () => {
  it.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '::/129',
    'fe80::%a/10',
    '/8',
    '',
  ])('refuses "%s"', (text) => expect(parseIpNetwork(text)).toBeUndefined());

  it('takes a bare address for the network of that one', () => {
    expect(parseIpNetwork('10.0.0.1')).toEqual(parseIpNetwork('10.0.0.1/32'));
    expect(parseIpNetwork('::1')).toEqual(parseIpNetwork('::1/128'));
  });

  it('holds the addresses Node says it holds', () => {
    const family = fc.constantFrom('ipv4' as const, 'ipv6' as const);
    const texts = family.chain((kind) => {
      const address = kind === 'ipv4' ? fc.ipV4() : fc.ipV6();
      const prefix = fc.integer({ min: 1, max: kind === 'ipv4' ? 32 : 128 });
      return fc.tuple(fc.constant(kind), address, address, prefix);
    });
    fc.assert(
      fc.property(texts, ([kind, network, address, prefix]) => {
        const list = new BlockList();
        list.addSubnet(network, prefix, kind);
        const ours = isInNetwork(parseIpAddress(address)!, parseIpNetwork(`${network}/${prefix}`)!);
        expect(ours).toBe(list.check(address, kind));
      }),
    );
  });

  it('keeps the versions apart', () => {
    expect(isInNetwork(parseIpAddress('::1')!, parseIpNetwork('0.0.0.0/0')!)).toBe(false);
    expect(isInNetwork(parseIpAddress('1.2.3.4')!, parseIpNetwork('::/0')!)).toBe(false);
  });
});

describe('formatIpAddress', () => {
  it.each([
    ['0.0.0.0', '0.0.0.0'],
    ['255.1.2.3', '255.1.2.3'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['1:0:2:3:4:5:6:7', '1:0:2:3:4:5:6:7'],
    ['10:0:0:0:0:0:0:10', '10::10'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('writes %s as %s', (text, short) => expect(formatIpAddress(parseIpAddress(text)!)).toBe(short));

  it('writes what the parser reads back, as a URL does', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const address = parseIpAddress(text)!;
        const written = formatIpAddress(address);
        expect(parseIpAddress(written)).toEqual(address);
        if (address.length === 8) expect(new URL(`http://[${text}]`).hostname).toBe(`[${written}]`);
      }),
    );
  });
});

describe('networkAddressOf', () => {
  it.each([
    ['203.0.113.77', 24, '203.0.113.0'],
    ['203.0.113.77', 32, '203.0.113.77'],
    ['203.0.113.77', 0, '0.0.0.0'],
    ['203.0.113.77', 19, '203.0.96.0'],
    ['2001:db8:1:2:3:4:5:6', 64, '2001:db8:1:2::'],
    ['2001:db8:1:2:3:4:5:6', 33, '2001:db8::'],
  ])('of %s/%i is %s', (text, prefix, network) =>
    expect(formatIpAddress(networkAddressOf(parseIpAddress(text)!, prefix))).toBe(network),
  );
});

describe('private and global', () => {
  it.each([
    ['10.1.2.3', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.0', 'global'],
    ['100.64.0.1', 'neither'],
    ['192.0.0.8', 'private'],
    ['192.0.0.9', 'global'],
    ['8.8.8.8', 'global'],
    ['224.0.0.1', 'global'],
    ['255.255.255.255', 'private'],
    ['::1', 'private'],
    ['::2', 'global'],
    ['fd00::1', 'private'],
    ['2001:db8::1', 'private'],
    ['2001:4:112::1', 'global'],
    ['2606:4700::1', 'global'],
    ['::ffff:10.0.0.1', 'private'],
    ['::ffff:8.8.8.8', 'global'],
    ['::ffff:100.64.0.1', 'neither'],
  ])('%s is %s', (text, kind) => {
    const address = parseIpAddress(text)!;
    expect([isPrivateIp(address), isGlobalIp(address)]).toEqual([kind === 'private', kind === 'global']);
  });
});
