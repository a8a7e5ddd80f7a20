import { describe, expect, it } from 'vitest';
import { sideBySide } from './line-diff.ts';
import type { VersionRecord } from './queries.ts';
import { inOrder, readVersions } from './versions.ts';

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
    const [version] = readVersions(records({ threshold: 'many' }));
    expect(version?.definition).toBeUndefined();
    expect(version?.summary).toContain('does not know');
  });
  it('puts the older of two first', () => {
    const [two, one] = readVersions(records({}, { threshold: 2 }));
    expect(inOrder(two!, one)).toEqual([one, two]);
    expect(inOrder(one!, two)).toEqual([one, two]);
  });
});

describe('sideBySide', () => {
  it('puts what was added beside what was removed in its place', () => {
    const rows = sideBySide([
      { kind: 'same', text: 'a', before: 1, after: 1 },
      { kind: 'del', text: 'b', before: 2 },
      { kind: 'add', text: 'c', after: 2 },
      { kind: 'add', text: 'd', after: 3 },
    ]);
    expect(rows.map((row) => row.map((line) => line?.text))).toEqual([
      ['a', 'a'],
      ['b', 'c'],
      [undefined, 'd'],
    ]);
  });
});
