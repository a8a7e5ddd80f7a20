import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContentFolder } from './folder.ts';
import { countsOf, missingTests, type TestOutcome } from './outcome.ts';
import { reports } from './reports/index.ts';
import { createTestRunner, type TestRunner } from './runner.ts';

const yaml = (id: string, python: string) => `AnalysisType: rule
RuleID: ${id}
Enabled: true
Filename: ${python}
Severity: High
LogTypes: [AWS.CloudTrail]
Tests:
  - Name: stops <&> "quoted"
    ExpectedResult: true
    Log: { eventName: StopLogging }
  - Name: other
    ExpectedResult: false
    Log: { eventName: ListUsers }
`;
const python =
  'from names import WANTED\n\n\ndef rule(event):\n    return event.get("eventName") == WANTED\n';
const helper = 'AnalysisType: global\nGlobalID: names\nFilename: names.py\n';

let root: string;
let runner: TestRunner;
beforeAll(async () => {
  runner = createTestRunner();
  root = await mkdtemp(join(tmpdir(), 'margay-content-'));
  await mkdir(join(root, 'rules'));
  await mkdir(join(root, 'helpers'));
  await writeFile(join(root, 'rules', 'one.yml'), yaml('One', 'one.py'));
  await writeFile(join(root, 'rules', 'one.py'), python);
  await writeFile(join(root, 'rules', 'two.yml'), yaml('Two', 'two.py'));
  await writeFile(join(root, 'rules', 'two.py'), 'def rule(event):\n    return True\n');
  await writeFile(join(root, 'helpers', 'names.yml'), helper);
  await writeFile(join(root, 'helpers', 'names.py'), 'WANTED = "StopLogging"\n');
});
afterAll(async () => {
  await runner.close();
  await rm(root, { recursive: true, force: true });
});

async function outcomeOf(): Promise<TestOutcome> {
  const { items, problems, skipped } = (await openContentFolder(root)).reading();
  return {
    results: (await runner.run(items)).results,
    problems,
    skipped,
    faults: missingTests(items, 3),
    fileOf: new Map(items.map(({ id, file }) => [id, file])),
    milliseconds: 12,
  };
}

const rendered = (format: string, outcome: TestOutcome, verbose = false): string => {
  const report = reports.find((one) => one.format === format);
  if (report === undefined) throw new Error(`no report ${format}`);
  return report.render(outcome, { verbose });
};

describe('a folder of detections', () => {
  it('of a repository in panther-analysis format is read by its known folders alone', async () => {
    const repository = await mkdtemp(join(tmpdir(), 'margay-repository-'));
    try {
      const put = async (path: string, text: string) => {
        await mkdir(join(repository, path, '..'), { recursive: true });
        await writeFile(join(repository, path), text);
      };
      await put('rules/aws/one.yml', yaml('One', 'one.py').replace('{ eventName: StopLogging }', '{}'));
      await put('rules/aws/one.py', python);
      await put('templates/example.yml', yaml('Example', 'file_name.py'));
      const before = await openContentFolder(repository);
      expect(before.passedOver, 'one known folder may be anybody’s').toEqual([]);
      expect(before.reading().problems).toHaveLength(1);
      await put('global_helpers_own/names.yml', helper);
      await put('global_helpers_own/names.py', 'WANTED = "StopLogging"\n');
      const { passedOver, reading } = await openContentFolder(repository);
      expect(passedOver).toEqual(['templates']);
      expect(reading().problems).toEqual([]);
      expect(reading().items.map(({ id }) => id)).toEqual(['names', 'One']);
    } finally {
      await rm(repository, { recursive: true, force: true });
    }
  });

  it('runs every test and says in each format what failed', async () => {
    const outcome = await outcomeOf();
    expect(countsOf(outcome)).toEqual({ passed: 3, failed: 3 });

    const text = rendered('text', outcome);
    expect(text).toContain('FAIL Two / other\n     expected false, got true');
    expect(text).toContain('FAIL One has 2 of at least 3 tests');
    expect(text.split('\n').at(-1)).toBe('3 passed, 3 failed');
    expect(rendered('text', outcome, true)).toContain('PASS One / other\n     detection: ');

    const junit = rendered('junit', outcome);
    expect(junit).toContain('tests="6" failures="3"');
    expect(junit).toContain('name="stops &lt;&amp;&gt; &quot;quoted&quot;"');
    expect(junit.match(/<testcase /g)).toHaveLength(6);
    expect(junit.match(/<failure /g)).toHaveLength(3);

    const sarif = JSON.parse(rendered('sarif', outcome)) as {
      version: string;
      runs: { results: { ruleId: string; message: { text: string } }[] }[];
    };
    expect(sarif.version).toBe('2.1.0');
    expect(sarif.runs[0]?.results.map(({ ruleId, message }) => [ruleId, message.text])).toEqual([
      ['unit-test', 'Two / other: expected false, got true'],
      ['item', 'One has 2 of at least 3 tests'],
      ['item', 'Two has 2 of at least 3 tests'],
    ]);

    const json = JSON.parse(rendered('json', outcome)) as { passed: number; results: { file: string }[] };
    expect(json.passed).toBe(3);
    expect(json.results[0]?.file).toBe('rules/one.yml');
  });

  it('knows what a saved file concerns: its rule, or the rules that import the helper', async () => {
    const folder = await openContentFolder(root);
    expect(await folder.refresh()).toEqual(new Set());
    await writeFile(join(root, 'rules', 'two.py'), 'def rule(event):\n    return False\n');
    expect(await folder.refresh()).toEqual(new Set(['Two']));
    await writeFile(join(root, 'helpers', 'names.py'), 'WANTED = "ListUsers"\n');
    expect(await folder.refresh()).toEqual(new Set(['names', 'One']));
    const { results } = await runner.run(folder.reading().items, new Set(['One']));
    expect(results.map(({ ruleId, passed }) => [ruleId, passed])).toEqual([
      ['One', false],
      ['One', false],
    ]);
  });

  it('finds an id that two folders use, and forgets it when one is mended', async () => {
    await writeFile(join(root, 'helpers', 'again.yml'), yaml('Two', 'again.py'));
    await writeFile(join(root, 'helpers', 'again.py'), 'def rule(event):\n    return False\n');
    const folder = await openContentFolder(root);
    expect(folder.reading().problems).toMatchObject([{ file: 'rules/two.yml', id: 'Two' }]);
    await rm(join(root, 'helpers', 'again.yml'));
    expect(await folder.refresh()).toEqual(new Set(['Two']));
    expect(folder.reading().problems).toEqual([]);
  });
});

describe('a minimum of tests', () => {
  it('wants both sorts from two on, and nothing at zero', async () => {
    const { items } = (await openContentFolder(root)).reading();
    expect(missingTests(items, 0)).toEqual([]);
    expect(missingTests(items, 2)).toEqual([]);
    const oneSided = items.map((item) =>
      'tests' in item
        ? { ...item, tests: item.tests.map((test) => ({ ...test, expectedResult: true })) }
        : item,
    );
    expect(missingTests(oneSided, 2)[0]?.message).toBe('has no test in which it does not fire');
  });
});
