import type { Reporter, TestModule } from 'vitest/node';
import { appendFileSync } from 'node:fs';

/** Adds what ran to the file named by `MARGAY_TEST_COUNTS`, so that several runs end in one closing line. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed++;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed' || state === 'failed' || state === 'skipped') counts[state]++;
      }
    }
    const file = process.env['MARGAY_TEST_COUNTS'];
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`);
  }
}
