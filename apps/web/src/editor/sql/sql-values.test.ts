import { describe, expect, it } from 'vitest';
import { comparedText } from './sql-values.ts';

const tables = [
  {
    database: 'panther_logs',
    name: 'aws_cloudtrail',
    columns: [
      { name: 'eventName', type: 'string' },
      { name: 'userIdentity', type: 'object' },
    ],
  },
];

describe('the field that a text is compared with', () => {
  it.each([
    ["where eventName = '", 'eventName', ''],
    ["where EVENTNAME='Get", 'EVENTNAME', 'Get'],
    ["where t.eventName <> 'It''s", 'eventName', "It''s"],
    ["where userIdentity:type in ('IAMUser', 'Ro", 'userIdentity.type', 'Ro'],
    ["where eventName not in ( 'a,b', 'it''s' , '", 'eventName', ''],
    [`where "eventName" ilike '`, 'eventName', ''],
    ["where aws_cloudtrail.userIdentity:sessionContext.x != '", 'userIdentity.sessionContext.x', ''],
  ])('of %s is %s', (before, field, typed) => {
    expect(comparedText(before, tables)).toEqual({ field, typed });
  });

  it.each([
    "where eventName = 'Get'",
    "where nobody = '",
    "where a.b.eventName = '",
    "select '",
    "where eventName = concat('",
    'where eventName = ',
    '',
  ])('is none in %s', (before) => {
    expect(comparedText(before, tables)).toBeUndefined();
  });
});
