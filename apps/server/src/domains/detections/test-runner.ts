import type { DetectEngine } from '@margay/detect';
import type { RunnableRule, RuntimeContent } from '@margay/detect/content';
import { messageOf, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import { judgedByOf } from './judged-by.ts';
import { forgetTestRuns, judgedByOfRuns, writeTestRun } from './test-run-store.ts';

export interface TestRunner {
  /** Runs what is due now, and after each change from then on. */
  start(): void;
  /** Asks for a look at what is due; looks that come while one is going on share the next. */
  wake(): void;
  /** Resolves once nothing is due any more. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps known how the unit tests of every stored detection go, enabled or not: those whose text, helpers or data models
 * are others than at their last run are run again, one detection after the other.
 */
export function createTestRunner(deps: {
  store: Store;
  engine: Pick<DetectEngine, 'test'>;
  runtime(): Promise<RuntimeContent>;
  clock: () => Date;
  logger: Logger;
}): TestRunner {
  const { store, engine, clock, logger } = deps;
  let isStarted = false;
  let isStopped = false;
  let isAskedAgain = false;
  let running: Promise<void> | undefined;

  async function run({ rule, tests }: RunnableRule, judgedBy: string): Promise<void> {
    try {
      const results = tests.length === 0 ? [] : await engine.test({ rules: [{ rule, tests }] });
      await writeTestRun(store, {
        detectionId: rule.id,
        versionId: rule.versionId.split('+')[0] ?? rule.versionId,
        judgedBy,
        failed: results.filter(({ passed }) => !passed).length,
        total: tests.length,
        ranAt: clock(),
      });
    } catch (error) {
      if (!isStopped)
        logger.warn({ error: messageOf(error), rule: rule.id }, 'unit tests of a detection could not be run');
    }
  }

  async function look(): Promise<void> {
    const { rules, globals, dataModels } = await deps.runtime();
    await forgetTestRuns(store);
    const known = await judgedByOfRuns(store);
    for (const each of rules) {
      const { rule } = each;
      const models = dataModels
        .filter((model) => model.enabled && model.logTypes.some((name) => rule.logTypes.includes(name)))
        .map(({ versionId }) => versionId);
      const judgedBy = [judgedByOf(rule, globals), ...models.toSorted()].join(' ');
      if (isStopped) return;
      if (known.get(rule.id) !== judgedBy) await run(each, judgedBy);
    }
  }

  async function lookUntilDone(): Promise<void> {
    do {
      isAskedAgain = false;
      try {
        await look();
      } catch (error) {
        if (!isStopped) logger.error({ error: messageOf(error) }, 'unit tests could not be looked through');
      }
    } while (isAskedAgain && !isStopped);
  }

  function wake(): void {
    if (!isStarted || isStopped) return;
    isAskedAgain = true;
    running ??= lookUntilDone().finally(() => {
      running = undefined;
    });
  }

  const idle = async () => {
    while (running !== undefined) await running;
  };
  return {
    start() {
      isStarted = true;
      wake();
    },
    wake,
    idle,
    async stop() {
      isStopped = true;
      await idle();
    },
  };
}
