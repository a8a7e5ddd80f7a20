import { limitExceeded, stringifyJson } from '@margay/kit';
import { tableLimits } from './limits.ts';
import { keyKinds, keyTextOf, type KeyKind } from './match-key.ts';
import { placeNetwork, rangesOf } from './networks.ts';
import { hashOf, headerBytes, headerWords, imageFormat, imageMagic } from './table-image.ts';

export interface ImageRow {
  /** From `rowKeyOf`. */
  key: string;
  row: Record<string, unknown>;
  /** Milliseconds since 1970 from which on the row is not found any more; absent: never. */
  expiresAt?: number;
}

export interface BuiltImage {
  image: SharedArrayBuffer;
  rowCount: number;
  /** Rows that gave way to a later one with the same key. */
  duplicateCount: number;
}

const encoder = new TextEncoder();

/** The key a row is kept under, one way of writing for each network; undefined when the text is none of this kind. */
export function rowKeyOf(value: unknown, kind: KeyKind): string | undefined {
  const text = keyTextOf(value, kind);
  if (text === undefined || kind !== 'network') return text;
  const placed = placeNetwork(text);
  return placed && `${placed.first.toString(16)}/${placed.prefix}`;
}

/**
 * Rows as one run of bytes; see `table-image.ts`. Of rows with the same key the last is kept. `key` comes from
 * `rowKeyOf`. Throws `LimitExceeded` for more than `tableLimits.imageBytes`.
 */
export function buildTableImage(given: Iterable<ImageRow>, kind: KeyKind): BuiltImage {
  const byKey = new Map<string, ImageRow>();
  let givenCount = 0;
  for (const row of given) {
    givenCount++;
    byKey.delete(row.key);
    byKey.set(row.key, row);
  }
  const rows = [...byKey.values()];
  const keyTexts = rows.map(({ key }) => encoder.encode(key));
  const rowTexts = rows.map(({ row }) => encoder.encode(stringifyJson(row)));
  const expires = rows.some(({ expiresAt }) => expiresAt !== undefined);
  const index = kind === 'network' ? networkIndex(rows) : textIndex(rows);
  const sizes = {
    expiries: expires ? rows.length * 8 : 0,
    index: index.words.byteLength,
    starts: (rows.length + 1) * 4,
    texts: sum(keyTexts) + sum(rowTexts),
  };
  const expiriesAt = headerBytes;
  const indexAt = aligned(expiriesAt + sizes.expiries);
  const rowStartsAt = aligned(indexAt + sizes.index);
  const keyStartsAt = aligned(rowStartsAt + sizes.starts);
  const textsAt = aligned(keyStartsAt + sizes.starts);
  const size = textsAt + sizes.texts;
  if (size > tableLimits.imageBytes)
    throw limitExceeded(
      `The table would take ${size} bytes of memory; at most ${tableLimits.imageBytes} are allowed. Leave out columns or rows.`,
      { status: 413 },
    );
  const image = new SharedArrayBuffer(size);
  const header = new Uint32Array(image, 0, headerBytes / 4);
  const facts: Record<keyof typeof headerWords, number> = {
    magic: imageMagic,
    format: imageFormat,
    kind: keyKinds.indexOf(kind),
    rowCount: rows.length,
    indexLength: index.length,
    expiresAt: expires ? expiriesAt : 0,
    indexAt,
    rowStartsAt,
    keyStartsAt,
    textsAt,
    size,
  };
  for (const [name, word] of Object.entries(headerWords)) header[word] = facts[name as keyof typeof facts]; // its own keys
  if (expires) {
    const expiries = new Float64Array(image, expiriesAt, rows.length);
    for (const [at, row] of rows.entries()) expiries[at] = row.expiresAt ?? Infinity;
  }
  new Uint32Array(image, indexAt, index.words.length).set(index.words);
  const texts = new Uint8Array(image, textsAt);
  const keysEnd = writeTexts(keyTexts, texts, new Uint32Array(image, keyStartsAt, rows.length + 1), 0);
  writeTexts(rowTexts, texts, new Uint32Array(image, rowStartsAt, rows.length + 1), keysEnd);
  return { image, rowCount: rows.length, duplicateCount: givenCount - rows.length };
}

interface Index {
  words: Uint32Array;
  length: number;
}

function textIndex(rows: readonly ImageRow[]): Index {
  if (rows.length === 0) return { words: new Uint32Array(), length: 0 };
  const length = 2 ** Math.ceil(Math.log2(rows.length * 2));
  const words = new Uint32Array(length * 2);
  for (const [row, { key }] of rows.entries()) {
    const hash = hashOf(key);
    let slot = hash & (length - 1);
    while (words[slot * 2 + 1] !== 0) slot = (slot + 1) & (length - 1);
    words[slot * 2] = hash;
    words[slot * 2 + 1] = row + 1;
  }
  return { words, length };
}

function networkIndex(rows: readonly ImageRow[]): Index {
  const networks = rows.map(({ key }, row) => {
    const [first = '', prefix] = key.split('/');
    return { first: BigInt(`0x${first}`), prefix: Number(prefix), row };
  });
  const ranges = rangesOf(networks);
  const words = new Uint32Array(ranges.bounds.length + ranges.rows.length);
  words.set(ranges.bounds);
  words.set(new Uint32Array(ranges.rows.buffer), ranges.bounds.length);
  return { words, length: ranges.rows.length };
}

function writeTexts(
  texts: readonly Uint8Array[],
  into: Uint8Array,
  starts: Uint32Array,
  begin: number,
): number {
  let position = begin;
  for (const [at, text] of texts.entries()) {
    starts[at] = position;
    into.set(text, position);
    position += text.length;
  }
  starts[texts.length] = position;
  return position;
}

const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;
const sum = (texts: readonly Uint8Array[]) => texts.reduce((bytes, text) => bytes + text.length, 0);
