import { countsOf } from '../outcome.ts';
import type { TestReport } from './report.ts';

/** Everything that is known, for programs. */
export const json: TestReport = {
  format: 'json',
  render(outcome) {
    const { results, problems, skipped, faults, fileOf, milliseconds } = outcome;
    return JSON.stringify(
      {
        ...countsOf(outcome),
        milliseconds: Math.round(milliseconds),
        results: results.map((result) => ({ file: fileOf.get(result.ruleId) ?? '', ...result })),
        problems,
        faults,
        skipped,
      },
      null,
      2,
    );
  },
};
