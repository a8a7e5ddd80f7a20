import { Worker } from 'node:worker_threads';
import { answerCall, replyBytes, replyHeaderBytes } from './bridge.ts';
import type { WorkerMessage, WorkerRequest, WorkerSetup } from './messages.ts';
import { Deadline, type Moment } from './deadline.ts';
import { processProcessorMs } from './processor-time.ts';
import { type Call, markStop, readCall, readSequence, slotBytes } from './slot.ts';

/** The interpreter is gone. `call`: what it was doing, when it was doing anything. */
export class WorkerLost extends Error {
  readonly call: Call | undefined;
  /** True when it was ended because it ran out of time. */
  readonly isTimeout: boolean;

  constructor(message: string, call: Call | undefined, isTimeout: boolean) {
    super(message);
    this.name = 'WorkerLost';
    this.call = call;
    this.isTimeout = isTimeout;
  }
}

/** `waitMs`: see `DeadlineOptions`. */
export type WorkerOptions = Omit<WorkerSetup, 'shared'> & { graceMs: number; waitMs: number };

/** Answers a call of Python's; `unit` is what was running. The answer is JSON text as bytes. */
export type CallHandler = (call: {
  operation: string;
  arguments: string;
  unit: number;
}) => Promise<Uint8Array>;

interface Pending {
  resolve(result: unknown): void;
  reject(error: WorkerLost): void;
  onMessage(message: WorkerMessage): void;
  onCall: CallHandler;
}

const watchMs = 20;
const moment = (): Moment => ({ now: performance.now(), processorMs: processProcessorMs() });
const refuseCalls: CallHandler = async () => new TextEncoder().encode('{"error":"not available here"}');

/** One thread with one interpreter. Does one request at a time; useless after `WorkerLost`. */
export class PythonWorker {
  heapBytes = 0;
  isLost = false;
  readonly ready: Promise<Uint8Array | null>;
  private readonly worker: Worker;
  private readonly slot = new Int32Array(new SharedArrayBuffer(slotBytes));
  private readonly interrupt = new Uint8Array(new SharedArrayBuffer(4));
  private readonly reply = new SharedArrayBuffer(replyHeaderBytes + replyBytes);
  private readonly options: Pick<WorkerOptions, 'graceMs' | 'hostCallMs' | 'waitMs'>;
  private pending: Pending | undefined;
  private watch: NodeJS.Timeout | undefined;
  private deadline: Deadline;
  private lossReason: { message: string; call: Call | undefined; isTimeout: boolean } | undefined;

  constructor(options: WorkerOptions) {
    this.options = options;
    this.deadline = new Deadline(options, moment());
    const shared = {
      slot: this.slot.buffer, // made three lines above
      interrupt: this.interrupt.buffer,
      reply: this.reply,
    };
    const { graceMs: _grace, waitMs: _wait, ...rest } = options;
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { ...rest, shared } satisfies WorkerSetup,
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    });
    this.worker.stdout.resume();
    this.worker.stderr.resume();
    this.ready = new Promise((resolve, reject) => {
      this.pending = {
        resolve: () => undefined,
        reject,
        onMessage: (message) => {
          if (message.type !== 'ready') return;
          this.pending = undefined;
          resolve(message.snapshot);
        },
        onCall: refuseCalls,
      };
    });
    this.ready.catch(() => undefined);
    this.worker.on('message', (message: WorkerMessage) => this.receive(message));
    this.worker.on('error', (error) => this.lose(`the interpreter broke: ${String(error)}`, false));
    this.worker.on('exit', (code) => this.exited(code));
  }

  /** Rejects with WorkerLost, and with nothing else. */
  async request(
    message: WorkerRequest,
    onMessage: (message: WorkerMessage) => void = () => undefined,
    onCall: CallHandler = refuseCalls,
  ): Promise<unknown> {
    await this.ready;
    if (this.isLost) throw new WorkerLost('the interpreter is gone', undefined, false);
    if (this.pending) throw new Error('a worker does one request at a time');
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject, onMessage, onCall };
      this.deadline = new Deadline(this.options, moment());
      this.watch = setInterval(() => this.look(), watchMs);
      this.worker.postMessage(message);
    });
  }

  async end(): Promise<void> {
    this.isLost = true;
    await this.worker.terminate();
  }

  private receive(message: WorkerMessage): void {
    const pending = this.pending;
    if (!pending) return;
    if (message.type === 'done') {
      this.heapBytes = message.heapBytes;
      this.settle();
      pending.resolve(message.result);
    } else if (message.type === 'failed') {
      this.lose(message.error, false);
    } else if (message.type === 'call') {
      void this.answer(message, pending.onCall);
    } else {
      pending.onMessage(message);
    }
  }

  private async answer(
    message: Extract<WorkerMessage, { type: 'call' }>,
    onCall: CallHandler,
  ): Promise<void> {
    const call = readCall(this.slot);
    const { deadline } = this;
    if (call) deadline.wait(call.sequence, message.sequence, moment());
    const unit = call?.unit ?? -1;
    const bytes = await onCall({ operation: message.operation, arguments: message.arguments, unit });
    deadline.answered(message.sequence, performance.now());
    answerCall(this.reply, message.sequence, bytes);
  }

  /** First the polite interruption, then the end of the thread. */
  private look(): void {
    const call = readCall(this.slot);
    const sequence = call?.sequence ?? readSequence(this.slot);
    const verdict = this.deadline.look(sequence, call, moment());
    if (verdict === 'end') {
      // It may have moved on while we looked.
      if (readSequence(this.slot) === sequence)
        this.lose('the rule did not stop when it ran out of time', true, call);
    } else if (verdict === 'stop') {
      markStop(this.slot, sequence);
      this.interrupt[0] = 2; // SIGINT
    }
  }

  private lose(message: string, isTimeout: boolean, call = readCall(this.slot)): void {
    if (this.lossReason) return;
    this.lossReason = { message, call, isTimeout };
    this.isLost = true;
    // `exit` follows when the last messages of the thread have come through.
    void this.worker.terminate();
  }

  private exited(code: number): void {
    this.isLost = true;
    const reason = this.lossReason ?? {
      message: `the interpreter ended with code ${code}`,
      call: readCall(this.slot),
      isTimeout: false,
    };
    const pending = this.pending;
    this.settle();
    pending?.reject(new WorkerLost(reason.message, reason.call, reason.isTimeout));
  }

  private settle(): void {
    this.pending = undefined;
    clearInterval(this.watch);
    this.watch = undefined;
  }
}
