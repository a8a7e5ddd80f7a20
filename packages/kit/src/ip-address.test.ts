import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cidrVersionOf, ipVersionOf } from './ip-address.ts';

describe('ipVersionOf', () => {
  it.each([
    '1.2.3.4',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '2001:db8::1',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
  ])('knows %s as Node does', (text) => expect(ipVersionOf(text)).toBe(isIP(text)));

  it.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.4:80',
    '1.2.3.4/24',
    ':',
    ':::',
    '1::2::3',
    '12345::',
    'g::',
    '1:2:3:4:5:6:7:8:9',
    '::1.2.3',
    'fe80::1%',
    '1:2:3:4:5:6:7:1.2.3.4',
    '\u0010::',
  ])('refuses %s as Node does', (text) => {
    expect(ipVersionOf(text)).toBe(0);
    expect(isIP(text)).toBe(0);
  });

  it('agrees with Node on addresses that are nearly right', () => {
    const piece = fc.constantFrom('0', '1', '12', '255', '256', 'f', 'ffff', 'abcde', ':', '::', '.', '');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 17 }), (pieces) => {
        const text = pieces.join('');
        expect([text, ipVersionOf(text)]).toEqual([text, isIP(text)]);
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with Node on whole addresses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        expect(ipVersionOf(text)).toBe(isIP(text));
      }),
    );
  });
});

describe('cidrVersionOf', () => {
  it.each([
    ['10.0.0.0/8', 4],
    ['0.0.0.0/0', 4],
    ['10.0.0.0/33', 0],
    ['2001:db8::/32', 6],
    ['::/129', 0],
    ['10.0.0.0', 0],
    ['10.0.0.0/08', 0],
    ['10.0.0.0/-1', 0],
    ['fe80::1%eth0/64', 0],
    ['x/8', 0],
  ])('%s is of version %i', (text, version) => expect(cidrVersionOf(text)).toBe(version));
});
