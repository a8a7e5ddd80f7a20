/** What is known of one object without reading it. */
export interface ObjectFacts {
  /** `<folder>/<name>`. */
  key: string;
  byteCount: number;
  writtenAt: Date;
}

/** Part of an object: from the byte `from` up to, not including, the byte `to`; to its end when absent. */
export interface ByteRange {
  from: number;
  to?: number;
}

export interface ObjectContent {
  /** Bytes of `body`, not of the whole object. */
  byteCount: number;
  body: ReadableStream<Uint8Array>;
}

/**
 * Files that one process writes and another one reads. A key is `<folder>/<name>`, lower case letters, digits, `.`, `_`
 * and `-` in both. An object is there whole or not at all: readers never see one that is being written, and the last
 * writer of a key wins. Throws `MargayError` with kind `upstream` where the storage cannot be used; a local folder throws
 * the errors of the file system, so that a full disk can be told from the rest.
 */
export interface ObjectStore {
  /** Where the objects are, for messages; without credentials. */
  readonly place: string;
  /** Whether processes with other folders, or on other machines, have the same objects. */
  readonly isShared: boolean;
  /**
   * Writes the bytes as they come; at most a few parts of 8 MiB are in memory. The object is durable when it resolves.
   * When `content` throws, or more than `maxBytes` come (code `ObjectTooLarge`), nothing of it stays.
   */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    options: { maxBytes: number; contentType?: string },
  ): Promise<{ byteCount: number }>;
  find(key: string): Promise<ObjectFacts | undefined>;
  /** Undefined when there is no such object. Throws `invalid-input` for a range that begins behind its end. */
  read(key: string, range?: ByteRange): Promise<ObjectContent | undefined>;
  /** Every object of a folder, in no order. */
  list(folder: string): AsyncIterable<ObjectFacts>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  /** Removes objects of a folder that were written before a moment, and says how many. */
  removeWrittenBefore(folder: string, moment: Date): Promise<number>;
  /** Removes what writers that died left half-written before a moment; nobody could read it, but it takes room. */
  removeUnfinished(folder: string, begunBefore: Date): Promise<void>;
  /** Proves with an object of its own that objects can be written, read and removed. Throws with the setting to mend. */
  check(): Promise<void>;
  close(): void;
}
