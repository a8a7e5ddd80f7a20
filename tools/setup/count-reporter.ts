import type { Reporter, TestModule } from 'vitest/node';
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { PassedTest } from '../requirements/passed.ts';

/** What one run of tests says of itself: a line of JSON in the file named by `MARGAY_TEST_COUNTS`. */
export interface RunCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** Each failed test or file with the first line of its error. */
  failures: string[];
}

/**
 * Adds what ran to that file, so that several runs end in one list of failures and one closing line. What passed goes to
 * the file named by `MARGAY_TEST_PASSED`, a line of JSON for each test.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const counts: RunCounts = { passed: 0, failed: 0, skipped: 0, failures: [] };
    const fail = (what: string, error: { message: string } | undefined) => {
      counts.failed++;
      counts.failures.push(`${what}: ${error?.message.split('\n')[0] ?? 'no error was given'}`);
    };
    const passed: PassedTest[] = [];
    for (const error of errors) fail('outside a test', error);
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      if (module.errors().length > 0) fail(file, module.errors()[0]);
      for (const test of module.children.allTests()) {
        const { state, errors: [error] = [] } = test.result();
        if (state === 'failed') fail(`${file} > ${test.fullName}`, error);
        else if (state !== 'pending') counts[state]++;
        const { fullName: title, name } = test;
        if (state === 'passed') passed.push({ file, title, name, project: test.project.name });
      }
    }
    const file = process.env['MARGAY_TEST_COUNTS'];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
    const passedFile = process.env['MARGAY_TEST_PASSED'];
    if (passedFile !== undefined)
      appendFileSync(passedFile, passed.map((test) => `${JSON.stringify(test)}\n`).join(''));
  }
}
