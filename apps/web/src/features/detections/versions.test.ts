import { describe, expect, it } from 'vitest';
import type { VersionRecord } from '../../editor/history/version-shape.ts';
import { inOrder, readVersions } from '../../editor/history/versions.ts';
import { ruleShape } from './rule-definition.ts';

const definition = {
  displayName: 'Push',
  description: '',
  body: 'a\nb\n',
  severity: 'HIGH',
  dedupPeriodMinutes: 60,
  threshold: 1,
  logTypes: ['Okta.SystemLog'],
  reference: '',
  runbook: '',
  reports: {},
  tags: [],
  tests: [],
  summaryAttributes: [],
  outputIds: [],
  createAlert: true,
};
const records = (...changes: object[]): VersionRecord[] =>
  changes
    .map((change, index) => ({
      versionId: `v${index + 1}`,
      number: index + 1,
      definition: { ...definition, ...change },
      createdAt: '2026-11-20T10:00:00Z',
      createdBy: null,
    }))
    .toReversed();

describe('readVersions', () => {
  it('says what each version changed', () => {
    const versions = readVersions(
      records({}, { threshold: 5 }, { threshold: 5, body: 'a\nc\nd\n', tags: ['x'] }, {}, {}),
      ruleShape,
    );
    expect(versions.map(({ summary }) => summary)).toEqual([
      'Saved without a change',
      'Restored version 1',
      'Code, Tags',
      'Threshold: 1 → 5',
      'First version',
    ]);
    expect(versions[2]?.change).toEqual({ added: 2, removed: 1 });
  });
  it('keeps a version of a shape it does not know', () => {
    const [version] = readVersions(records({ threshold: 'many' }), ruleShape);
    expect(version?.definition).toBeUndefined();
    expect(version?.summary).toContain('does not know');
  });
  it('puts the older of two first', () => {
    const [two, one] = readVersions(records({}, { threshold: 2 }), ruleShape);
    expect(inOrder(two!, one)).toEqual([one, two]);
    expect(inOrder(one!, two)).toEqual([one, two]);
  });
});
