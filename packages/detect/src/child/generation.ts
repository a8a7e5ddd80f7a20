import type {
  Run,
  WireContent,
  WireError,
  WireOutcome,
  WireRejection,
  WorkerMessage,
  Budgets,
} from './messages.ts';
import { type CallHandler, type PythonWorker, WorkerLost } from './python-worker.ts';
import { dropUnit, readUnit, type RunsDone } from './runs.ts';
import { Telling } from './telling.ts';
import { loadSteps, tooSlowToLoad } from './work.ts';
import type { WorkerSource } from './worker-source.ts';

export interface GenerationOptions {
  content: WireContent;
  workers: number;
  budgets: Budgets;
  /** A worker whose heap grew past this is replaced. */
  recycleBytes: number;
  source: WorkerSource;
}

export interface BatchRequest {
  events: Uint8Array;
  positions: Uint8Array;
  runs: Run[];
}

export interface BatchResult {
  outcomes: WireOutcome[];
  /** Rules that took so much memory that an interpreter had to go; they need not be among those of the request. */
  hungry: WireOutcome[];
  /** Per run of the request; 0 where an interpreter was lost before it could say. */
  microseconds: number[];
  /** The same of waiting for the server. */
  waited: number[];
}

/** What comes after the loss of an interpreter: what there is to tell of it, and what is left to run. */
interface Plan {
  outcome?: WireOutcome;
  runs: Run[];
}

/** A batch on its way. */
interface Batch {
  request: BatchRequest;
  /** What is left. */
  runs: Run[];
  result: BatchResult;
  telling: Telling;
  onCall: CallHandler;
  /** An interpreter was lost before it came to a rule, or nothing it told can be relied on. */
  isReread?: boolean;
}

/** How often a worker is loaded again when it does not load like the first one. */
const loadAttempts = 3;

/** Workers that all hold the same content. Replaced as a whole when the content changes. */
export class Generation {
  readonly rejected: WireRejection[] = [];
  readonly analyses: { rule: number; text: string }[] = [];
  private readonly options: GenerationOptions;
  private readonly excluded: number[] = [];
  private readonly idle: PythonWorker[] = [];
  private readonly waiting: ((worker: PythonWorker) => void)[] = [];
  private readonly all = new Set<PythonWorker>();
  /** Workers without some module that the first one did load. */
  private readonly partial = new WeakSet<PythonWorker>();
  /** Bytes by which rules made the memory of a worker grow, by rule. */
  private readonly taken = new WeakMap<PythonWorker, Map<number, number>>();
  private busy = 0;
  private isRetired = false;

  private constructor(options: GenerationOptions) {
    this.options = options;
  }

  /** Resolves when the first worker is ready; the others follow in the background. */
  static async load(options: GenerationOptions): Promise<Generation> {
    const generation = new Generation(options);
    generation.offer(await generation.prepare(true));
    for (let i = 1; i < options.workers; i++) generation.prepareInBackground();
    return generation;
  }

  /**
   * Runs the rules. A rule that kills its interpreter loses only its own poison events; what comes after it runs in
   * an interpreter no rule has run in before.
   */
  async evaluate(request: BatchRequest, onCall: CallHandler): Promise<BatchResult> {
    const none = request.runs.map(() => 0);
    const result: BatchResult = { outcomes: [], hungry: [], microseconds: none, waited: [...none] };
    const batch: Batch = {
      request,
      runs: request.runs,
      result,
      telling: new Telling(result.outcomes),
      onCall,
    };
    let isShort = false;
    this.busy += 1;
    try {
      while (batch.runs.length > 0) {
        const worker: PythonWorker = await (isShort ? this.prepareAnother() : this.acquire());
        isShort = true;
        isShort = !(await this.attempt(batch, worker));
      }
      return result;
    } finally {
      this.busy -= 1;
      if (isShort) this.prepareInBackground();
      if (this.isRetired) this.endIdle();
    }
  }

  /** Ends when the batches under way are done. */
  retire(): void {
    this.isRetired = true;
    this.endIdle();
  }

  /** One try on one worker; false when the worker was lost. */
  private async attempt(batch: Batch, worker: PythonWorker): Promise<boolean> {
    const { request, runs, result, telling, onCall } = batch;
    const { events, positions } = request;
    const collect = (message: WorkerMessage) => {
      if (message.type === 'outcome') telling.hear(message);
    };
    telling.begin();
    try {
      const message = {
        type: 'evaluate' as const,
        events,
        positions,
        runs,
        isCareful: batch.isReread === true,
        budgets: this.options.budgets,
      };
      const done = (await worker.request(message, collect, onCall)) as RunsDone; // our worker's reply
      telling.commit(Infinity);
      const offset = request.runs.length - runs.length;
      for (const figure of ['microseconds', 'waited'] as const)
        for (const [index, value] of done[figure].entries()) result[figure][offset + index] = value;
      const hungry = this.hungriest(worker, runs, done.grown);
      if (hungry) result.hungry.push(hungry);
      batch.runs = [];
      this.release(worker);
      return true;
    } catch (error) {
      this.discard(worker);
      if (!(error instanceof WorkerLost)) throw error;
      this.goOn(batch, error);
      return false;
    }
  }

  private goOn(batch: Batch, lost: WorkerLost): void {
    const plan = this.afterLoss(lost, batch);
    if (plan) {
      batch.telling.commit(lost.call!.sequence, plan.outcome);
      batch.runs = plan.runs;
      return;
    }
    // An earlier batch may have broken the interpreter. If a fresh one cannot read the batch, none ever will.
    if (batch.isReread) {
      if (lost.call?.unit !== readUnit) throw new Error(`the batch could not be evaluated: ${lost.message}`);
      for (const run of batch.runs) batch.result.outcomes.push(unread(run, lost));
      batch.runs = [];
    }
    batch.isReread = true;
  }

  /**
   * Where to go on after an interpreter died: the culprit event by event, its poison event never again. Undefined when
   * it had not come to a rule, nobody knows where it was, or what it told is worth nothing: then all these runs are to
   * be done again.
   */
  private afterLoss(lost: WorkerLost, { request, runs, telling }: Batch): Plan | undefined {
    const { call } = lost;
    // Each rule has run and was told.
    if (call?.unit === dropUnit) return { runs: [] };
    const index = call ? runs.findIndex((run) => run.rule === call.unit) : -1;
    if (!call || index < 0) return undefined;
    const run = runs[index]!;
    const rest = runs.slice(index + 1);
    // What the lost interpreter counted goes on in the next one.
    const before = run.timeouts + telling.timeoutsOf(run.rule, call.sequence);
    if (!call.isSingle) {
      const again = { ...run, start: call.position, isSingle: true, timeouts: before };
      return { runs: call.position < run.stop ? [again, ...rest] : rest };
    }

    const name = lost.isTimeout ? 'TimeoutError' : 'InterpreterLost';
    const reason = lost.isTimeout
      ? `the rule took longer than ${call.budgetMs} ms on this event`
      : lost.message;
    const timeouts = before + 1;
    const errors: WireError[] = [
      { eventIndex: eventAt(request, call.position), error: `${name}: ${reason}` },
    ];
    const isOver = timeouts >= this.options.budgets.timeoutsToPause;
    const left = run.stop - call.position - 1;
    if (isOver && left > 0)
      errors.push({
        eventIndex: -1,
        error: `TimeoutError: the rule used up its time; ${left} events of the batch were not evaluated`,
      });
    return {
      outcome: { rule: run.rule, matches: [], errors, timeouts: 1, notEvaluated: isOver ? left : 0 },
      runs: isOver || left <= 0 ? rest : [{ ...run, start: call.position + 1, timeouts }, ...rest],
    };
  }

  /**
   * What to tell of the rule that took most of the memory of an interpreter which has to be replaced for it. It counts
   * like running out of time: a rule that keeps everything it sees is paused in the end.
   */
  private hungriest(
    worker: PythonWorker,
    runs: readonly Run[],
    grown: readonly number[],
  ): WireOutcome | undefined {
    let taken = this.taken.get(worker);
    if (!taken) this.taken.set(worker, (taken = new Map()));
    for (const [index, { rule }] of runs.entries())
      taken.set(rule, (taken.get(rule) ?? 0) + (grown[index] ?? 0));
    if (worker.heapBytes <= this.options.recycleBytes) return undefined;
    const [most] = [...taken].toSorted((a, b) => b[1] - a[1]);
    if (!most || most[1] === 0) return undefined;
    const [rule, bytes] = most;
    const error = `MemoryError: the rule took ${Math.round(bytes / 2 ** 20)} MB more of the interpreter's memory and gave nothing back; keep no events in module variables`;
    return { rule, matches: [], errors: [{ eventIndex: -1, error }], timeouts: 1, notEvaluated: 0 };
  }

  private acquire(): Promise<PythonWorker> {
    const worker = this.idle.pop();
    return worker ? Promise.resolve(worker) : new Promise((resolve) => this.waiting.push(resolve));
  }

  private release(worker: PythonWorker): void {
    if (worker.heapBytes <= this.options.recycleBytes && !this.partial.has(worker)) {
      this.offer(worker);
      return;
    }
    this.discard(worker);
    this.prepareInBackground();
  }

  private offer(worker: PythonWorker): void {
    this.all.add(worker);
    const next = this.waiting.shift();
    if (next) next(worker);
    else this.idle.push(worker);
    if (this.isRetired && this.busy === 0) this.endIdle();
  }

  private discard(worker: PythonWorker): void {
    this.all.delete(worker);
    void worker.end();
  }

  private prepareInBackground(): void {
    if (this.isRetired && this.busy === 0) return;
    this.prepare(false).then(
      (worker) => this.offer(worker),
      () => setTimeout(() => this.prepareInBackground(), 1000),
    );
  }

  private async prepareAnother(): Promise<PythonWorker> {
    const worker = await this.prepare(false);
    this.all.add(worker);
    return worker;
  }

  /**
   * A worker with the content loaded. Modules that hang while the first one loads are left out and reported once. A
   * later worker that does not load like the first is tried again, because the machine may have stood still.
   */
  private async prepare(isFirst: boolean): Promise<PythonWorker> {
    const { content, budgets, source } = this.options;
    const wanted = isFirst ? content : withoutAnalysis(content);
    const leftOut: number[] = [];
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= loadAttempts;
      const worker = await source.take();
      let isWhole = leftOut.length === 0;
      const collect = (message: WorkerMessage) => {
        if (message.type === 'analysis' && isFirst)
          this.analyses.push({ rule: message.rule, text: message.text });
        if (message.type !== 'rejected' || this.isKnown(message.rejection)) return;
        if (isFirst) this.rejected.push(message.rejection);
        else isWhole = false;
      };
      const excluded = [...this.excluded, ...leftOut];
      try {
        await worker.request(
          { type: 'load', content: wanted, excluded, loadMs: budgets.loadMs, isFirst },
          collect,
        );
        if (isWhole) return worker;
        if (isLast) {
          this.partial.add(worker);
          return worker;
        }
        void worker.end();
      } catch (error) {
        void worker.end();
        if (!(error instanceof WorkerLost) || (isLast && !error.call)) throw error;
        if (isFirst && error.call) this.exclude(error);
        else if (isLast) leftOut.push(error.call!.unit);
      }
    }
  }

  private exclude(lost: WorkerLost): void {
    const unit = lost.call!.unit;
    const step = loadSteps(this.options.content)[unit];
    if (!step || this.excluded.includes(unit)) throw lost;
    this.excluded.push(unit);
    const error = lost.isTimeout
      ? tooSlowToLoad(this.options.budgets.loadMs)
      : `InterpreterLost: ${lost.message}`;
    const rejection = { kind: step.kind, id: step.id, error };
    if (!this.isKnown(rejection)) this.rejected.push(rejection);
  }

  /** Loading may have to start over; each module is reported once. */
  private isKnown(rejection: WireRejection): boolean {
    return this.rejected.some((known) => known.kind === rejection.kind && known.id === rejection.id);
  }

  private endIdle(): void {
    if (this.busy > 0) return;
    for (const worker of this.all) this.options.source.giveBack(worker);
    this.all.clear();
    this.idle.length = 0;
  }
}

function withoutAnalysis(content: WireContent): WireContent {
  return { ...content, rules: content.rules.map((rule) => ({ ...rule, wantsAnalysis: false })) };
}

function unread(run: Run, lost: WorkerLost): WireOutcome {
  const notEvaluated = run.stop - run.start;
  const error = `InterpreterLost: the batch could not be read (${lost.message}); ${notEvaluated} events were not evaluated`;
  return { rule: run.rule, matches: [], errors: [{ eventIndex: -1, error }], timeouts: 0, notEvaluated };
}

function eventAt(request: BatchRequest, position: number): number {
  const view = new DataView(
    request.positions.buffer,
    request.positions.byteOffset,
    request.positions.byteLength,
  );
  return view.getUint32(position * 4, true);
}
