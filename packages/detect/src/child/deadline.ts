import type { Call } from './slot.ts';

/** Let it run, ask it politely to stop, or end its interpreter. */
export type Verdict = 'run' | 'stop' | 'end';

export interface DeadlineOptions {
  /** From the polite interruption to the end of the interpreter. */
  graceMs: number;
  /** The longest wait for one answer of the server. */
  hostCallMs: number;
  /** How much waiting for the server one call may have on top of its budget. */
  waitMs: number;
}

/** An interpreter at work that begins no call for this long does not come back. */
const silenceMs = 30_000;
/** Looks further apart than this: the machine stood still, or the thread that looks did. */
const stallMs = 500;
/** One call is excused so often; a rule that keeps that thread busy must not live for ever. */
const stallsExcused = 10;

/** Measures the calls of one request to an interpreter. All times are moments of one clock, in milliseconds. */
export class Deadline {
  private readonly options: DeadlineOptions;
  private lookedAt: number;
  private sequence = -1;
  private since: number;
  private isStopping = false;
  private stalls = 0;
  private waited = 0;
  private waiting: { id: number; from: number } | undefined;

  constructor(options: DeadlineOptions, now: number) {
    this.options = options;
    this.lookedAt = now;
    this.since = now;
  }

  /** `sequence` is the slot's, `call` what is under way. Says "stop" once per call. */
  look(sequence: number, call: Call | undefined, now: number): Verdict {
    const gap = now - this.lookedAt;
    this.lookedAt = now;
    if (gap > stallMs && this.stalls++ < stallsExcused) this.since += gap;
    if (sequence !== this.sequence) this.begin(sequence, now);
    if (!call) return sequence % 2 === 0 && now - this.since > silenceMs ? 'end' : 'run';
    const over = now - this.since - this.waitedUntil(now) - call.budgetMs;
    if (over > this.options.graceMs) return 'end';
    if (over <= 0 || this.isStopping) return 'run';
    this.isStopping = true;
    return 'stop';
  }

  /** The call of this sequence number waits for the server; `id` names the question. */
  wait(sequence: number, id: number, now: number): void {
    if (sequence !== this.sequence) this.begin(sequence, now);
    this.waited = this.waitedUntil(now);
    this.waiting = { id, from: now };
  }

  answered(id: number, now: number): void {
    if (this.waiting?.id !== id) return;
    this.waited = this.waitedUntil(now);
    this.waiting = undefined;
  }

  private begin(sequence: number, now: number): void {
    this.sequence = sequence;
    this.since = now;
    this.isStopping = false;
    this.stalls = 0;
    this.waited = 0;
    this.waiting = undefined;
  }

  private waitedUntil(now: number): number {
    const { hostCallMs, waitMs } = this.options;
    const current = this.waiting ? Math.min(now - this.waiting.from, hostCallMs) : 0;
    return Math.min(this.waited + current, waitMs);
  }
}
