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
  /** Per run of the request; 0 where an interpreter was lost before it could say. */
  microseconds: number[];
}

/** The interpreter was lost before it came to a rule. */
class BatchUnread extends Error {}

/** Workers that all hold the same content. Replaced as a whole when the content changes. */
export class Generation {
  readonly rejected: WireRejection[] = [];
  readonly analyses: { rule: number; text: string }[] = [];
  private readonly options: GenerationOptions;
  private readonly excluded: number[] = [];
  private readonly idle: PythonWorker[] = [];
  private readonly waiting: ((worker: PythonWorker) => void)[] = [];
  private readonly all = new Set<PythonWorker>();
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

  /** Runs the rules. A rule that kills its interpreter loses only its own poison events. */
  async evaluate(request: BatchRequest, onCall: CallHandler): Promise<BatchResult> {
    const result: BatchResult = { outcomes: [], microseconds: request.runs.map(() => 0) };
    this.busy += 1;
    try {
      let runs = request.runs;
      let unreadable = 0;
      while (runs.length > 0) {
        try {
          runs = await this.attempt(request, runs, result, onCall);
        } catch (error) {
          // Every interpreter may have been broken by an earlier batch; a fresh one comes in place of each.
          if (!(error instanceof BatchUnread) || unreadable++ >= this.options.workers) throw error;
        }
      }
      return result;
    } finally {
      this.busy -= 1;
      if (this.isRetired) this.endIdle();
    }
  }

  /** Ends when the batches under way are done. */
  retire(): void {
    this.isRetired = true;
    this.endIdle();
  }

  /** One try on one worker; returns what is left to run. */
  private async attempt(
    request: BatchRequest,
    runs: Run[],
    result: BatchResult,
    onCall: CallHandler,
  ): Promise<Run[]> {
    const worker = await this.acquire();
    const collect = (message: WorkerMessage) => {
      if (message.type === 'outcome') result.outcomes.push(message.outcome);
    };
    const { events, positions } = request;
    try {
      const message = { type: 'evaluate' as const, events, positions, runs, budgets: this.options.budgets };
      const done = (await worker.request(message, collect, onCall)) as { microseconds: number[] }; // our worker's reply
      const offset = request.runs.length - runs.length;
      for (const [index, value] of done.microseconds.entries()) result.microseconds[offset + index] = value;
      this.release(worker);
      return [];
    } catch (error) {
      this.replace(worker);
      if (!(error instanceof WorkerLost)) throw error;
      return this.afterLoss(error, request, runs, result);
    }
  }

  /** Where to go on after an interpreter died: the culprit event by event, its poison event never again. */
  private afterLoss(lost: WorkerLost, request: BatchRequest, runs: Run[], result: BatchResult): Run[] {
    const { call } = lost;
    const index = call ? runs.findIndex((run) => run.rule === call.unit) : -1;
    if (!call || index < 0) throw new BatchUnread(`the batch could not be evaluated: ${lost.message}`);
    const run = runs[index]!;
    const rest = runs.slice(index + 1);
    if (!call.isSingle) return [{ ...run, start: call.position, isSingle: true }, ...rest];

    const name = lost.isTimeout ? 'TimeoutError' : 'InterpreterLost';
    const reason = lost.isTimeout
      ? `the rule took longer than ${call.budgetMs} ms on this event`
      : lost.message;
    const timeouts = run.timeouts + 1;
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
    result.outcomes.push({
      rule: run.rule,
      matches: [],
      errors,
      timeouts: 1,
      notEvaluated: isOver ? left : 0,
    });
    return isOver || left <= 0 ? rest : [{ ...run, start: call.position + 1, timeouts }, ...rest];
  }

  private acquire(): Promise<PythonWorker> {
    const worker = this.idle.pop();
    return worker ? Promise.resolve(worker) : new Promise((resolve) => this.waiting.push(resolve));
  }

  private release(worker: PythonWorker): void {
    if (worker.heapBytes > this.options.recycleBytes) this.replace(worker);
    else this.offer(worker);
  }

  private offer(worker: PythonWorker): void {
    this.all.add(worker);
    const next = this.waiting.shift();
    if (next) next(worker);
    else this.idle.push(worker);
    if (this.isRetired && this.busy === 0) this.endIdle();
  }

  private replace(worker: PythonWorker): void {
    this.all.delete(worker);
    void worker.end();
    this.prepareInBackground();
  }

  private prepareInBackground(): void {
    if (this.isRetired && this.busy === 0) return;
    this.prepare(false).then(
      (worker) => this.offer(worker),
      () => setTimeout(() => this.prepareInBackground(), 1000),
    );
  }

  /** A worker with the content loaded. Modules that hang while loading are left out and reported once. */
  private async prepare(isFirst: boolean): Promise<PythonWorker> {
    const { content, budgets, source } = this.options;
    for (;;) {
      const worker = await source.take();
      const collect = (message: WorkerMessage) => {
        if (!isFirst) return;
        if (message.type === 'rejected') this.reject(message.rejection);
        if (message.type === 'analysis') this.analyses.push({ rule: message.rule, text: message.text });
      };
      const wanted = isFirst ? content : withoutAnalysis(content);
      try {
        await worker.request(
          { type: 'load', content: wanted, excluded: this.excluded, loadMs: budgets.loadMs },
          collect,
        );
        return worker;
      } catch (error) {
        void worker.end();
        if (!(error instanceof WorkerLost) || !error.call) throw error;
        this.exclude(error);
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
    this.reject({ kind: step.kind, id: step.id, error });
  }

  /** Loading may have to start over; each module is reported once. */
  private reject(rejection: WireRejection): void {
    if (!this.rejected.some((known) => known.kind === rejection.kind && known.id === rejection.id))
      this.rejected.push(rejection);
  }

  private endIdle(): void {
    if (this.busy > 0) return;
    for (const worker of this.all) void worker.end();
    this.all.clear();
    this.idle.length = 0;
  }
}

function withoutAnalysis(content: WireContent): WireContent {
  return { ...content, rules: content.rules.map((rule) => ({ ...rule, wantsAnalysis: false })) };
}

function eventAt(request: BatchRequest, position: number): number {
  const view = new DataView(
    request.positions.buffer,
    request.positions.byteOffset,
    request.positions.byteLength,
  );
  return view.getUint32(position * 4, true);
}
