import { messageOf, type Logger } from '@margay/kit';

/** A domain's part in the end of the server gets this long. All of an end has to be over in 20 s, of which the pipeline may take five. */
const domainGraceMs = 8_000;
/** What is open when a start fails gets this long to be closed. */
const failedStartGraceMs = 5_000;

/** Whether the work ends in time; it may go on after that. Rejects when the work does by then. */
export async function isOverWithin(work: Promise<unknown>, graceMs: number): Promise<boolean> {
  const grace = AbortSignal.timeout(graceMs);
  return Promise.race([
    work.then(() => true),
    new Promise<false>((done) => grace.addEventListener('abort', () => done(false))),
  ]);
}

/** Takes one step after the other. One that fails keeps no later one; the first failure is thrown at the end. */
export async function endInTurn(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Closes what a start opened that failed. What goes wrong here is told only: the start's own error is the one to know. */
export async function undoStart(logger: Logger, end: () => Promise<void>): Promise<void> {
  const undone = end().catch((error: unknown) =>
    logger.error({ error: messageOf(error) }, 'a failed start was not undone'),
  );
  if (!(await isOverWithin(undone, failedStartGraceMs)))
    logger.error({ graceMs: failedStartGraceMs }, 'a failed start was not undone in time');
}

/**
 * Ends what belongs to a domain. Where that fails, or is not over in `graceMs`, it is told with `facts` and `what`, and the
 * end of the others goes on.
 */
export async function endOfDomain(
  end: () => Promise<void> | undefined,
  logger: Logger,
  facts: { domain: string; role?: string },
  what: string,
  graceMs = domainGraceMs,
): Promise<void> {
  try {
    if (await isOverWithin(Promise.try(end), graceMs)) return;
    logger.error({ ...facts, graceMs }, `${what} did not end in time`);
  } catch (error) {
    logger.error({ ...facts, error: messageOf(error) }, `${what} did not end in order`);
  }
}
