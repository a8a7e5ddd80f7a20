import type { Budgets, Run, WireOutcome, WorkerMessage, WorkerRequest } from './messages.ts';
import type { GuardedCall, Python } from './python.ts';
import { readRuleResult, type RuleResult } from './rule-result.ts';

export type Send = (message: WorkerMessage) => void;
export type EvaluateRequest = Extract<WorkerRequest, { type: 'evaluate' }>;

/** Units in the slot that are no rule: the batch is read, the batch is let go of. */
export const readUnit = -1;
export const dropUnit = -2;

/** What a worker says when it is through with a batch. */
export interface RunsDone {
  /** Processor time by run. */
  microseconds: number[];
  /** Microseconds that it waited for the server, by run. */
  waited: number[];
  /** By run: bytes by which the interpreter's memory grew, which it never gives back. */
  grown: number[];
}

/** Runs each rule over its events and sends outcomes as they come. */
export function evaluateRuns(python: Python, request: EvaluateRequest, send: Send): RunsDone {
  const positions = positionsOf(request);
  const { budgets } = request;
  readBatch(python, request);
  const done: RunsDone = { microseconds: [], waited: [], grown: [] };
  for (const run of request.runs) finishRun(done, new RuleRun(python, run, positions, budgets, send), python);
  dropBatch(python, request);
  return done;
}

export function finishRun(done: RunsDone, rule: RuleRun, python: Python): void {
  const before = python.heapBytes();
  rule.finish();
  done.microseconds.push(Math.round(rule.processorMs * 1000));
  done.waited.push(Math.round(rule.waitedMs * 1000));
  done.grown.push(python.heapBytes() - before);
}

export function positionsOf({ positions }: EvaluateRequest): Uint32Array {
  return new Uint32Array(positions.buffer, positions.byteOffset, positions.byteLength / 4);
}

/** Under guard: the text of a batch comes from attackers. */
export function readBatch(python: Python, request: EvaluateRequest): void {
  const { budgets } = request;
  const parsed = python.guard(readUnit, budgets.capMs, () =>
    python.entry.load_batch(request.events, request.positions, request.isCareful),
  );
  if (parsed.value === undefined)
    throw python.doubt(
      { unit: readUnit, budgetMs: budgets.capMs, position: 0, isSingle: false },
      parsed.error ?? 'the batch could not be read',
    );
}

/** Under guard, because letting go of what a rule left on an event runs that rule's code. */
function dropBatch(python: Python, { budgets, isCareful }: EvaluateRequest): void {
  const doubtOf = (unit: number, reason: string) =>
    python.doubt({ unit, budgetMs: budgets.eventMs, position: 0, isSingle: false }, reason);
  for (let attempt = 0; attempt < 2; attempt++) {
    const call = python.guard(dropUnit, budgets.eventMs, () => python.entry.drop_batch());
    // Nobody knows since when: again, and carefully. Where each rule was looked at, it was none of them.
    if (call.value !== undefined)
      throw doubtOf(isCareful ? dropUnit : readUnit, `a rule has changed ${String(call.value)}`);
    // Stopped without an error: it was that rule's code which was stopped, and the batch is gone.
    if (call.error === undefined) return;
  }
  throw doubtOf(dropUnit, 'the batch could not be let go of');
}

const batchBudget = (budgets: Budgets, events: number): number =>
  Math.min(budgets.capMs, budgets.baseMs + budgets.perEventMs * events);

/**
 * A rule that was stopped before it had half of its time on an event was kept from the processor: it is tried so often
 * on that event, and is not blamed.
 */
const starvedTriesAllowed = 3;

type Interrupted = Pick<GuardedCall<unknown>, 'wasStopped' | 'processorMs'>;

/** What an outcome without a text of Python's counts for. */
const shortTextCharacters = 500;

/** One rule on its way through a batch: together first, event by event once it ran out of time. */
export class RuleRun {
  processorMs = 0;
  waitedMs = 0;
  private at: number;
  private isSingle: boolean;
  private timeouts = 0;
  /** Its processor time since it runs together, or event by event. */
  private spentMs = 0;
  private strayAt = -1;
  /** How often the event it is at was stopped without having had its time. */
  private starvedTries = 0;
  private sequence = 0;
  private readonly python: Python;
  private readonly run: Run;
  private readonly positions: Uint32Array;
  private readonly budgets: Budgets;
  private readonly send: Send;

  constructor(python: Python, run: Run, positions: Uint32Array, budgets: Budgets, send: Send) {
    this.python = python;
    this.run = run;
    this.positions = positions;
    this.budgets = budgets;
    this.send = send;
    this.at = run.start;
    this.isSingle = run.isSingle;
    this.timeouts = run.timeouts;
  }

  finish(): void {
    while (this.at < this.run.stop && !this.isExhausted()) this.step();
    if (this.at < this.run.stop) this.giveUp();
  }

  /**
   * A rule that keeps running out of time, eats the budget of the whole batch event by event, or waits too long for
   * the server, stops here.
   */
  private isExhausted(): boolean {
    const { timeoutsToPause, capMs } = this.budgets;
    if (!this.isSingle && this.spentMs > capMs) this.beSingle();
    return this.timeouts >= timeoutsToPause || this.spentMs > capMs || this.waitedMs > 2 * capMs;
  }

  private giveUp(): void {
    const { timeoutsToPause, capMs } = this.budgets;
    const left = this.run.stop - this.at;
    const isPausing = this.timeouts >= timeoutsToPause;
    const isSlow = !isPausing && this.spentMs > capMs;
    const what = isPausing || isSlow ? 'used up its time' : 'waited too long for the server';
    const error = `TimeoutError: the rule ${what}; ${left} events of the batch were not evaluated`;
    // Waiting is not its fault, and the time-outs that pause it were told one by one.
    this.tell({ errors: [{ eventIndex: -1, error }], timeouts: isSlow ? 1 : 0, notEvaluated: left });
  }

  private beSingle(): void {
    this.isSingle = true;
    this.spentMs = 0;
  }

  private step(): void {
    const { at } = this;
    const stop = this.isSingle ? at + 1 : this.run.stop;
    const budget = this.isSingle ? this.budgets.eventMs : batchBudget(this.budgets, stop - at);
    const call = this.python.guard(
      this.run.rule,
      budget,
      () => readRuleResult(this.python.entry.run_rule(this.run.rule, at, stop), at, stop),
      at,
      this.isSingle,
    );
    this.sequence = call.sequence;
    this.processorMs += call.processorMs;
    this.spentMs += call.processorMs;
    this.waitedMs += call.waitedMs;
    if (call.value?.kind === 'too-long' && !this.isSingle) {
      this.beSingle();
      return;
    }
    const stoppedAt = this.record(call, stop);
    if (stoppedAt === undefined) this.at = stop;
    else this.interrupted(stoppedAt, call, budget);
  }

  /** Passes on what the call found; returns where it was interrupted, if it was. */
  private record(call: GuardedCall<RuleResult | undefined>, stop: number): number | undefined {
    if (call.interruption !== 'none') return this.at;
    // Raised by the runtime around the rule, for instance when memory ran out while the result was written.
    if (call.error !== undefined) return this.failed(call.error, stop);
    if (call.value === undefined) return undefined;
    if (call.value.kind !== 'result') return this.failed(call.value.error, stop);
    const { matches, errors, stoppedAt, changed, ranOutOfMemory, characters } = call.value;
    if (ranOutOfMemory) this.doubtUnlessSingle();
    if (matches.length > 0 || errors.length > 0) this.tell({ matches, errors }, characters);
    if (changed) this.meddled(changed, stoppedAt ?? stop);
    return stoppedAt;
  }

  private failed(error: string, stop: number): undefined {
    this.doubtUnlessSingle();
    const eventIndex = stop - this.at === 1 ? this.positions[this.at]! : -1;
    this.tell({ errors: [{ eventIndex, error }] });
  }

  /**
   * What went wrong may be the doing of a rule that ran before in the same interpreter, by taking all its memory or
   * changing what all rules share. In a fresh interpreter, event by event, a rule has only itself to blame.
   */
  private doubtUnlessSingle(): void {
    if (!this.isSingle) throw this.doubt(this.at);
  }

  private doubt(position: number): Error {
    return this.python.doubt({
      unit: this.run.rule,
      budgetMs: this.budgets.eventMs,
      position,
      isSingle: false,
    });
  }

  /** The rule changed what all share: it runs no further, and the next one runs in a fresh interpreter. */
  private meddled(changed: string, reached: number): never {
    const left = this.run.stop - reached;
    const rest = left > 0 ? `; ${left} events of the batch were not evaluated` : '';
    const error = `SharedChange: the rule changes built-in names all detections share: ${changed}${rest}`;
    this.tell({ errors: [{ eventIndex: -1, error }], timeouts: 1, notEvaluated: left });
    throw this.doubt(this.run.stop);
  }

  private interrupted(stoppedAt: number, { wasStopped, processorMs }: Interrupted, budget: number): void {
    this.at = stoppedAt;
    const eventIndex = this.positions[stoppedAt]!;
    if (!wasStopped) {
      // The rule raised KeyboardInterrupt itself, or a stop for the call before came late: try once more.
      if (this.strayAt === stoppedAt) {
        this.tell({ errors: [{ eventIndex, error: 'KeyboardInterrupt' }] });
        this.at = stoppedAt + 1;
      }
      this.strayAt = stoppedAt;
      return;
    }
    if (!this.isSingle) {
      this.beSingle();
      return;
    }
    const isStarved = processorMs < budget / 2;
    if (isStarved && ++this.starvedTries < starvedTriesAllowed) return;
    this.starvedTries = 0;
    this.at = stoppedAt + 1;
    if (isStarved) {
      const had = `${Math.round(processorMs)} ms of processor time within ${budget} ms`;
      const error = `TimeoutError: the machine is too busy: the rule had ${had} on this event`;
      this.tell({ errors: [{ eventIndex, error }] });
      return;
    }
    this.timeouts += 1;
    const error = `TimeoutError: the rule took longer than ${budget} ms on this event`;
    this.tell({ errors: [{ eventIndex, error }], timeouts: 1 });
  }

  private tell(part: Partial<WireOutcome>, characters = shortTextCharacters): void {
    const outcome = { matches: [], errors: [], timeouts: 0, notEvaluated: 0, ...part, rule: this.run.rule };
    this.send({ type: 'outcome', outcome, sequence: this.sequence, characters });
  }
}
