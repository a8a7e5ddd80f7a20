import { readContent, type ContentItem } from '@margay/detect/content';
import { expect, it } from 'vitest';
import { contentDiff } from './content-diff.ts';

function itemsOf(rules: Record<string, { severity?: string; body?: string; head?: string }>): ContentItem[] {
  const files = Object.entries(rules).flatMap(
    ([id, { severity = 'High', body = 'def rule(event):\n    return True\n', head = '' }]) => [
      {
        path: `${id}.yml`,
        text: `${head}AnalysisType: rule\nRuleID: ${id}\nEnabled: true\nFilename: ${id}.py\nSeverity: ${severity}\nLogTypes: [AWS.CloudTrail]\n`,
      },
      { path: `${id}.py`, text: body },
    ],
  );
  const { items, problems } = readContent(files);
  expect(problems).toEqual([]);
  return items;
}

it('tells what an upload would add and change, and what it would leave alone', () => {
  const stored = itemsOf({ Same: {}, Changed: {}, Body: {}, Gone: {} });
  const local = itemsOf({
    Same: { head: '# a comment\n' },
    Changed: { severity: 'Low' },
    Body: { severity: 'Info', body: 'def rule(event):\n    return False\n' },
    Fresh: {},
  });
  expect(contentDiff(local, stored)).toEqual([
    { id: 'Body', change: 'modified', fields: ['rule.body', 'rule.severity'] },
    { id: 'Changed', change: 'modified', fields: ['rule.severity'] },
    { id: 'Fresh', change: 'new', fields: [] },
    { id: 'Gone', change: 'only-on-server', fields: [] },
    { id: 'Same', change: 'unchanged', fields: [] },
  ]);
});
