import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionText } from './conditions.ts';
import { filterFieldsOf } from './filter-fields.ts';
import { takeConditions } from './typed-conditions.ts';

const column = (name: string, type: string, fields: { path: string; type: string }[] = []) => ({
  name,
  type,
  description: '',
  fields,
});
const fields = filterFieldsOf([
  {
    databaseName: 'panther_logs',
    name: 'aws_cloudtrail',
    displayName: 'AWS.CloudTrail',
    logType: 'AWS.CloudTrail',
    columns: [
      column('eventName', 'string'),
      column('userIdentity', 'object', [{ path: 'userIdentity.type', type: 'string' }]),
      column('count', 'int'),
      column('readOnly', 'boolean'),
      column('seenAt', 'timestamp'),
      column('tags', 'array<string>'),
      column('a', 'string'),
      column('A', 'string'),
    ],
  } as unknown as Parameters<typeof filterFieldsOf>[0][number], // what the catalog has besides is not looked at
]);

const taken = (text: string, isFinished = true) => {
  const { text: words, conditions } = takeConditions(text, fields, isFinished);
  return [words, ...conditions.map(conditionText)];
};

describe('conditions typed among the words', () => {
  it.each([
    ['eventName:StopLogging', '', 'eventName is StopLogging'],
    ['eventname:StopLogging', '', 'eventName is StopLogging'],
    ['-eventName:StopLogging', '', 'eventName is not StopLogging'],
    ['eventName:"Stop Logging"', '', 'eventName is Stop Logging'],
    [String.raw`eventName:"say \"a\b\" now"`, '', String.raw`eventName is say "a\b" now`],
    ['eventName:""', '', 'eventName is in list ""'],
    ['-eventName:""', '', 'eventName is not in list ""'],
    ['tags:""', '', 'tags has any ""'],
    ['eventName:" "', '', 'eventName is " "'],
    ['userIdentity.type:Root', '', 'userIdentity.type is Root'],
    ['eventName:Stop*', '', 'eventName like Stop%'],
    ['-tags:prod*', '', 'tags does not have like prod%'],
    ['tags:prod', '', 'tags has prod'],
    ['eventName:*', '', 'eventName is not null'],
    ['-count:*', '', 'count is null'],
    ['count:5', '', 'count equals 5'],
    ['count:>5', '', 'count greater than 5'],
    ['-count:>5', '', 'count less than or equal 5'],
    ['count:<=-2.5', '', 'count less than or equal -2.5'],
    ['readOnly:TRUE', '', 'readOnly is true'],
    ['-readOnly:true', '', 'readOnly is false'],
    ['seenAt:>2026-01-02T03:04:05Z', '', 'seenAt is after 2026-01-02T03:04:05Z'],
    ['a:1', '', 'a is 1'],
    ['A:1', '', 'A is 1'],
    [
      'root eventName:StopLogging -count:5 "a b"',
      'root "a b"',
      'eventName is StopLogging',
      'count does not equal 5',
    ],
  ])('%s', (text, ...expected) => {
    expect(taken(text)).toEqual(expected);
  });

  it.each([
    'nofield:StopLogging',
    'https://example.com/eventName:x',
    '"eventName:StopLogging in a phrase"',
    '"eventName:StopLogging',
    'count:many',
    'count:>many',
    'readOnly:perhaps',
    'eventName:>5',
    'seenAt:2026-01-02',
    'eventName:',
    'count:""',
    'count:>""',
    'readOnly:""',
    'eventName:"open',
    'eventName:a"b',
    '2001:db8::1',
    '-:x',
    '',
  ])('leaves %j among the words', (text) => {
    expect(taken(text)).toEqual([text]);
  });

  it.each([
    String.raw`DOMAIN\user`,
    String.raw`C:\Windows\System32\x y.exe`,
    String.raw`\\server\share\new file`,
    String.raw`C:\Program Files` + '\\',
  ])('leaves the backslashes of "%s" as they are', (value) => {
    const meant = `eventName is ${value}`;
    expect(taken(`eventName:"${value}"`)).toEqual(['', meant]);
    expect(taken(`eventName:"${value}" -tags:"${value}" root`)).toEqual([
      'root',
      meant,
      `tags does not have ${value}`,
    ]);
    expect(taken(`eventName:"${value}" "a phrase"`)).toEqual(['"a phrase"', meant]);
  });

  /** Any value in quotes: a backslash before a quote is doubled, and the quote gets one of its own. */
  const quoted = (value: string) =>
    `"${value.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\+)$/, '$1$1')}"`;

  it('takes any value that is written with escapes', () => {
    const letters = fc.constantFrom('\\', '"', ' ', 'a', ':', '*');
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), (value) => {
        const { text, conditions } = takeConditions(`a:${quoted(value)} root`, fields, true);
        expect([text, conditions.map((condition) => condition.value)]).toEqual(['root', [[value]]]);
      }),
    );
  });

  it('waits for a blank behind what is being typed', () => {
    expect(taken('eventName:Stop', false)).toEqual(['eventName:Stop']);
    expect(taken('eventName:Stop ', false)).toEqual(['', 'eventName is Stop']);
    expect(taken('eventName:"Stop ', false)).toEqual(['eventName:"Stop ']);
    const open = String.raw`eventName:"say \"a\" `;
    expect(taken(open, false)).toEqual([open]);
    expect(taken('eventName:Stop count:1', false)).toEqual(['count:1', 'eventName is Stop']);
  });
});
