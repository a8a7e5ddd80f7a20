import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A test that passed, as the runner tells it. */
export interface PassedTest {
  /** From the project's folder. */
  file: string;
  /** With the titles of its groups before it. */
  title: string;
  /** Its own title alone. */
  name: string;
  project: string;
}

/** Where the last run of all tests left what passed: a line of JSON for each test. */
export const passedFile = join('.cache', 'passed-tests.jsonl');

/** The tests of a file of such lines. */
export function readPassed(file: string): PassedTest[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PassedTest);
}

/** What passed in the last run of all tests, and when it ended; undefined when there was none. */
export function lastRun(root: string): { passed: PassedTest[]; endedAt: Date } | undefined {
  const file = join(root, passedFile);
  if (!existsSync(file)) return undefined;
  return { passed: readPassed(file), endedAt: statSync(file).mtime };
}
