import type { Call } from './slot.ts';

/** Let it run, ask it politely to stop, or end its interpreter. */
export type Verdict = 'run' | 'stop' | 'end';

export interface DeadlineOptions {
  /** From the polite interruption to the end of the interpreter. */
  graceMs: number;
  /** The longest wait for one answer of the server. */
  hostCallMs: number;
  /** How much waiting, for the server and for the processor, one call may have on top of its budget. */
  waitMs: number;
}

/** Moments of one clock, in milliseconds. */
export interface Moment {
  now: number;
  /** Processor time of the process: of all its threads, so it grew by no less than what the call had. */
  processorMs: number;
}

/** An interpreter at work that begins no call for this long does not come back. */
const silenceMs = 30_000;
/** Looks further apart than this: the machine stood still, or the thread that looks did. */
const stallMs = 500;
/** One call is excused so often; a rule that keeps that thread busy must not live for ever. */
const stallsExcused = 10;

/** Measures the calls of one request to an interpreter: what a call waits for is not its own time. */
export class Deadline {
  private readonly options: DeadlineOptions;
  private lookedAt: number;
  private sequence = -1;
  private since: number;
  private processorSince: number;
  private isStopping = false;
  private stalls = 0;
  private waited = 0;
  private waiting: { id: number; from: number } | undefined;

  constructor(options: DeadlineOptions, { now, processorMs }: Moment) {
    this.options = options;
    this.lookedAt = now;
    this.since = now;
    this.processorSince = processorMs;
  }

  /** `sequence` is the slot's, `call` what is under way. Says "stop" once per call. */
  look(sequence: number, call: Call | undefined, moment: Moment): Verdict {
    const { now } = moment;
    const gap = now - this.lookedAt;
    this.lookedAt = now;
    if (gap > stallMs && this.stalls++ < stallsExcused) this.since += gap;
    if (sequence !== this.sequence) this.begin(sequence, moment);
    if (!call) return sequence % 2 === 0 && now - this.since > silenceMs ? 'end' : 'run';
    const over = now - this.since - this.excusedUntil(moment) - call.budgetMs;
    if (over > this.options.graceMs) return 'end';
    if (over <= 0 || this.isStopping) return 'run';
    this.isStopping = true;
    return 'stop';
  }

  /** The call of this sequence number waits for the server; `id` names the question. */
  wait(sequence: number, id: number, moment: Moment): void {
    const { now } = moment;
    if (sequence !== this.sequence) this.begin(sequence, moment);
    this.waited = this.waitedUntil(now);
    this.waiting = { id, from: now };
  }

  answered(id: number, now: number): void {
    if (this.waiting?.id !== id) return;
    this.waited = this.waitedUntil(now);
    this.waiting = undefined;
  }

  private begin(sequence: number, { now, processorMs }: Moment): void {
    this.sequence = sequence;
    this.since = now;
    this.processorSince = processorMs;
    this.isStopping = false;
    this.stalls = 0;
    this.waited = 0;
    this.waiting = undefined;
  }

  /** Whoever waits for the server uses no processor, so of the two times the longer one holds the other. */
  private excusedUntil({ now, processorMs }: Moment): number {
    const unused = now - this.since - (processorMs - this.processorSince);
    return Math.min(Math.max(this.waitedUntil(now), unused), this.options.waitMs);
  }

  private waitedUntil(now: number): number {
    const { hostCallMs, waitMs } = this.options;
    const current = this.waiting ? Math.min(now - this.waiting.from, hostCallMs) : 0;
    return Math.min(this.waited + current, waitMs);
  }
}
