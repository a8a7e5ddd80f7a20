import type { TestResult } from '@margay/detect';
import type { ContentItem, ContentProblem, SkippedItem } from '@margay/detect/content';

/** What is wrong with an item as a whole: it cannot run, or has too few tests. */
export interface ItemFault {
  id: string;
  file: string;
  message: string;
}

/** What one run over a folder found. */
export interface TestOutcome {
  results: TestResult[];
  /** Files that could not be read; each counts as a failure. */
  problems: ContentProblem[];
  skipped: SkippedItem[];
  /** Each counts as a failure too. */
  faults: ItemFault[];
  /** YAML file of each detection, by id. */
  fileOf: ReadonlyMap<string, string>;
  milliseconds: number;
}

export function countsOf(outcome: TestOutcome): { passed: number; failed: number } {
  const passed = outcome.results.filter((result) => result.passed).length;
  const failed = outcome.results.length - passed + outcome.problems.length + outcome.faults.length;
  return { passed, failed };
}

/** Why a test failed, in one line. */
export function reasonOf(result: TestResult): string {
  if (result.error !== null) return result.error;
  const broken = Object.entries(result.functions).find(([, outcome]) => outcome.error !== null);
  if (result.result === result.expectedResult && broken !== undefined)
    return `${broken[0]}() failed: ${String(broken[1].error)}`;
  return `expected ${result.expectedResult}, got ${String(result.result)}`;
}

/** A detection wants this many tests, and from two on at least one that fires and one that does not. */
export function missingTests(items: readonly ContentItem[], minimum: number): ItemFault[] {
  return items.flatMap((item) => {
    if (!('tests' in item) || minimum < 1) return [];
    const { id, file, tests } = item;
    if (tests.length < minimum)
      return [{ id, file, message: `has ${tests.length} of at least ${minimum} tests` }];
    const isOneSided = new Set(tests.map((test) => test.expectedResult)).size < 2;
    if (minimum < 2 || !isOneSided) return [];
    const sort = tests[0]?.expectedResult === true ? 'does not fire' : 'fires';
    return [{ id, file, message: `has no test in which it ${sort}` }];
  });
}
