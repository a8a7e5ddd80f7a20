import { reasonOf } from '../outcome.ts';
import type { TestReport } from './report.ts';

const rules = [
  { id: 'unit-test', shortDescription: { text: 'A unit test of a detection failed' } },
  { id: 'content', shortDescription: { text: 'Detection content cannot be read' } },
  { id: 'item', shortDescription: { text: 'A detection cannot run or has too few unit tests' } },
] as const;

function resultOf(ruleId: (typeof rules)[number]['id'], message: string, file: string, line: number) {
  const region = { startLine: Math.max(1, line) };
  const artifactLocation = { uri: file.split('/').map(encodeURIComponent).join('/') };
  return {
    ruleId,
    level: 'error',
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region } }],
  };
}

/** SARIF 2.1.0, as code review tools read it: only what failed. https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export const sarif: TestReport = {
  format: 'sarif',
  render({ results, problems, faults, fileOf }) {
    const failed = results.filter((result) => !result.passed);
    const found = [
      ...problems.map(({ message, remedy, file, line }) =>
        resultOf('content', `${message} ${remedy}`, file, line),
      ),
      ...failed.map((result) => {
        const message = `${result.ruleId} / ${result.testName}: ${reasonOf(result)}`;
        return resultOf('unit-test', message, fileOf.get(result.ruleId) ?? '', 1);
      }),
      ...faults.map(({ id, file, message }) => resultOf('item', `${id} ${message}`, file, 1)),
    ];
    return JSON.stringify(
      {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [{ tool: { driver: { name: 'margay', rules } }, results: found }],
      },
      null,
      2,
    );
  },
};
