import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentKinds } from './kinds/known.ts';
import { readContent } from './read-content.ts';

const yaml = `AnalysisType: rule
RuleID: My.Rule
Enabled: true
Filename: my_rule.py
Severity: High
LogTypes: [AWS.CloudTrail]
Tags: [one]
Tests:
  - Name: fires
    ExpectedResult: true
    Log: { answer: yes, day: 2026-01-02, mode: 0644, big: 12345678901234567890 }
    Mocks:
      - objectName: lookup
        returnValue: 'x'
`;
const python = { path: 'rules/my_rule.py', text: 'def rule(event):\n    return True\n' };

describe('reading detection content', () => {
  it('reads a rule with its body, defaults and tests by YAML 1.2 rules', () => {
    const { items, problems } = readContent([{ path: 'rules/my_rule.yml', text: yaml }, python]);
    expect(problems).toEqual([]);
    expect(items).toHaveLength(1);
    const [item] = items;
    if (item?.kind !== 'rule') throw new Error('no rule');
    expect(item.rule).toMatchObject({
      id: 'My.Rule',
      severity: 'HIGH',
      dedupPeriodMinutes: 60,
      threshold: 1,
      createAlert: true,
      body: python.text,
    });
    expect(item.tests).toEqual([
      {
        name: 'fires',
        expectedResult: true,
        resource: '{"answer":"yes","day":"2026-01-02","mode":644,"big":12345678901234567890}',
        mocks: [{ objectName: 'lookup', returnValue: 'x' }],
      },
    ]);
  });

  it.each([
    ['nested lists', `${yaml}Reports: ${'['.repeat(3000)}${']'.repeat(3000)}`, 'it is nested too deep'],
    ['an alias of nothing', `${yaml}Reports: *nothing`, 'nothing'],
    [
      'an alias bomb',
      `${Array.from({ length: 9 }, (_, i) => (i === 0 ? 'a0: &a0 [x]' : `a${i}: &a${i} [${`*a${i - 1},`.repeat(10)}]`)).join('\n')}\n${yaml}`,
      'alias',
    ],
  ])('refuses %s as one problem of the file', (_name, text, reason) => {
    const { items, problems } = readContent([
      { path: 'bad.yml', text },
      { ...python, path: 'my_rule.py' },
    ]);
    expect(items).toEqual([]);
    expect(problems).toMatchObject([{ file: 'bad.yml', line: 1, message: expect.stringContaining(reason) }]);
  });

  it('names file, line, field and remedy of what is wrong, and keeps the good ones', () => {
    const bad = yaml
      .replace('My.Rule', 'Other.Rule')
      .replace('Severity: High', 'Severity: Enormous')
      .replace('Tags: [one]', 'Tgas: [one]');
    const { items, problems } = readContent([
      { path: 'rules/a.yml', text: bad },
      { path: 'rules/b.yml', text: yaml },
      { path: 'rules/c.yml', text: 'AnalysisType: rule\nRuleID: [' },
      python,
    ]);
    expect(items.map((item) => item.id)).toEqual(['My.Rule']);
    expect(problems.map(({ file, field, line }) => ({ file, field, line }))).toEqual(
      expect.arrayContaining([
        { file: 'rules/a.yml', field: 'Severity', line: 5 },
        { file: 'rules/a.yml', field: 'Tgas', line: 7 },
        { file: 'rules/c.yml', field: '', line: 2 },
      ]),
    );
    for (const problem of problems) expect(problem.remedy).not.toBe('');
  });

  it('refuses a second item with the same id and a missing Python file', () => {
    const { items, problems } = readContent([
      { path: 'a.yml', text: yaml },
      { path: 'rules/b.yml', text: yaml },
      { path: 'rules/c.yml', text: yaml },
      python,
    ]);
    expect(items).toHaveLength(1);
    expect(problems.map((problem) => problem.file).sort()).toEqual(['a.yml', 'rules/c.yml']);
  });

  it('lists what it leaves out', () => {
    const { skipped } = readContent([
      { path: 'p.yml', text: 'AnalysisType: pack\nPackID: P\nPackDefinition: {IDs: []}' },
    ]);
    expect(skipped).toEqual([
      { file: 'p.yml', id: 'P', kind: 'pack', reason: expect.stringContaining('packs') },
    ]);
  });

  it('lists every kind file in the registry', () => {
    const folder = join(dirname(fileURLToPath(import.meta.url)), 'kinds');
    const parts = [
      'detection-keys.ts',
      'fields.ts',
      'index.ts',
      'kind.ts',
      'known.ts',
      'logic.ts',
      'query-keys.ts',
      'rule-keys.ts',
    ];
    const files = readdirSync(folder).filter((name) => !parts.includes(name));
    expect(contentKinds, 'add the missing kind to kinds/known.ts').toHaveLength(files.length);
    expect(new Set(contentKinds.map(({ kind }) => kind)).size).toBe(files.length);
  });
});

describe('a megabyte of YAML', () => {
  const problemsOf = (text: string) => readContent([{ path: 'big.yml', text }]).problems;
  const lines = (line: (i: number) => string, bytes: number) => {
    let text = '';
    for (let i = 0; text.length < bytes; i++) text += line(i);
    return text;
  };
  const almost = 1_000_000;

  it('is refused unread where it is more than that', () => {
    expect(problemsOf(lines((i) => `- a${i}\n`, 1_048_577))).toMatchObject([
      { file: 'big.yml', message: 'The file is larger than 1 MB, so it is not read.' },
    ]);
  });

  it.each([
    ['brackets that close nothing', (_i: number) => ']'],
    ['tabs', (_i: number) => '\ta: b\n'],
    ['texts that do not end', (_i: number) => 'a: "b\n'],
    ['forbidden signs', (_i: number) => '- `x\n'],
    ['the same key', (_i: number) => 'a: b\n'],
  ])('names the first faults of %s', (_name, line) => {
    expect(problemsOf(lines(line, almost))).toHaveLength(20);
  });

  it('is read where nothing is wrong with it, however many keys there are', () => {
    expect(problemsOf(lines((i) => `key${i}: value\n`, almost))).toEqual([]);
  });
});

it('finds equal keys at any depth, with their place', () => {
  const text = 'a:\n  - {b: 1, c: 2, b: 3}\n';
  expect(readContent([{ path: 'a.yml', text }]).problems).toMatchObject([
    { line: 2, column: 18, message: 'The YAML cannot be read: Map keys must be unique.' },
  ]);
});
