import { createDetectEngine, type TestResult } from '@margay/detect';
import {
  type ContentItem,
  readContent,
  readContentFolder,
  textOfContentProblem,
} from '@margay/detect/content';
import { type DetectionContent, tableNameOf } from '@margay/model';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const content = fileURLToPath(new URL('..', import.meta.url));
const reading = readContent(
  (
    await Promise.all(
      ['detections', 'helpers', 'models'].map(async (folder) =>
        (await readContentFolder(join(content, folder))).files.map(({ path, text }) => ({
          path: `${folder}/${path}`,
          text,
        })),
      ),
    )
  ).flat(),
);
type RuleItem = Extract<ContentItem, { kind: 'rule' }>;
const rules = reading.items.filter((item): item is RuleItem => item.kind === 'rule');

const loadable: DetectionContent = {
  revision: 1,
  rules: rules.map(({ rule }) => ({ ...rule, versionId: '1' })),
  globals: reading.items.flatMap((item) =>
    item.kind === 'global' ? [{ ...item.module, versionId: '1' }] : [],
  ),
  dataModels: reading.items.flatMap((item) =>
    item.kind === 'datamodel' ? [{ ...item.model, versionId: '1' }] : [],
  ),
};

/** Log types the schemas beside this folder define. */
function knownLogTypes(): Set<string> {
  const schemas = join(content, 'schemas');
  const files = readdirSync(schemas, { recursive: true, encoding: 'utf8' });
  const names = files
    .filter((file) => file.endsWith('.yml'))
    .map((file) => /^schema: (\S+)/m.exec(readFileSync(join(schemas, file), 'utf8'))?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

describe('shipped detections', () => {
  const engine = createDetectEngine({ workers: 1 });
  let results: TestResult[] = [];

  beforeAll(async () => {
    const report = await engine.load(loadable);
    expect(report.rejected).toEqual([]);
    const request = rules.map(({ rule, tests }) => ({ rule: { ...rule, versionId: '1' }, tests }));
    results = await engine.test({ rules: request });
  });
  afterAll(() => engine.close());

  it('are read without a problem, and there are enough of them', () => {
    expect(reading.problems.map(textOfContentProblem)).toEqual([]);
    expect(reading.skipped).toEqual([]);
    expect(rules.length).toBeGreaterThanOrEqual(30);
    expect(new Set(rules.flatMap(({ rule }) => rule.logTypes)).size).toBeGreaterThanOrEqual(7);
  });

  it.each(rules.map((item) => [item.id, item] as const))('%s passes its own tests', (id, item) => {
    const own = results.filter((result) => result.ruleId === id);
    expect(own).toHaveLength(item.tests.length);
    const failed = own.filter((result) => !result.passed || result.error !== null);
    expect(failed.map(({ testName, error, functions }) => ({ testName, error, functions }))).toEqual([]);
    for (const result of own.filter(({ triggersAlert }) => triggersAlert)) {
      const broken = Object.entries(result.functions).filter(([, outcome]) => outcome.error !== null);
      expect(broken, `${id}: ${result.testName}`).toEqual([]);
    }
  });

  it.each(rules.map((item) => [item.id, item] as const))('%s is complete', (_id, item) => {
    const { rule, tests } = item;
    expect(tests.filter((test) => test.expectedResult).length, 'tests that match').toBeGreaterThanOrEqual(2);
    expect(tests.filter((test) => !test.expectedResult).length, 'tests that do not').toBeGreaterThanOrEqual(
      2,
    );
    const attack = rule.reports['MITRE ATT&CK'] ?? [];
    expect(attack.length, 'MITRE ATT&CK entries').toBeGreaterThanOrEqual(1);
    for (const entry of attack) expect(entry).toMatch(/^TA\d{4}:T\d{4}(\.\d{3})?$/);
    expect(rule.runbook, 'a runbook with a search').toMatch(/`(?:union )?panther_logs\.public\.[^`]+`/);
    expect(rule.reference).toMatch(/^https:\/\//);
    expect(rule.description.length).toBeGreaterThan(40);
    expect(rule.displayName).not.toBe('');
    expect(rule.tags.length).toBeGreaterThanOrEqual(1);
    expect(rule.body).toMatch(/^def alert_context\(event\):/m);
    if (rule.createAlert) expect(rule.body).toMatch(/^def title\(event\):/m);
  });

  it('name log types that have a schema', () => {
    const known = knownLogTypes();
    const unknown = rules.flatMap(({ rule }) => rule.logTypes.filter((logType) => !known.has(logType)));
    expect(unknown).toEqual([]);
  });

  it('search tables that exist, several of them only through union', () => {
    const tables = new Set(
      [...knownLogTypes()].map((logType) => `panther_logs.public.${tableNameOf(logType)}`),
    );
    const wrong = rules.flatMap(({ id, rule }) =>
      [...rule.runbook.matchAll(/`((?:union )?)(panther_logs\.public\.\S+)/g)]
        .filter(([, union, table = '']) => (table.endsWith('*') ? union === '' : !tables.has(table)))
        .map(([text]) => `${id}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it('give titles that name more than the rule', () => {
    const alerting = new Set(rules.filter(({ rule }) => rule.createAlert).map(({ id }) => id));
    const titles = results
      .filter(({ ruleId, triggersAlert }) => triggersAlert && alerting.has(ruleId))
      .map(({ ruleId, testName, functions }) => `${ruleId}, ${testName}: ${functions.title?.output ?? ''}`);
    expect(titles.length).toBeGreaterThan(60);
    expect(titles.filter((line) => /None|ImmutableList|unknown caller|: $/.test(line))).toEqual([]);
  });
});
