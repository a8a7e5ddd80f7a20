import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex } from 'node:stream';
import { internalError, type Logger } from '@margay/kit';
import { frugalMemory } from '@margay/kit/node';
import type * as z from 'zod';
import { createFrameReader, encodeFrame, type Frame } from '../child/frames.ts';
import type { ChildSettings, ServerHeader } from '../child/requests.ts';
import { answerHostCall } from '../host-call-router.ts';
import type { HostCalls } from '../host-calls.ts';
import { childHeaderSchema } from './replies.ts';
import type { RuntimeFiles } from './runtime-files.ts';

export interface ChildHostOptions {
  files: RuntimeFiles;
  settings: ChildSettings;
  snapshot: Uint8Array | undefined;
  heartbeatMs: number;
  logger: Logger;
  onSnapshot(snapshot: Uint8Array): void;
}

/** Who answers the calls of a request under way, and which rule a unit of it stands for. */
export interface CallScope {
  calls: HostCalls;
  ruleIdOf(unit: number): string;
}

interface Pending {
  resolve(body: Uint8Array): void;
  reject(error: Error): void;
  scope: CallScope | undefined;
}

type Numbered = Extract<ServerHeader, { id: number }>;
export type ChildRequest = Numbered extends infer H ? (H extends Numbered ? Omit<H, 'id'> : never) : never;

/** The process is gone; what was asked may be asked again of the next one. */
export class HostLost extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'HostLost';
  }
}

/** What takes its rights from the child process: no files but these, no network, no processes, no code from text. */
export function confinement(files: Pick<RuntimeFiles, 'pyodideFolder' | 'childFolder'>): string[] {
  return [
    '--permission',
    '--allow-worker',
    `--allow-fs-read=${files.pyodideFolder}`,
    `--allow-fs-read=${files.childFolder}`,
    '--disallow-code-generation-from-strings',
    '--disable-warning=SecurityWarning',
    '--no-addons',
  ];
}

/** One child process with no rights beyond reading the interpreter and its own code. */
export class ChildHost {
  readonly ready: Promise<void>;
  isLost = false;
  private readonly options: Omit<ChildHostOptions, 'snapshot'>;
  private readonly child: ChildProcess;
  private readonly pipe: Duplex;
  private readonly pending = new Map<number, Pending>();
  private readonly heartbeat: NodeJS.Timeout;
  private lastRequest = 0;
  /** When the oldest unanswered ping went out. */
  private pingAt: number | undefined;
  private isSuspect = false;
  private becomeReady: () => void = () => undefined;
  private refuseReady: (error: Error) => void = () => undefined;
  private stderr = '';

  constructor({ snapshot, ...options }: ChildHostOptions) {
    this.options = options;
    const { files } = options;
    this.child = spawn(process.execPath, [...confinement(files), files.childEntry], {
      cwd: files.childFolder,
      env: frugalMemory,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    this.pipe = this.child.stdio[3] as Duplex; // a pipe, as asked for one line above
    this.ready = new Promise((resolve, reject) => {
      this.becomeReady = resolve;
      this.refuseReady = reject;
    });
    this.ready.catch(() => undefined);
    this.listen();
    this.heartbeat = setInterval(() => this.beat(), Math.max(50, options.heartbeatMs / 4));
    this.heartbeat.unref();
    this.write({ type: 'init', settings: options.settings }, snapshot);
  }

  get processId(): number | undefined {
    return this.child.pid;
  }

  /** Rejects with HostLost when the process dies first, with an internal error when it refuses. */
  request(header: ChildRequest, body?: Uint8Array, scope?: CallScope): Promise<Uint8Array> {
    if (this.isLost) return Promise.reject(new HostLost('the detection process is gone'));
    const id = ++this.lastRequest;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, scope });
      this.write({ ...header, id }, body);
    });
  }

  /** A request whose answer is JSON text of this shape. */
  async ask<T>(
    header: ChildRequest,
    body: Uint8Array | undefined,
    schema: z.ZodType<T>,
    scope?: CallScope,
  ): Promise<T> {
    const reply = await this.request(header, body, scope);
    return schema.parse(JSON.parse(new TextDecoder().decode(reply)));
  }

  async end(): Promise<void> {
    this.lose('the detection process was ended');
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
    this.child.kill('SIGKILL');
    await exited;
  }

  private listen(): void {
    const read = createFrameReader((frame) => this.receive(frame));
    this.pipe.on('data', (chunk: Uint8Array) => {
      try {
        read(chunk);
      } catch (error) {
        this.options.logger.error(
          { error: String(error) },
          'the detection process sent something unreadable',
        );
        this.destroy('it sent something unreadable');
      }
    });
    this.pipe.on('error', () => this.destroy('its pipe broke'));
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.stderr = (this.stderr + chunk.toString('utf8')).slice(-2000);
    });
    this.child.on('error', (error) => this.destroy(`it could not be started: ${error.message}`));
    this.child.on('exit', (code, signal) =>
      this.lose(`the detection process ended (${signal ?? code}) ${this.stderr}`),
    );
  }

  private receive(frame: Frame): void {
    this.pingAt = undefined;
    this.isSuspect = false;
    const header = childHeaderSchema.parse(frame.header);
    if (header.type === 'ready') this.becomeReady();
    else if (header.type === 'snapshot') this.options.onSnapshot(frame.body);
    else if (header.type === 'call') void this.answer(header);
    else if (header.type !== 'pong') this.settle(header, frame.body);
  }

  private settle(
    header: { type: 'result'; id: number } | { type: 'failed'; id: number; error: string },
    body: Uint8Array,
  ): void {
    const waiting = this.pending.get(header.id);
    this.pending.delete(header.id);
    if (header.type === 'result') waiting?.resolve(body);
    else waiting?.reject(internalError(`The detection process refused: ${header.error}`));
  }

  private async answer(call: {
    call: number;
    request: number;
    rule: number;
    operation: string;
    arguments: string;
  }): Promise<void> {
    const scope = this.pending.get(call.request)?.scope;
    const text = scope
      ? await answerHostCall(call, scope.calls, { ruleId: scope.ruleIdOf(call.rule) })
      : JSON.stringify({ error: 'not available here' });
    this.write({ type: 'answer', call: call.call }, new TextEncoder().encode(text));
  }

  /**
   * A process that says nothing for too long is no use, whatever keeps it busy. It gets one more beat, because
   * the silence may have been our own: an answer waits unread while this process is stopped or busy.
   */
  private beat(): void {
    if (this.isLost) return;
    const now = performance.now();
    if (this.pingAt === undefined) {
      this.pingAt = now;
      this.write({ type: 'ping' });
    } else if (now - this.pingAt > this.options.heartbeatMs) {
      if (this.isSuspect) this.destroy('it gave no sign of life');
      this.isSuspect = true;
    }
  }

  /** A message without an answer. */
  tell(header: Extract<ServerHeader, { type: 'retire' }>): void {
    this.write(header);
  }

  private destroy(reason: string): void {
    this.lose(`the detection process was ended: ${reason}`);
    this.child.kill('SIGKILL');
  }

  private lose(reason: string): void {
    if (this.isLost) return;
    this.isLost = true;
    clearInterval(this.heartbeat);
    const error = new HostLost(reason.trim());
    this.refuseReady(error);
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }

  private write(header: ServerHeader, body?: Uint8Array): void {
    if (this.isLost) return;
    this.pipe.cork();
    for (const piece of encodeFrame(header, body)) this.pipe.write(piece);
    this.pipe.uncork();
  }
}
