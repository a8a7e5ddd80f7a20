import { beforeEach, describe, expect, it } from 'vitest';
import type { LakeTable } from '../../../lib/data-lake/queries.ts';
import { filterFieldsOf } from './filter-fields.ts';
import { frequentFields, rememberField } from './frequent-fields.ts';

const columns = ['p_any_ip_addresses', 'p_log_type', 'eventName', 'code'];
const table: LakeTable = {
  databaseName: 'panther_logs',
  name: 'aws_cloudtrail',
  displayName: 'AWS.CloudTrail',
  description: null,
  logType: 'AWS.CloudTrail',
  groupedBy: [],
  columns: columns.map((name) => ({ name, type: 'string', description: null, fields: [] })),
};
const keys = () => frequentFields(filterFieldsOf([table])).map(({ key }) => key);

beforeEach(() => localStorage.clear());

describe('fields that are offered first', () => {
  it('are the usual ones of the tables, until somebody has chosen others', () => {
    expect(keys()).toEqual(['p_any_ip_addresses', 'p_log_type']);
    rememberField('code');
    rememberField('gone');
    rememberField('eventName');
    expect(keys()).toEqual(['eventName', 'code', 'p_any_ip_addresses', 'p_log_type']);
  });

  it('are the usual ones where what is kept cannot be read', () => {
    localStorage.setItem('margay.search.usedFields', '{');
    expect(keys()).toEqual(['p_any_ip_addresses', 'p_log_type']);
  });
});
