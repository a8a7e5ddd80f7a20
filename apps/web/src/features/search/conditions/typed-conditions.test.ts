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
    [String.raw`eventName:"say \"a\\b\""`, '', String.raw`eventName is say "a\b"`],
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
    'eventName:""',
    'eventName:"open',
    'eventName:a"b',
    '2001:db8::1',
    '-:x',
    '',
  ])('leaves %j among the words', (text) => {
    expect(taken(text)).toEqual([text]);
  });

  it('waits for a blank behind what is being typed', () => {
    expect(taken('eventName:Stop', false)).toEqual(['eventName:Stop']);
    expect(taken('eventName:Stop ', false)).toEqual(['', 'eventName is Stop']);
    expect(taken('eventName:"Stop ', false)).toEqual(['eventName:"Stop ']);
    expect(taken('eventName:Stop count:1', false)).toEqual(['count:1', 'eventName is Stop']);
  });
});
