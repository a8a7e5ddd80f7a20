import { describe, expect, it } from 'vitest';
import { conditionFor, filtersOf, narrowed, newChoice, newCondition, newGroup } from './conditions.ts';
import type { ConditionGroup } from './conditions.ts';
import { filterEntriesOf, selectionOrder, toggleFilter } from './filter-entries.ts';
import { filterFieldsOf } from './filter-fields.ts';

const fields = filterFieldsOf([
  {
    databaseName: 'panther_logs',
    name: 'aws_cloudtrail',
    displayName: 'AWS.CloudTrail',
    description: null,
    logType: 'AWS.CloudTrail',
    groupedBy: [],
    columns: ['p_event_time', 'p_log_type', 'eventName', 'code'].map((name) => ({
      name,
      type: name === 'code' ? 'int' : 'string',
      fields: [],
    })),
  },
]);
const entry = (groups: ConditionGroup[], key: string) =>
  filterEntriesOf(fields, groups).find((known) => known.key === key)!;
const toggled = (groups: ConditionGroup[], key: string) => toggleFilter(groups, entry(groups, key));

describe('list of filters', () => {
  it('[001-2.67] [001-2.71] starts from the fields of the tables, all off, without the event time', () => {
    const entries = filterEntriesOf(fields, []);
    expect(entries.map(({ key }) => key)).toEqual(['p_log_type', 'eventName', 'code']);
    expect(entries.every(({ isSelected, isManuallyAdded }) => !isSelected && !isManuallyAdded)).toBe(true);
  });

  it('[001-2.69] toggling selects a filter and keeps the order of selection', () => {
    const both = toggled(toggled([], 'code'), 'eventName');
    expect(selectionOrder(both)).toEqual(['code', 'eventName']);
    expect(entry(both, 'code')).toMatchObject({ isSelected: true, isManuallyAdded: false, value: [] });
    expect(both).toMatchObject([
      {
        conditions: [
          { key: 'code', operator: 'equals', type: 'int' },
          { key: 'eventName', operator: 'is' },
        ],
      },
    ]);
    const one = toggled(both, 'code');
    expect(selectionOrder(one)).toEqual(['eventName']);
    expect(entry(one, 'code').isSelected).toBe(false);
    expect(toggled(one, 'eventName')).toEqual([]);
  });

  it('takes every condition about a field away, those of a choice too', () => {
    const groups = [
      newGroup([newChoice([newCondition('code', 'equals'), newCondition('eventName')])]),
      newGroup([newChoice([newCondition('code', 'equals')])]),
    ];
    expect(filtersOf(toggled(groups, 'code'))).toMatchObject({
      or: [{ and: [{ or: [{ target: 'eventName' }] }] }],
    });
  });

  it('[001-2.70] a value of an event adds a selected entry that is manually added', () => {
    const groups = narrowed([], conditionFor('eventName', 'GetObject', 'string'));
    expect(entry(groups, 'eventName')).toMatchObject({
      isSelected: true,
      isManuallyAdded: true,
      value: ['GetObject'],
    });
    const unknown = entry(narrowed(groups, conditionFor('new.path', 'x', 'string')), 'new.path');
    expect(unknown).toMatchObject({ isSelected: true, isManuallyAdded: true, group: 'Not in a schema' });
  });
});
