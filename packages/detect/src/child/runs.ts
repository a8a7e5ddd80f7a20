import type { Budgets, Run, WireError, WireOutcome, WorkerMessage, WorkerRequest } from './messages.ts';
import type { GuardedCall, Python } from './python.ts';

type Send = (message: WorkerMessage) => void;

/** Runs each rule over its events and sends outcomes as they come; returns microseconds per run. */
export function evaluateRuns(
  python: Python,
  request: Extract<WorkerRequest, { type: 'evaluate' }>,
  send: Send,
): { microseconds: number[] } {
  const positions = new Uint32Array(
    request.positions.buffer,
    request.positions.byteOffset,
    request.positions.byteLength / 4,
  );
  // The batch is parsed under guard too: its text comes from attackers.
  const parsed = python.guard(-1, request.budgets.capMs, () =>
    python.entry.load_batch(request.events, request.positions),
  );
  if (parsed.value === undefined) throw new Error(parsed.error ?? 'the batch could not be read');
  const microseconds = request.runs.map((run) => {
    const rule = new RuleRun(python, run, positions, request.budgets, send);
    rule.finish();
    return Math.round(rule.milliseconds * 1000);
  });
  python.entry.drop_batch();
  return { microseconds };
}

const batchBudget = (budgets: Budgets, events: number): number =>
  Math.min(budgets.capMs, budgets.baseMs + budgets.perEventMs * events);

/** One rule on its way through a batch: together first, event by event once it ran out of time. */
class RuleRun {
  milliseconds = 0;
  private at: number;
  private isSingle: boolean;
  private timeouts = 0;
  private strayAt = -1;
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

  /** A rule that keeps running out of time, or eats the budget of the whole batch, stops here. */
  private isExhausted(): boolean {
    return this.timeouts >= this.budgets.timeoutsToPause || this.milliseconds > this.budgets.capMs;
  }

  private giveUp(): void {
    const left = this.run.stop - this.at;
    const error = `TimeoutError: the rule used up its time; ${left} events of the batch were not evaluated`;
    this.tell({ errors: [{ eventIndex: -1, error }], notEvaluated: left });
  }

  private step(): void {
    const stop = this.isSingle ? this.at + 1 : this.run.stop;
    const budget = this.isSingle ? this.budgets.eventMs : batchBudget(this.budgets, stop - this.at);
    const call = this.python.guard(
      this.run.rule,
      budget,
      () => this.python.entry.run_rule(this.run.rule, this.at, stop),
      this.at,
      this.isSingle,
    );
    this.milliseconds += call.milliseconds;
    const stoppedAt = this.record(call, stop);
    if (stoppedAt === undefined) this.at = stop;
    else this.interrupted(stoppedAt, call.wasStopped, budget);
  }

  /** Passes on what the call found; returns where it was interrupted, if it was. */
  private record(call: GuardedCall<string | undefined>, stop: number): number | undefined {
    if (call.interruption !== 'none') return this.at;
    if (call.error !== undefined) {
      this.doubtUnlessSingle();
      // Raised by the runtime around the rule, for instance when memory ran out while the result was written.
      const eventIndex = stop - this.at === 1 ? this.positions[this.at]! : -1;
      this.tell({ errors: [{ eventIndex, error: call.error }] });
      return undefined;
    }
    if (call.value === undefined) return undefined;
    const { stoppedAt, matches, errors } = JSON.parse(call.value) as {
      stoppedAt?: number;
      matches: unknown[];
      errors: WireError[];
    }; // made by our evaluate.py; the server checks it again
    if (errors.some(({ error }) => error.startsWith('MemoryError'))) this.doubtUnlessSingle();
    if (matches.length > 0 || errors.length > 0) this.tell({ matches, errors });
    return stoppedAt;
  }

  /**
   * What went wrong may be the doing of a rule that ran before in the same interpreter, by taking all its memory or
   * changing what all rules share. In a fresh interpreter, event by event, a rule has only itself to blame.
   */
  private doubtUnlessSingle(): void {
    if (this.isSingle) return;
    throw this.python.doubt({
      unit: this.run.rule,
      budgetMs: this.budgets.eventMs,
      position: this.at,
      isSingle: false,
    });
  }

  private interrupted(stoppedAt: number, wasStopped: boolean, budget: number): void {
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
      this.isSingle = true;
      return;
    }
    this.timeouts += 1;
    const error = `TimeoutError: the rule took longer than ${budget} ms on this event`;
    this.tell({ errors: [{ eventIndex, error }], timeouts: 1 });
    this.at = stoppedAt + 1;
  }

  private tell(part: Partial<WireOutcome>): void {
    const outcome = { matches: [], errors: [], timeouts: 0, notEvaluated: 0, ...part, rule: this.run.rule };
    this.send({ type: 'outcome', outcome });
  }
}
