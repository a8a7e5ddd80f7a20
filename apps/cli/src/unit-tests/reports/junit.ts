import { reasonOf } from '../outcome.ts';
import { countsOf } from '../outcome.ts';
import type { TestReport } from './report.ts';

/** What XML 1.0 cannot hold at all goes; the rest is escaped. */
function xml(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these are the characters meant
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .toWellFormed()
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  );
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const seconds = (microseconds: number) => (microseconds / 1e6).toFixed(6);

interface Case {
  name: string;
  seconds: string;
  failure?: string;
}

/** The JUnit format as build servers read it: one suite per detection or unreadable file. */
export const junit: TestReport = {
  format: 'junit',
  render(outcome) {
    const suites = new Map<string, { file: string; cases: Case[] }>();
    const add = (suite: string, file: string, entry: Case) => {
      const known = suites.get(suite) ?? { file, cases: [] };
      suites.set(suite, known);
      known.cases.push(entry);
    };
    for (const result of outcome.results) {
      add(result.ruleId, outcome.fileOf.get(result.ruleId) ?? '', {
        name: result.testName,
        seconds: seconds(result.microseconds),
        ...(result.passed ? {} : { failure: reasonOf(result) }),
      });
    }
    for (const { file, id, field, message, line } of outcome.problems)
      add(id || file, file, {
        name: `${field || 'file'} (line ${line})`,
        seconds: '0',
        failure: message,
      });
    for (const { id, file, message } of outcome.faults)
      add(id, file, { name: 'item', seconds: '0', failure: message });
    const { passed, failed } = countsOf(outcome);
    const body = [...suites].map(([name, { file, cases }]) => suiteXml(name, file, cases)).join('');
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="margay test" tests="${passed + failed}" failures="${failed}" time="${(outcome.milliseconds / 1000).toFixed(3)}">\n${body}</testsuites>`;
  },
};

function suiteXml(name: string, file: string, cases: readonly Case[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const head = `<testsuite name="${xml(name)}" file="${xml(file)}" tests="${cases.length}" failures="${failures}">`;
  const lines = cases.map((entry) => {
    const open = `<testcase classname="${xml(name)}" name="${xml(entry.name)}" time="${entry.seconds}"`;
    if (entry.failure === undefined) return `    ${open}/>`;
    return `    ${open}><failure message="${xml(entry.failure)}"/></testcase>`;
  });
  return `  ${head}\n${lines.join('\n')}\n  </testsuite>\n`;
}
