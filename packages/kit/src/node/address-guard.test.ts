import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressRule, isForbiddenNetwork, kindOfAddress } from './address-guard.ts';

describe('kindOfAddress', () => {
  it.each([
    ['127.0.0.1', 'private'],
    ['127.255.255.254', 'private'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.0.1', 'private'],
    ['198.18.0.1', 'private'],
    ['203.0.113.9', 'private'],
    ['::1', 'private'],
    ['fc00::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fec0::1', 'private'],
    ['::ffff:127.0.0.1', 'private'],
    ['::ffff:7f00:1', 'private'],
    ['0:0:0:0:0:ffff:10.0.0.1', 'private'],
    ['::127.0.0.1', 'private'],
    ['64:ff9b::7f00:1', 'private'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b:1::10.0.0.1', 'private'],
    ['2002:7f00:1::', 'private'],
    ['2001:0:a00:1::f5ff:fffe', 'private'],
    ['2001:5::1', 'private'],
    ['fd00::5efe:10.0.0.1', 'private'],
    ['2001:db8::1', 'private'],
    ['100::1', 'private'],
    ['0.0.0.0', 'forbidden'],
    ['169.254.169.254', 'forbidden'],
    ['168.63.129.16', 'forbidden'],
    ['224.0.0.1', 'forbidden'],
    ['255.255.255.255', 'forbidden'],
    ['::', 'forbidden'],
    ['fe80::1', 'forbidden'],
    ['fe80::1%eth0', 'forbidden'],
    ['ff02::1', 'forbidden'],
    ['fd00:ec2::254', 'forbidden'],
    ['::ffff:169.254.169.254', 'forbidden'],
    ['64:ff9b::a9fe:a9fe', 'forbidden'],
    ['64:ff9b:1::a9fe:a9fe', 'forbidden'],
    ['2002:a9fe:a9fe::', 'forbidden'],
    ['2002:a9fe:a9fe::1', 'forbidden'],
    ['2001:0:a9fe:a9fe::', 'forbidden'],
    ['2001:0:a00:1::5601:5601', 'forbidden'],
    ['fd00::5efe:169.254.169.254', 'forbidden'],
    ['fd00::200:5efe:a9fe:a9fe', 'forbidden'],
    ['not an address', 'forbidden'],
    ['127.1', 'forbidden'],
    ['1.1.1.1', 'public'],
    ['172.32.0.1', 'public'],
    ['100.128.0.1', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],
  ])('%s is %s', (address, kind) => {
    expect(kindOfAddress(address)).toBe(kind);
  });

  it('judges every IPv4 address the same when IPv6 carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(kindOfAddress(`::ffff:${address}`)).toBe(kindOfAddress(address));
        expect(kindOfAddress(`64:ff9b::${address}`)).toBe(kindOfAddress(address));
      }),
    );
  });
});

describe('addressRule', () => {
  it('opens what a list names and nothing beside it', () => {
    const allows = addressRule(['10.1.0.0/16', 'Splunk.corp', '192.168.1.7', 'fd00:1::/32']);
    expect(allows('x', '10.1.2.3')).toBe(true);
    expect(allows('x', '10.2.2.3')).toBe(false);
    expect(allows('splunk.corp', '10.9.9.9')).toBe(true);
    expect(allows('evil-splunk.corp', '10.9.9.9')).toBe(false);
    expect(allows('splunk.corp', '169.254.169.254')).toBe(false);
    expect(allows('x', '192.168.1.7')).toBe(true);
    expect(allows('x', '192.168.1.8')).toBe(false);
    expect(allows('x', 'fd00:1::5')).toBe(true);
    expect(allows('x', '8.8.8.8')).toBe(true);
  });

  it.each(['169.254.169.254', 'fd00:ec2::254', '2002:a9fe:a9fe::', '64:ff9b::169.254.169.254'])(
    'keeps %s closed, whatever names it',
    (address) => {
      const allows = addressRule(['169.254.0.0/16', 'fd00::/8', '2002::/16', '64:ff9b::/96', 'x', address]);
      expect(allows('x', address)).toBe(false);
    },
  );

  it('keeps metadata closed when all private addresses are open', () => {
    const allows = addressRule(true);
    expect(allows('x', '10.0.0.1')).toBe(true);
    expect(allows('x', '169.254.169.254')).toBe(false);
  });
});

describe('isForbiddenNetwork', () => {
  it.each(['169.254.0.0/16', '169.254.169.254', '169.254.7.0/24', 'fd00:ec2::254', 'fe80::/12', '0.0.0.0/8'])(
    'holds for %s, where nothing may be called',
    (network) => expect(isForbiddenNetwork(network)).toBe(true),
  );
  it.each(['10.0.0.0/8', '0.0.0.0/0', '169.254.0.0/15', 'fd00::/8', '::/0', 'example.com', ''])(
    'does not hold for %j',
    (network) => expect(isForbiddenNetwork(network)).toBe(false),
  );
});
