import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { indicatorFieldOf, indicatorsText, listOf, readIndicators } from './indicator-values.ts';

const valuesOf = (text: string) => readIndicators(text).indicators.map(({ value }) => value);

describe('the form of an indicator', () => {
  it.each([
    ['10.0.0.1', 'p_any_ip_addresses'],
    ['2001:db8::1', 'p_any_ip_addresses'],
    ['arn:aws:iam::123456789012:user/x', 'p_any_aws_arns'],
    ['a.b@example.com', 'p_any_emails'],
    ['0cc175b9c0f1b6a831c399e269772661', 'p_any_md5_hashes'],
    ['86F7E437FAA5A7FCE15D1DDCB9EAEAEA377667B8', 'p_any_sha1_hashes'],
    ['0123456789abcdef'.repeat(4), 'p_any_sha256_hashes'],
    ['123456789012', 'p_any_aws_account_ids'],
    ['AKIAIOSFODNN7EXAMPLE', 'p_any_trace_ids'],
    ['i-0abc1234def567890', 'p_any_aws_instance_ids'],
    ['00:1b:44:11:3a:b7', 'p_any_mac_addresses'],
    ['001b.4411.3ab7', 'p_any_mac_addresses'],
    ['sub.example.co.uk', 'p_any_domain_names'],
    ['bücher.example', 'p_any_domain_names'],
    ['999.1.1.1', undefined],
    ['alice', undefined],
    ['constructor', undefined],
  ])('takes %s for %s', (value, field) => {
    expect(indicatorFieldOf(value)).toBe(field);
  });
});

describe('pasted indicators', () => {
  it('are split at blanks, commas, semicolons and lines, and kept whole in quotes', () => {
    expect(valuesOf(' a, b;c\n\na\td "two words" "with ""quotes"", too"')).toEqual([
      'a',
      'b',
      'c',
      'd',
      'two words',
      'with "quotes", too',
    ]);
  });

  it.each([
    ['hxxp://1[.]2[.]3[.]4', '1.2.3.4', 'p_any_ip_addresses'],
    ['hxxps[://]login[.]bad[.]example/auth?x=1', 'login.bad.example', 'p_any_domain_names'],
    ['hxxps[:]//Bad(dot)Example:8443/a', 'bad.example', 'p_any_domain_names'],
    ['ana[@]corp[dot]example', 'ana@corp.example', 'p_any_emails'],
    ['bad\\.example', 'bad.example', 'p_any_domain_names'],
  ])('restores %s to %s', (text, value, field) => {
    expect(readIndicators(text)).toEqual({
      indicators: [{ value, field }],
      restoredCount: 1,
      duplicateCount: 0,
      invalid: [],
    });
  });

  it.each([
    ['https://user:secret@bad.example:8443/x', 'bad.example'],
    ['http://[2001:db8::1]:80/', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['198.51.100.7:443', '198.51.100.7'],
    ['bad.example/path', 'bad.example'],
    ["'10.0.0.1'", '10.0.0.1'],
    ['(bad.example).', 'bad.example'],
    ['00-1B-44-11-3A-B7', '00:1b:44:11:3a:b7'],
    ['arn:aws:s3:::bucket/key', 'arn:aws:s3:::bucket/key'],
    ['DOMAIN\\ana', 'DOMAIN\\ana'],
    ['C:\\x "y"', 'C:\\x "y"'],
    ['(p_any_usernames=ana', 'ana'],
    ["[ '10.0.0.1", '10.0.0.1'],
    ['bad[\\.]example', 'bad.example'],
    ['Mozilla/5.0 (X11; Linux x86_64).', 'Mozilla/5.0 (X11; Linux x86_64).'],
  ])('takes of %s what rows hold: %s', (text, value) => {
    expect(listOf([text]).indicators.map((indicator) => indicator.value)).toEqual([value]);
  });

  it('are each there once, whatever their writing', () => {
    const hash = '0cc175b9c0f1b6a831c399e269772661';
    const list = readIndicators(`${hash} ${hash.toUpperCase()} Bad.example hxxp://bad[.]example`);
    expect(list).toMatchObject({ duplicateCount: 2, restoredCount: 1 });
    expect(list.indicators.map(({ value }) => value)).toEqual([hash, 'bad.example']);
  });

  it.each([
    ['999.1.1.1', 'it is no IP address'],
    ['10.0.0.0/8', 'it is a network; search for it with "is within CIDR"'],
    ['*.bad.example', 'it holds a wildcard; indicators match as a whole'],
    ['http://', 'it has no host'],
    ['p_any_nothing=x', 'there is no indicator field p_any_nothing'],
    ['p_any_usernames=', 'it is empty'],
    ['x'.repeat(501), 'it has more than 500 characters'],
    [`x${'['.repeat(20)}.${']'.repeat(20)}`, 'there is too much around it'],
    [`p_any_aws_tags=${'{'.repeat(20)}.${'}'.repeat(20)}`, 'there is too much around it'],
  ])('tells that %s is none: %s', (text, reason) => {
    expect(readIndicators(text)).toMatchObject({ indicators: [], invalid: [{ text, reason }] });
  });

  it('are of the field a person says', () => {
    expect(readIndicators('p_any_usernames=10.0.0.1 p_any_aws_tags=team:blue').indicators).toEqual([
      { value: '10.0.0.1', field: 'p_any_usernames' },
      { value: 'team:blue', field: 'p_any_aws_tags' },
    ]);
  });

  it('read the same from the text they are written as (property)', () => {
    const wrapping = fc.constantFrom(
      '(',
      ')',
      '[',
      ']',
      '"',
      "'",
      '`',
      '<',
      ' ',
      ' ',
      '=',
      ':',
      '/',
      '@',
      '.',
    );
    const written = fc.constantFrom(
      'p_any_usernames=',
      'hxxp',
      '://',
      '[.]',
      '[:]',
      '(at)',
      '\\.',
      ':80',
      'arn:aws:',
    );
    const value = fc.constantFrom('a.example', '10.0.0.1', '2001:db8::1', '00:1B:44:11:3a:b7', 'A', 'é');
    const built = fc.array(fc.oneof(wrapping, written, value), { maxLength: 8 }).map((all) => all.join(''));
    const part = fc.oneof(built, fc.string({ maxLength: 30, unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { indicators } = listOf(parts);
        expect(readIndicators(indicatorsText(indicators)).indicators).toEqual(indicators);
      }),
      { numRuns: 1_000 },
    );
  });

  it('of five hundred lines are read at once', () => {
    const lines = Array.from({ length: 500 }, (_, n) => `198.51.${n >> 8}[.]${n & 255}`).join('\n');
    expect(readIndicators(lines)).toMatchObject({ restoredCount: 500, invalid: [] });
    expect(readIndicators(lines).indicators).toHaveLength(500);
  });
});
