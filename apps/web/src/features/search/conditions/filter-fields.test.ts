import { describe, expect, it } from 'vitest';
import { filterFieldsOf, keptTables, searchedTables, tablesOf, unknownNames } from './filter-fields.ts';
import type { LakeDatabase, LakeTable } from '../../../lib/data-lake/queries.ts';

function table(
  databaseName: string,
  name: string,
  displayName: string,
  columns: Record<string, string>,
): LakeTable {
  return {
    databaseName,
    name,
    displayName,
    description: null,
    logType: displayName,
    groupedBy: [],
    columns: Object.entries(columns).map(([column, type]) => ({
      name: column,
      type,
      fields: type === 'object' ? [{ path: `${column}.arn`, type: 'string' }] : [],
    })),
  };
}

const shared = { p_event_time: 'timestamp', p_log_type: 'string', status: 'string' };
const trail = table('panther_logs', 'aws_cloudtrail', 'AWS.CloudTrail', {
  ...shared,
  userIdentity: 'object',
  code: 'int',
});
const okta = table('panther_logs', 'okta_systemlog', 'Okta.SystemLog', {
  ...shared,
  actor: 'string',
  code: 'string',
});
const matches = table('panther_rule_matches', 'aws_cloudtrail', 'AWS.CloudTrail', { p_rule_id: 'string' });
const databases: LakeDatabase[] = [
  { name: 'panther_logs', displayName: 'Logs', tables: [trail, okta] },
  { name: 'panther_rule_matches', displayName: 'Rule Matches', tables: [matches] },
];

describe('fields and tables of the search form', () => {
  it('[001-2.67] [001-2.71] groups fields, without the event time', () => {
    const fields = filterFieldsOf([trail, okta]);
    expect(fields.map(({ path, group }) => [group, path])).toEqual([
      ['Panther Managed', 'p_log_type'],
      ['AWS.CloudTrail', 'userIdentity'],
      ['AWS.CloudTrail', 'userIdentity.arn'],
      ['Okta.SystemLog', 'actor'],
      ['Shared', 'status'],
      ['Shared', 'code'],
    ]);
  });

  it('[001-3.21] [001-3.22] says of each field what it is called, of what type, and where it is', () => {
    const fields = filterFieldsOf([trail, okta, matches]);
    expect(fields.find(({ key }) => key === 'status')).toEqual({
      key: 'status',
      displayName: 'status',
      path: 'status',
      type: 'string',
      columnType: 'string',
      valueType: 'string',
      databases: ['panther_logs'],
      tables: ['panther_logs.aws_cloudtrail', 'panther_logs.okta_systemlog'],
      databaseTableMatches: { panther_logs: ['aws_cloudtrail', 'okta_systemlog'] },
      group: 'Shared',
      isPantherField: false,
    });
    expect(fields.find(({ key }) => key === 'p_rule_id')).toMatchObject({
      displayName: 'Rule ID',
      databases: ['panther_rule_matches'],
      group: 'Panther Managed',
      isPantherField: true,
    });
    expect(fields.find(({ key }) => key === 'actor')).toMatchObject({ group: 'Okta.SystemLog' });
  });

  it('takes fields whose type differs between tables as text', () => {
    const fields = filterFieldsOf([trail, okta]);
    expect(fields.find((field) => field.path === 'code')?.columnType).toBe('string');
    expect(filterFieldsOf([trail]).find((field) => field.path === 'code')?.columnType).toBe('number');
  });

  it('[001-2.39] offers the tables of the chosen databases', () => {
    expect(tablesOf(databases, [])).toHaveLength(3);
    expect(tablesOf(databases, ['panther_rule_matches'])).toEqual([matches]);
  });

  it('[001-2.40] drops tables that are not in the chosen databases', () => {
    const chosen = ['panther_logs.okta_systemlog', 'panther_rule_matches.aws_cloudtrail'];
    expect(keptTables(databases, ['panther_rule_matches'], chosen)).toEqual([
      'panther_rule_matches.aws_cloudtrail',
    ]);
    expect(keptTables(databases, [], chosen)).toEqual(chosen);
  });

  it('searches the logs when nothing is chosen', () => {
    expect(searchedTables(databases, [], [])).toEqual([trail, okta]);
    expect(searchedTables(databases, [], ['panther_logs.public.okta_systemlog'])).toEqual([okta]);
    expect(searchedTables(databases, [], ['aws_cloudtrail'])).toEqual([trail, matches]);
  });

  it('[001-5.4] [001-5.5] names what the lake does not know and clears it', () => {
    expect(unknownNames(databases, ['nope', 'panther_logs'], ['okta_systemlog', 'gone', 'lost'])).toEqual({
      message: 'Invalid database(s): nope. Invalid table(s): gone, lost',
      databases: ['panther_logs'],
      tables: ['okta_systemlog'],
    });
    expect(unknownNames(databases, [], []).message).toBe('');
  });
});
