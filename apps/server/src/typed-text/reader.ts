import { invalidInput, limitExceeded, MargayError } from '@margay/kit';
import { Tinypool } from 'tinypool';
import type { TaskOrder, TextTask } from './define-task.ts';
import type { TaskOutcome } from './thread.ts';

/** Reads what people type and what other systems answer, beside the main thread and within a time. */
export interface TextReader {
  /**
   * `what` names the text in messages, as in "Schema Custom.Door". `who` is the id of the person; whoever already has
   * a few texts waiting gets 429. `remedy`: what to do about one that takes too long. Throws what the task throws, and
   * invalid-input (`TextTooComplex`) when it takes too long or too much memory.
   */
  read<Input, Output>(
    task: TextTask<Input, Output>,
    input: Input,
    about: { what: string; who?: string; remedy?: string },
  ): Promise<Output>;
  close(): Promise<void>;
}

const threads = 2;
const mostPerPerson = 8;
/** The start of a thread on a busy machine is part of it. */
const usualDeadlineMs = 10_000;

export function createTextReader(deadlineMs?: number): TextReader {
  const pool = new Tinypool({
    filename: new URL('./thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  });
  const counts = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= threads) await new Promise<void>((turn) => waiting.push(turn));
    running++;
    try {
      return await work();
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  /** Once around this, for one person. */
  async function counted<T>(who: string | undefined, work: () => Promise<T>): Promise<T> {
    if (who === undefined) return work();
    const count = counts.get(who) ?? 0;
    if (count >= mostPerPerson)
      throw limitExceeded(
        `You have ${mostPerPerson} texts being read at this moment. Send the next one when they are done.`,
        { code: 'TooManyTexts', retryAfterSeconds: 1 },
      );
    counts.set(who, count + 1);
    try {
      return await work();
    } finally {
      const left = (counts.get(who) ?? 1) - 1;
      if (left === 0) counts.delete(who);
      else counts.set(who, left);
    }
  }

  return {
    read: <Input, Output>(
      { module, name, deadlineMs: ownMs }: TextTask<Input, Output>,
      input: Input,
      { what, who, remedy }: { what: string; who?: string; remedy?: string },
    ) =>
      counted(who, () =>
        inTurn(async () => {
          const ms = deadlineMs ?? ownMs ?? usualDeadlineMs;
          const signal = AbortSignal.timeout(ms);
          const outcome = await pool.run({ module, name, input } satisfies TaskOrder, { signal }).then(
            (value) => value as TaskOutcome, // of our own thread
            (error: unknown) => {
              throw signal.aborted || isOutOfMemory(error) ? tooMuch(what, ms, remedy) : error;
            },
          );
          if ('value' in outcome) return outcome.value as Output; // of that task
          const { kind, message, ...options } = outcome.refusal;
          throw new MargayError(kind, message, options);
        }),
      ),
    close: () => pool.destroy(),
  };
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooMuch = (what: string, ms: number, remedy = 'Shorten it, and use fewer aliases and less nesting.') =>
  invalidInput(`${what} takes more than ${ms / 1000} s or too much memory to be read. ${remedy}`, {
    code: 'TextTooComplex',
  });
