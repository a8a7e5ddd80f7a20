import type { TestOutcome } from '../outcome.ts';

/** One way of writing down how the tests went: a file here and a line in the registry. */
export interface TestReport {
  /** What `--format` takes. */
  format: string;
  render(outcome: TestOutcome, options: { verbose: boolean }): string;
}
