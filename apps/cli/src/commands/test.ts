import { createDetectEngine, type TestResult } from '@margay/detect';
import {
  readContent,
  readContentFolder,
  runtimeContent,
  textOfContentProblem,
  type RuntimeContent,
} from '@margay/detect/content';
import type { CliCommand, Terminal } from '../command.ts';

function printFailure(terminal: Terminal, result: TestResult): void {
  terminal.err(`FAIL ${result.ruleId} / ${result.testName}`);
  if (result.error !== null) terminal.err(`     ${result.error}`);
  else terminal.err(`     expected ${result.expectedResult}, got ${String(result.result)}`);
  for (const [name, outcome] of Object.entries(result.functions)) {
    if (outcome.error !== null) terminal.err(`     ${name}: ${outcome.error}`);
  }
}

async function runTests({ rules, globals, dataModels }: RuntimeContent): Promise<TestResult[]> {
  const engine = createDetectEngine({});
  try {
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
        const content = runtimeContent(items.map((item) => ({ item, versionId: 'local' })));
        for (const [id, fault] of content.faults) terminal.err(`FAIL ${id}\n     ${fault}`);
        const results = await runTests(content);
        for (const result of results) {
          if (!result.passed) printFailure(terminal, result);
          else if (options.verbose === true) terminal.out(`PASS ${result.ruleId} / ${result.testName}`);
        }
        const passed = results.filter((result) => result.passed).length;
        const failed = results.length - passed + problems.length + content.faults.size;
        terminal.out(`${passed} passed, ${failed} failed`);
        if (failed > 0) process.exitCode = 1;
      });
  },
};
