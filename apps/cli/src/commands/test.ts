import { createDetectEngine, type TestResult } from '@margay/detect';
import {
  readContent,
  readContentFolder,
  textOfContentProblem,
  type ContentItem,
} from '@margay/detect/content';
import type { CliCommand, Terminal } from '../command.ts';

const ofKind = <Kind extends ContentItem['kind']>(items: readonly ContentItem[], kind: Kind) =>
  items.filter((item): item is Extract<ContentItem, { kind: Kind }> => item.kind === kind);

function printFailure(terminal: Terminal, result: TestResult): void {
  terminal.err(`FAIL ${result.ruleId} / ${result.testName}`);
  if (result.error !== null) terminal.err(`     ${result.error}`);
  else terminal.err(`     expected ${result.expectedResult}, got ${String(result.result)}`);
  for (const [name, outcome] of Object.entries(result.functions)) {
    if (outcome.error !== null) terminal.err(`     ${name}: ${outcome.error}`);
  }
}

async function runTests(items: readonly ContentItem[]): Promise<TestResult[]> {
  const engine = createDetectEngine({});
  try {
    const globals = ofKind(items, 'global').map(({ module }) => ({ ...module, versionId: 'local' }));
    const dataModels = ofKind(items, 'datamodel').map(({ model }) => ({ ...model, versionId: 'local' }));
    const rules = ofKind(items, 'rule').map(({ rule, tests }) => ({
      rule: { ...rule, versionId: 'local' },
      tests,
    }));
    return await engine.test({ rules, globals, dataModels });
  } finally {
    await engine.close();
  }
}

/** Runs the unit tests of every detection below a folder, offline, in the same sandbox as the server. */
export const test: CliCommand = {
  name: 'test',
  register(program, terminal) {
    program
      .command('test')
      .description('run the unit tests of every detection below a folder')
      .argument('<folder>', 'folder in panther-analysis format')
      .option('--verbose', 'name the tests that passed as well')
      .action(async (folder: string, options: { verbose?: boolean }) => {
        const { items, problems, skipped } = readContent(await readContentFolder(folder));
        for (const problem of problems) terminal.err(textOfContentProblem(problem));
        if (skipped.length > 0)
          terminal.out(
            `${skipped.length} items were left out: ${[...new Set(skipped.map((item) => item.reason))].join('; ')}`,
          );
        const results = await runTests(items);
        for (const result of results) {
          if (!result.passed) printFailure(terminal, result);
          else if (options.verbose === true) terminal.out(`PASS ${result.ruleId} / ${result.testName}`);
        }
        const passed = results.filter((result) => result.passed).length;
        const failed = results.length - passed + problems.length;
        terminal.out(`${passed} passed, ${failed} failed`);
        if (failed > 0) process.exitCode = 1;
      });
  },
};
