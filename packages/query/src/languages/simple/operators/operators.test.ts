import { describe, expect, it } from 'vitest';

import { columnTypeOf, columnTypeOfSqlType, operatorsFor, simpleOperators } from './index.ts';

const labels = (...of: Parameters<typeof operatorsFor>) =>
  operatorsFor(...of).map((operator) => operator.label);
const universal = ['is null', 'is not null'];

describe('operators of the filter form', () => {
  it('[001-5.31] offers those of texts', () => {
    expect(labels('string')).toEqual([
      'is',
      'is not',
      'is empty',
      'is not empty',
      'is in list',
      'is not in list',
      'has substring',
      'does not have substring',
      'like',
      'is not like',
      'is within CIDR',
      ...universal,
    ]);
  });
  it('[001-5.32] offers those of numbers', () => {
    expect(labels('number')).toEqual([
      'equals',
      'does not equal',
      'greater than',
      'greater than or equal',
      'less than',
      'less than or equal',
      'between',
      ...universal,
    ]);
  });
  it('[001-5.33] offers those of arrays', () => {
    expect(labels('array')).toEqual([
      'has',
      'does not have',
      'has like',
      'does not have like',
      'has any',
      'does not have any',
      ...universal,
    ]);
  });
  it('[001-5.34][001-5.35][001-5.36] offers those of truth values, times and objects', () => {
    expect(labels('boolean')).toEqual(['is true', 'is false', ...universal]);
    expect(labels('time')).toEqual(['is after', 'is before', 'is between', ...universal]);
    expect(labels('object')).toEqual(['contains', 'does not contain', ...universal]);
  });
  it('[001-5.38] offers those of rows only while the type is unknown', () => {
    expect(labels(undefined)).toEqual([...universal, 'row contains', 'row like', 'row regexp contains']);
    expect(labels('string')).not.toContain('row contains');
  });
  it('[001-5.39] leaves some out for Redshift', () => {
    const missing = simpleOperators
      .filter((operator) => operator.isRedshiftDisabled)
      .map((operator) => operator.label);
    expect(missing).toEqual([
      'is within CIDR',
      'has any',
      'does not have any',
      'row contains',
      'row like',
      'row regexp contains',
    ]);
    expect(labels('string', { isRedshift: true })).not.toContain('is within CIDR');
    expect(labels(undefined, { isRedshift: true })).toEqual(universal);
  });
  it.each([
    ['NUMBER(38,0)', 'number'],
    ['bigint', 'number'],
    ['DOUBLE', 'number'],
    ['VARCHAR', 'string'],
    ['TEXT', 'string'],
    ['BINARY', 'string'],
    ['BOOLEAN', 'boolean'],
    ['TIMESTAMP_NTZ', 'time'],
    ['date', 'time'],
    ['VARIANT', 'object'],
    ['OBJECT', 'object'],
    ['ARRAY', 'array'],
    ['GEOGRAPHY', undefined],
    ['GEOMETRY', undefined],
  ])('[001-5.40] maps %s to %s', (type, expected) => {
    expect(columnTypeOfSqlType(type)).toBe(expected);
  });
  it('maps the types of fields', () => {
    expect(columnTypeOf({ kind: 'smallint' })).toBe('number');
    expect(columnTypeOf({ kind: 'timestamp' })).toBe('time');
    expect(columnTypeOf({ kind: 'json' })).toBe('object');
    expect(columnTypeOf(undefined)).toBeUndefined();
  });
  it('gives every operator an id of its own', () => {
    expect(new Set(simpleOperators.map((operator) => operator.id)).size).toBe(simpleOperators.length);
  });
});
