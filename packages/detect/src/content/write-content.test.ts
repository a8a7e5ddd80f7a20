import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentItem, RuleItem } from './item.ts';
import { readContent } from './read-content.ts';
import { arbitraryItems } from './testing/arbitrary-items.ts';
import { writeContent } from './write-content.ts';

/** Without the place it came from, which an export does not keep. */
const withoutFile = (items: readonly ContentItem[]) =>
  items.map((item) => ({ ...item, file: '' })).sort((a, b) => (a.id < b.id ? -1 : 1));

const sample: RuleItem = {
  kind: 'rule',
  id: 'A.Rule',
  file: '',
  enabled: true,
  createdBy: '',
  tests: [],
  notes: {},
  rule: {
    id: 'A.Rule',
    kind: 'RULE',
    body: 'def rule(event):\n    return True\n',
    logTypes: ['AWS.CloudTrail'],
    severity: 'LOW',
    displayName: '',
    description: '',
    runbook: '',
    reference: '',
    dedupPeriodMinutes: 60,
    threshold: 1,
    createAlert: true,
    tags: [],
    reports: {},
    outputIds: [],
    summaryAttributes: [],
  },
};

describe('writing detection content', () => {
  it('gives files that read as the same items, of every kind', () => {
    fc.assert(
      fc.property(arbitraryItems, (items) => {
        const { items: read, problems } = readContent(writeContent(items));
        expect(problems).toEqual([]);
        expect(withoutFile(read)).toEqual(withoutFile(items));
      }),
      { numRuns: 150 },
    );
  });

  it('leaves usual values out of the file', () => {
    expect(writeContent([sample]).find(({ path }) => path === 'rules/A.Rule.yml')?.text).toBe(
      `AnalysisType: rule\nFilename: A.Rule.py\nRuleID: A.Rule\nEnabled: true\nSeverity: Low\nLogTypes:\n  - AWS.CloudTrail\n`,
    );
  });

  it('gives names that are safe in a folder, and one to each item', () => {
    const ids = ['a/../b', 'A_.._B', '..', '.hidden', 'long'.repeat(80), 'a b', 'a_b', 'äö', 'üß', 'CON'];
    const items = ids.map((id) => ({ ...sample, id, rule: { ...sample.rule, id } }));
    const paths = writeContent(items).map(({ path }) => path);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(2 * ids.length);
    for (const path of paths) expect(path).toMatch(/^rules\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,125}\.(yml|py)$/);
    expect(withoutFile(readContent(writeContent(items)).items)).toEqual(withoutFile(items));
  });
});
