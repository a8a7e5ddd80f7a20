import type { Logger } from '@margay/kit';
import type { StreamFormat } from '@margay/model';
import type { EventBuffer, SegmentRef } from '../buffer/event-buffer.ts';

/** A request as any HTTP server can present it. */
export interface IntakeRequest {
  method: string;
  /** Value of a header, whatever its case. */
  header(name: string): string | undefined;
  /** Throws from the iterator when the connection breaks. */
  body: AsyncIterable<Uint8Array> | null;
  remoteAddress: string;
}

export interface IntakeReply {
  status: number;
  headers: Record<string, string>;
  /** JSON text. */
  body: string;
}

/** What became of one request, for counters and the health of its source. */
export interface IntakeOutcome {
  sourceId: string;
  remoteAddress: string;
  /** True once the sender has shown that it is the source's own. */
  isKnownSender: boolean;
  status: number;
  /** Set when the request was refused: the error's code, and its words for a person. */
  code?: string;
  message?: string;
  /** Set when the batch was accepted and was not empty. */
  segment?: SegmentRef;
}

/** A source that is sent to, opened: its settings hold its secrets. */
export interface PushSource<Settings = unknown> {
  id: string;
  format: StreamFormat;
  settings: Settings;
}

export interface PushDeps {
  /** Resolves when the batch is durable; only then may the sender be told that it is accepted. */
  append: EventBuffer['append'];
  now(): Date;
  logger: Logger;
  /** To be called once for each request. */
  onOutcome?(outcome: IntakeOutcome): void;
}

/** Answers one request; `source` is undefined when the address names none. Never throws for what a sender can do. */
export type Receive<Settings = unknown> = (
  request: IntakeRequest,
  source: PushSource<Settings> | undefined,
) => Promise<IntakeReply>;
