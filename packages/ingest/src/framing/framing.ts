import type { Entry, StreamFormat, StreamType } from '@margay/model';

export interface FramingLimits {
  /** A longer entry is a failure; only its beginning is kept. */
  maxEntryBytes: number;
  /** Levels of objects, arrays or elements inside one entry. */
  maxDepth: number;
  /** Bytes kept of what could not be framed. */
  sampleBytes: number;
}

export const defaultFramingLimits: FramingLimits = {
  maxEntryBytes: 10 * 1024 ** 2,
  maxDepth: 200,
  sampleBytes: 64 * 1024,
};

/** A piece of a batch from which no entry could be cut. */
export interface FrameFailure {
  reason: string;
  /** Its beginning, as text. */
  sample: string;
  /** Its whole length. */
  bytes: number;
}

export interface FrameCounts {
  bytes: number;
  entries: number;
  /** Pieces of white space only; nothing else is known or kept of them. */
  blank: number;
  failures: number;
  /** Entries in which bytes that are not UTF-8 were replaced. */
  replacedUtf8: number;
  /** Messages of the transport itself, such as CloudWatch control messages, and header lines of Zeek's logs. */
  control: number;
}

export interface Framed {
  entries: Entry[];
  failures: FrameFailure[];
  counts: FrameCounts;
}

/** Takes a stream piece by piece; where it is cut into pieces never changes what comes out. */
export interface Framer {
  /** The framer may keep views of the bytes; the caller must not reuse them. */
  push(bytes: Uint8Array): void;
  end(): void;
}

export interface FrameSink {
  entry(entry: Entry): void;
  failure(reason: string, sample: Uint8Array | string, bytes: number): void;
  count(what: 'blank' | 'replacedUtf8' | 'control'): void;
}

/** One stream type: how a person picks it, and how it is cut. */
export interface StreamFraming {
  type: StreamType;
  label: string;
  help: string;
  isBeta: boolean;
  /** The settings of `StreamFormat` that this type looks at. */
  options: Exclude<keyof StreamFormat, 'type' | 'csvDelimiter'>[];
  create(format: StreamFormat, limits: FramingLimits, sink: FrameSink): Framer;
}

export const defineFraming = (framing: StreamFraming): StreamFraming => framing;
