import { ConfinementReader, type SplitContent } from './confinement.ts';
import { Generation } from './generation.ts';
import type { WireContent, WireRejection } from './messages.ts';
import { type CallHandler, WorkerLost } from './python-worker.ts';
import type { ChildHeader, ChildSettings, ServerHeader, StudyPayload, TestPayload } from './requests.ts';
import { runStudyApart } from './study-run.ts';
import { runTestGroups } from './test-run.ts';
import { loadSteps, tooComplexToRead } from './work.ts';
import { createWorkerSource, type WorkerSource } from './worker-source.ts';

type Send = (header: ChildHeader, body?: Uint8Array) => void;

const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const parse = (body: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(body));

/** One content: the interpreters that confined detections share, and the one that all others have in turn. */
interface Loaded {
  shared: Generation;
  apart: Generation | undefined;
}

/** Nobody knows of the shared interpreters until all are loaded: where that fails, they end. */
export async function orRetire<T>(shared: Pick<Generation, 'retire'>, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    shared.retire();
    throw error;
  }
}

/** Main thread of the child process: receives requests, hands them to interpreters, forwards rules' calls. */
export class Supervisor {
  private readonly settings: ChildSettings;
  private readonly send: Send;
  private readonly source: WorkerSource;
  /** The server says which one a batch is for: rule numbers mean nothing without it. */
  private readonly generations = new Map<number, Loaded>();
  private readonly confinement: ConfinementReader;
  private lastCall = 0;
  private readonly calls = new Map<number, (answer: Uint8Array) => void>();
  private tests: Promise<unknown> = Promise.resolve();
  private checks: Promise<unknown> = Promise.resolve();

  constructor(settings: ChildSettings, snapshot: Uint8Array, send: Send) {
    this.settings = settings;
    this.send = send;
    const { pyodideUrl, sources, bootstrap, glue, memoryLimitBytes, makeSnapshot, budgets } = settings;
    this.source = createWorkerSource(
      {
        pyodideUrl,
        sources,
        bootstrap,
        glue,
        memoryLimitBytes,
        makeSnapshot,
        snapshot: snapshot.length > 0 ? snapshot : null,
        hostCallMs: budgets.hostCallMs,
        graceMs: budgets.graceMs,
        waitMs: budgets.capMs,
      },
      (made) => send({ type: 'snapshot' }, made),
    );
    this.confinement = new ConfinementReader(this.source, budgets);
  }

  async warmUp(): Promise<void> {
    await this.source.warmUp();
    this.send({ type: 'ready' });
  }

  receive(header: Exclude<ServerHeader, { type: 'init' }>, body: Uint8Array): void {
    if (header.type === 'ping') this.send({ type: 'pong' });
    else if (header.type === 'answer') this.answered(header.call, body);
    else if (header.type === 'retire') this.retire(header.generation);
    else void this.perform(header.id, () => this.start(header, body));
  }

  private async perform(id: number, action: () => Promise<unknown>): Promise<void> {
    try {
      this.send({ type: 'result', id }, bytesOf(await action()));
    } catch (error) {
      this.send({ type: 'failed', id, error: error instanceof Error ? error.message : String(error) });
    }
  }

  private start(header: Extract<ServerHeader, { id: number }>, body: Uint8Array): Promise<unknown> {
    switch (header.type) {
      case 'load':
        return this.load(header.generation, parse(body) as WireContent); // written by our own server, as is TestPayload
      case 'evaluate':
        return this.evaluate(header, body);
      case 'test':
        return this.test(header.id, parse(body) as TestPayload);
      case 'check':
        return this.check(header.body, header.kind);
      case 'study':
        return this.study(header.id, parse(body) as StudyPayload); // the same
    }
  }

  private async load(number: number, content: WireContent): Promise<unknown> {
    const { workers, budgets, recycleBytes } = this.settings;
    const split: SplitContent = this.settings.readsBodies
      ? await this.confinement.split(content)
      : { shared: content, apart: undefined, modules: [] };
    const options = { budgets, recycleBytes, source: this.source };
    const shared = await Generation.load({ ...options, content: split.shared, workers });
    const loadApart = (own: WireContent) => Generation.load({ ...options, content: own, workers: 1 });
    const apart = split.apart && (await orRetire(shared, loadApart(split.apart)));
    this.generations.set(number, { shared, apart });
    const order = new Map(loadSteps(content).map(({ kind, id }, place) => [`${kind} ${id}`, place]));
    const placeOf = ({ kind, id }: WireRejection) => order.get(`${kind} ${id}`) ?? 0;
    const rejected = [...shared.rejected, ...(apart?.rejected ?? [])];
    return {
      rejected: rejected.toSorted((a, b) => placeOf(a) - placeOf(b)),
      analyses: [...shared.analyses, ...(apart?.analyses ?? [])],
      apart: split.modules,
    };
  }

  private retire(number: number): void {
    const loaded = this.generations.get(number);
    loaded?.shared.retire();
    loaded?.apart?.retire();
    this.generations.delete(number);
  }

  private async evaluate(
    header: Extract<ServerHeader, { type: 'evaluate' }>,
    body: Uint8Array,
  ): Promise<unknown> {
    const loaded = this.generations.get(header.generation);
    const generation = header.isApart ? loaded?.apart : loaded?.shared;
    if (!generation) throw new Error(`generation ${header.generation} is not loaded`);
    const events = body.subarray(0, header.eventBytes);
    const positions = body.slice(header.eventBytes);
    return generation.evaluate({ events, positions, runs: header.runs }, this.callHandler(header.id));
  }

  /** One test run at a time: each needs an interpreter of its own. */
  private test(id: number, payload: TestPayload): Promise<unknown> {
    const run = () => runTestGroups(this.source, payload, this.settings.budgets, this.callHandler(id));
    const result = this.tests.then(run, run);
    this.tests = result.catch(() => undefined);
    return result;
  }

  /** In turn with tests, for the same reason. */
  private study(id: number, payload: StudyPayload): Promise<unknown> {
    const run = () => runStudyApart(this.source, payload, this.settings.budgets, this.callHandler(id));
    const result = this.tests.then(run, run);
    this.tests = result.catch(() => undefined);
    return result;
  }

  private check(body: string, kind: string): Promise<unknown> {
    const run = () => this.checkNow(body, kind);
    const result = this.checks.then(run, run);
    this.checks = result.catch(() => undefined);
    return result;
  }

  private async checkNow(body: string, kind: string): Promise<unknown> {
    const { loadMs } = this.settings.budgets;
    const worker = await this.source.take();
    try {
      return JSON.parse(String(await worker.request({ type: 'check', body, kind, loadMs }))) as unknown;
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      return JSON.parse(tooComplexToRead('The body is too complex to be read.')) as unknown;
    } finally {
      this.source.giveBack(worker);
    }
  }

  private callHandler(request: number): CallHandler {
    return (call) =>
      new Promise((resolve) => {
        const id = ++this.lastCall;
        this.calls.set(id, resolve);
        const { operation, unit } = call;
        this.send({ type: 'call', call: id, request, rule: unit, operation, arguments: call.arguments });
      });
  }

  private answered(id: number, answer: Uint8Array): void {
    this.calls.get(id)?.(answer);
    this.calls.delete(id);
  }
}
