import { textOfContentProblem } from '@margay/detect/content';
import type { TestResult } from '@margay/detect';
import { countsOf, reasonOf } from '../outcome.ts';
import type { TestReport } from './report.ts';

function functionLines(result: TestResult): string[] {
  return Object.entries(result.functions).map(([name, outcome]) =>
    outcome.error === null
      ? `     ${name}: ${outcome.output ?? 'None'}`
      : `     ${name}: ${outcome.error} (failed)`,
  );
}

function testLines(result: TestResult, verbose: boolean): string[] {
  const head = `${result.passed ? 'PASS' : 'FAIL'} ${result.ruleId} / ${result.testName}`;
  if (result.passed) return verbose ? [head, ...functionLines(result)] : [];
  const place = result.line === undefined ? '' : ` (line ${result.line})`;
  const printed = result.output === '' ? [] : [`     printed: ${result.output.trimEnd()}`];
  return [head, `     ${reasonOf(result)}${place}`, ...functionLines(result), ...printed];
}

/** For people; the last line counts. */
export const text: TestReport = {
  format: 'text',
  render(outcome, { verbose }) {
    const { results, problems, skipped, faults } = outcome;
    const reasons = [...new Set(skipped.map((item) => item.reason))].join('; ');
    const { passed, failed } = countsOf(outcome);
    return [
      ...problems.map(textOfContentProblem),
      ...(skipped.length > 0 ? [`${skipped.length} items were left out: ${reasons}`] : []),
      ...results.flatMap((result) => testLines(result, verbose)),
      ...faults.map(({ id, message }) => `FAIL ${id} ${message}`),
      `${passed} passed, ${failed} failed`,
    ].join('\n');
  },
};
