import { describe, expect, it } from 'vitest';
import { grokPatterns } from './grok-patterns.ts';
import { expandGrok } from './grok.ts';
import { compileLinearRegex } from './linear-regex.ts';
import { faultsOf, parseLines } from './testing.ts';

/** What a named pattern finds when it has to take the whole text. */
function takesWhole(name: string, text: string): boolean {
  const expanded = expandGrok(`^%{${name}:found}$`, {});
  if ('fault' in expanded) throw new Error(expanded.fault);
  const regex = compileLinearRegex(expanded.expression);
  if ('fault' in regex) throw new Error(regex.fault);
  return regex.match(text) !== undefined;
}

describe('regex parser', () => {
  it('joins the pieces and names captures in three ways', () => {
    const yaml = `regex:
      match:
        - '^(?P<ip>\\S+) '
        - '(?<user>\\S+) %{GREETING:greeting}'
        - '( ignored)?'
      patternDefinitions: { GREETING: 'hello|%{SHORT}', SHORT: 'h[ie]' }`;
    expect(parseLines(yaml, ['1.2.3.4 bob hi ignored', '1.2.3.4'])).toEqual([
      { ip: '1.2.3.4', user: 'bob', greeting: 'hi' },
      'failed: The line does not match the expression.',
    ]);
  });

  it('searches, and gives empty text for groups that took no part', () => {
    expect(parseLines("regex: { match: ['a(?P<x>b)?(?P<y>c)?'] }", ['zzac'])).toEqual([{ x: '', y: 'c' }]);
  });

  it('fills one field from the alternative that matched', () => {
    expect(parseLines("regex: { match: ['^(?:%{IPV4:host}|%{WORD:host})$'] }", ['10.0.0.1', 'web'])).toEqual([
      { host: '10.0.0.1' },
      { host: 'web' },
    ]);
  });

  it('[002-5.62] takes names of capitals and digits for patterns', () => {
    expect(faultsOf("regex: { match: ['%{AB1:x}'], patternDefinitions: { AB1: x } }")).toEqual([]);
    for (const name of ['ab', '1A', 'A-B']) {
      expect(faultsOf(`regex: { match: ['(?P<x>y)'], patternDefinitions: { ${name}: x } }`)[0]).toContain(
        'name of a pattern',
      );
    }
  });

  it('[002-5.63] needs at least 1 match', () => {
    expect(faultsOf('regex: { match: [] }')[0]).toContain('at least 1 expression');
  });

  it.each([
    ["regex: { match: ['(?P<x>a(?=b))'] }", 'cannot be used'],
    ["regex: { match: ['(?P<x>a)\\1'] }", 'cannot be used'],
    ["regex: { match: ['(?P<x>a'] }", 'cannot be used'],
    ["regex: { match: ['abc'] }", 'captures no field'],
    ["regex: { match: ['%{NOPE:x}'] }", 'no pattern "NOPE"'],
    ["regex: { match: ['%{AA:x}'], patternDefinitions: { AA: '%{BB}', BB: '%{AA}' } }", 'refers to itself'],
    ["regex: { match: ['%{IP:x}'], patternDefinitions: { IP: 'x' } }", 'is built in'],
    ["regex: { match: ['(?P<x>(?:(?:a{1000}){1000}){1000})'] }", 'cannot be used'],
  ])('refuses %s', (yaml, message) => expect(faultsOf(yaml).join()).toContain(message));

  it('refuses definitions that multiply', () => {
    const definitions = Array.from({ length: 12 }, (_, n) => `AA${n}: '${`%{AA${n + 1}}`.repeat(10)}'`);
    expect(
      faultsOf(
        `regex: { match: ['%{AA0:x}'], patternDefinitions: { ${definitions.join(', ')}, AA12: abc } }`,
      ).join(),
    ).toContain('grows beyond');
  });

  it.each([
    ['^(?P<x>(a+)+)$', `${'a'.repeat(50_000)}!`],
    ['^(?P<x>(a|a)*)$', `${'a'.repeat(50_000)}!`],
    ['^(?P<x>(a|aa)+)$', `${'a'.repeat(50_000)}!`],
    ['^(?P<x>(.*)*)x$', 'a'.repeat(50_000)],
    ['(?P<x>(.*?,){11}P)', '1,2,3,4,5,6,7,8,9,10,11,'.repeat(200)],
    ['^(?P<x>\\s*\\S*\\s*)*$', `${' a'.repeat(20_000)}\u0000`],
  ])('is done with the bomb %s', (pattern, text) => {
    // Backtracking would take longer than the age of the universe: to be back at all is the proof.
    expect(parseLines(`regex: { match: ['${pattern}'] }`, [text])).toHaveLength(1);
  });
});

describe('built-in patterns', () => {
  it('all compile', () => {
    for (const name of Object.keys(grokPatterns))
      expect([name, takesWhole(name, '\u0001')]).toEqual([
        name,
        ['DATA', 'GREEDYDATA', 'NOTSPACE', 'NS'].includes(name),
      ]);
  });

  it.each([
    ['WORD', 'abc_1', 'a b'],
    ['NOTSPACE', 'a-b', 'a b'],
    ['QUOTEDSTRING', '"a \\" b"', '"a'],
    ['UUID', '123e4567-e89b-12d3-a456-426614174000', '123e4567'],
    ['INT', '-12', '1.5'],
    ['BASE10NUM', '+1.5', 'x'],
    ['NUMBER', '.5', '.'],
    ['BASE16NUM', '0xFf', 'xyz'],
    ['POSINT', '12', '012'],
    ['NONNEGINT', '0', '-1'],
    ['MAC', 'aa:bb:cc:dd:ee:ff', 'aa:bb:cc'],
    ['MAC', 'AA-BB-CC-DD-EE-FF', 'AA-BB'],
    ['MAC', 'aabb.ccdd.eeff', 'aabb.ccdd'],
    ['IPV4', '255.1.1.1', '256.1.1.1'],
    ['IPV6', '2001:db8::1', '2001:db8::1::'],
    ['IPV6', '::ffff:1.2.3.4', '1.2.3.4'],
    ['IPV6', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8:9'],
    ['IPV6', 'fe80::1%eth0', 'fe80:'],
    ['IP', '::1', '1.2.3'],
    ['HOSTNAME', 'a-1.example.com', 'a b'],
    ['IPORHOST', 'example.com', 'a/b'],
    ['HOSTPORT', 'example.com:80', 'example.com'],
    ['USERNAME', 'a.b-c_d', 'a@b'],
    ['UNIXPATH', '/var/log/x', 'var/log'],
    ['WINPATH', 'C:\\a\\b', '/a'],
    ['TTY', '/dev/pts/3', '/tmp'],
    ['URIPATHPARAM', '/a/b?c=d&e', 'a'],
    ['URI', 'https://user@example.com:80/a?b=c', 'example.com'],
    ['MONTH', 'September', 'Septem'],
    ['MONTHNUM', '12', '13'],
    ['MONTHDAY', '31', '32'],
    ['DAY', 'Tuesday', 'Tu'],
    ['TIME', '23:59:60.5', '24:00'],
    ['KITCHEN', '3:04PM', '15:04'],
    ['DATE', '12/31/2024', '2024'],
    ['DATETIME', '31.12.2024 10:11:12', '31.12.2024'],
    ['TIMESTAMP_ISO8601', '2024-01-02T03:04:05.678+01:00', '2024-01-02'],
    ['TIMESTAMP_RFC822', 'Mon Jan 02 2006 15:04:05 MST', 'Mon'],
    ['TIMESTAMP_RFC2822', 'Mon, 02 Jan 2006 15:04:05 -0700', 'Mon'],
    ['TIMESTAMP_OTHER', 'Mon Jan 02 15:04:05 MST 2006', 'Mon'],
    ['TIMESTAMP_EVENTLOG', '20240102030405', '2024'],
    ['SYSLOGTIMESTAMP', 'Jan  2 03:04:05', '2 Jan'],
    ['HTTPDATE', '10/Oct/2000:13:55:36 -0700', '10/Oct/2000'],
    ['TZOFFSET', '+01:00', 'Z'],
    ['PID', '1', '0'],
    ['USER', 'bob', ' '],
    ['HOST', 'web-1', '/'],
    ['QS', "'x'", 'x'],
  ])('%s takes %s and not %s', (name, good, bad) => {
    expect([takesWhole(name, good), takesWhole(name, bad)]).toEqual([true, false]);
  });
});
