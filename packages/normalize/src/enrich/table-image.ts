import { parseExactJson } from '@margay/schema';
import { keyKinds, keyTextOf, type KeyKind } from './match-key.ts';
import { rowOfAddress } from './networks.ts';

/**
 * A version of a table as one run of bytes: what is on disk is what is in memory, and all threads of a process read the
 * same copy. Numbers are in the byte order of the machine; every section begins at a multiple of eight.
 *
 *   header    16 words: see `headerWords`
 *   expiries  a double for each row, milliseconds since 1970; only where some row expires
 *   index     text keys: slots of (hash, row + 1), a power of two of them, at most half full
 *             networks: bounds of four words each, then the row from each bound on
 *   rows      starts of the rows' texts, one more for the end
 *   keys      starts of the keys' texts, one more for the end
 *   texts     UTF-8: keys, then rows as JSON objects
 */
export const headerWords = {
  magic: 0,
  format: 1,
  kind: 2,
  rowCount: 3,
  indexLength: 4,
  expiresAt: 5,
  indexAt: 6,
  rowStartsAt: 7,
  keyStartsAt: 8,
  textsAt: 9,
  size: 10,
} as const;
export const headerBytes = 64;
export const imageMagic = 0x4c55544d;
export const imageFormat = 1;

/** One version of a table, ready to be asked. */
export interface TableImage {
  readonly kind: KeyKind;
  readonly rowCount: number;
  /** The row for a value of an event, as it was imported; undefined when there is none, or it has expired at `now`. */
  find(value: unknown, now: number): Record<string, unknown> | undefined;
  /** Every row, in the order of the upload. */
  rows(): IterableIterator<Record<string, unknown>>;
}

/** FNV-1a over UTF-16 units. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Throws for bytes that are no image of this format. */
export function openTableImage(bytes: SharedArrayBuffer): TableImage {
  const header = new Uint32Array(bytes, 0, headerBytes / 4);
  const at = (name: keyof typeof headerWords) => header[headerWords[name]] ?? 0;
  if (at('magic') !== imageMagic || at('format') !== imageFormat || at('size') !== bytes.byteLength)
    throw new TypeError('The bytes are no lookup table of this version of Margay.');
  const kind = keyKinds[at('kind')] ?? 'text';
  const rowCount = at('rowCount');
  const length = at('indexLength');
  const expiries = at('expiresAt') === 0 ? undefined : new Float64Array(bytes, at('expiresAt'), rowCount);
  const rowStarts = new Uint32Array(bytes, at('rowStartsAt'), rowCount + 1);
  const keyStarts = new Uint32Array(bytes, at('keyStartsAt'), rowCount + 1);
  const texts = Buffer.from(bytes, at('textsAt'));

  const rowAt = (row: number) =>
    parseExactJson(texts.toString('utf8', rowStarts[row], rowStarts[row + 1])) as Record<string, unknown>; // an object was written there

  let rowOf: (key: string) => number;
  if (kind === 'network') {
    const bounds = new Uint32Array(bytes, at('indexAt'), length * 4);
    const ranges = { bounds, rows: new Int32Array(bytes, at('indexAt') + length * 16, length) };
    rowOf = (key) => rowOfAddress(ranges, key);
  } else {
    const slots = new Uint32Array(bytes, at('indexAt'), length * 2);
    rowOf = (key) => {
      if (length === 0) return -1;
      const hash = hashOf(key);
      for (let slot = hash & (length - 1); ; slot = (slot + 1) & (length - 1)) {
        const row = (slots[slot * 2 + 1] ?? 0) - 1;
        if (row < 0) return -1;
        if (slots[slot * 2] !== hash) continue;
        if (texts.toString('utf8', keyStarts[row], keyStarts[row + 1]) === key) return row;
      }
    };
  }

  return {
    kind,
    rowCount,
    find(value, now) {
      const key = keyTextOf(value, kind);
      if (key === undefined) return undefined;
      const row = rowOf(key);
      if (row < 0 || (expiries !== undefined && (expiries[row] ?? Infinity) <= now)) return undefined;
      return rowAt(row);
    },
    *rows() {
      for (let row = 0; row < rowCount; row++) yield rowAt(row);
    },
  };
}
