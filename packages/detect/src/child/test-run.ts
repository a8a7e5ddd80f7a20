import type { Budgets, WireContent, WireTest, WorkerMessage } from './messages.ts';
import { type CallHandler, WorkerLost } from './python-worker.ts';
import { failedTest, tooSlowToTest } from './work.ts';
import type { WorkerSource } from './worker-source.ts';

export interface TestRunRequest {
  content: WireContent;
  groups: WireTest[];
}

/**
 * Runs unit tests in an interpreter of their own, which is made as new afterwards: nothing a test does reaches
 * the rules at work or the next test run. Gives JSON text per test, in order, by group.
 */
export async function runTestGroups(
  source: WorkerSource,
  request: TestRunRequest,
  budgets: Budgets,
  onCall: CallHandler,
): Promise<string[][]> {
  const run: TestRun = {
    source,
    request,
    budgets,
    onCall,
    excluded: [],
    results: request.groups.map(() => []),
  };
  let from: Place | undefined = { group: 0, test: 0 };
  while (from) from = await attempt(run, from);
  return run.results;
}

interface Place {
  group: number;
  test: number;
}

interface TestRun {
  source: WorkerSource;
  request: TestRunRequest;
  budgets: Budgets;
  onCall: CallHandler;
  /** Load steps that took an interpreter down. */
  excluded: number[];
  results: string[][];
}

/** One interpreter's worth; returns where to go on when it was lost. */
async function attempt(run: TestRun, from: Place): Promise<Place | undefined> {
  const { content, groups } = run.request;
  const { loadMs, testMs } = run.budgets;
  const collect = (message: WorkerMessage) => {
    if (message.type === 'test-result') run.results[message.group]![message.test] = message.text;
  };
  const worker = await run.source.take();
  let isLoaded = false;
  try {
    await worker.request(
      { type: 'load', content: { ...content, isApart: true }, excluded: run.excluded, loadMs },
      () => undefined,
      run.onCall,
    );
    isLoaded = true;
    await worker.request({ type: 'test', groups, from, testMs, loadMs }, collect, run.onCall);
    return undefined;
  } catch (error) {
    if (!(error instanceof WorkerLost)) throw error;
    return isLoaded ? afterTestLoss(error, run, from) : afterLoadLoss(error, run, from);
  } finally {
    run.source.giveBack(worker);
  }
}

function afterLoadLoss(lost: WorkerLost, run: TestRun, from: Place): Place {
  const unit = lost.call?.unit;
  if (unit === undefined || run.excluded.includes(unit)) throw lost;
  run.excluded.push(unit);
  return from;
}

/** A test that hangs fails alone; a body that hangs while it loads fails all its tests. */
function afterTestLoss(lost: WorkerLost, run: TestRun, from: Place): Place | undefined {
  const { call } = lost;
  const group = call?.unit ?? from.group;
  const tests = run.request.groups[group]?.tests ?? [];
  const first = call?.isSingle ? call.position : (run.results[group]?.length ?? 0);
  const end = call?.isSingle ? first + 1 : tests.length;
  const error = lost.isTimeout ? tooSlowToTest(run.budgets.testMs) : `InterpreterLost: ${lost.message}`;
  for (let index = first; index < end; index++)
    run.results[group]![index] = failedTest(tests[index]!, { error });
  const next = end < tests.length ? { group, test: end } : { group: group + 1, test: 0 };
  return next.group < run.request.groups.length ? next : undefined;
}
