import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, crc32, createZstdCompress, zstdCompress, zstdCompressSync } from 'node:zlib';
import { invalidInput, MargayError } from '@margay/kit';
import { decodeBody } from '../body/decode.ts';
import type { DecodeLimits } from '../body/decode.ts';
import { declaredEncodings, signatureBytes, sniffEncoding } from '../body/encoding.ts';
import type { BodyEncoding } from '../body/encoding.ts';
import { peek } from '../body/peek.ts';

export interface StoredBody {
  encoding: BodyEncoding;
  storedBytes: number;
  plainBytes: number;
  /** CRC-32 of the stored bytes. */
  checksum: number;
  /** SHA-256 of the plain bytes, where asked for. */
  contentHash: Buffer | undefined;
}

/** Fast setting: the spool is short-lived, and the lake compresses again. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const zstdCompressAsync = promisify(zstdCompress);
/** Below this, compressing costs less than a trip to the thread pool. */
const compressInlineBytes = 32 * 1024;
const compressAtOnceBytes = 16 * 1024 * 1024;

type Write = (bytes: Uint8Array) => Promise<void>;

/** Marks a failure of the sender's stream, so that it is not taken for one of our disk. */
async function* interruptible(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    if (error instanceof MargayError) throw error;
    throw invalidInput('The body ended before it was complete. Nothing of it was stored; send it again.', {
      code: 'BodyInterrupted',
      cause: error,
    });
  }
}

/** Keeps a packed body as it came, unpacking it on the side to check and count it. */
async function storePacked(
  chunks: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  limits: DecodeLimits,
  write: Write,
  onPlain: (bytes: Uint8Array) => void,
): Promise<void> {
  async function* written() {
    for await (const chunk of chunks) {
      await write(chunk);
      yield chunk;
    }
  }
  for await (const plain of decodeBody(written(), contentEncoding, limits)) onPlain(plain);
}

async function storePlain(
  chunks: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  limits: DecodeLimits,
  write: Write,
  onPlain: (bytes: Uint8Array) => void,
): Promise<void> {
  async function* counted() {
    for await (const plain of decodeBody(chunks, contentEncoding, limits)) {
      onPlain(plain);
      yield plain;
    }
  }
  await pipeline(
    Readable.from(counted(), { objectMode: false }),
    createZstdCompress(compression),
    async (packed: AsyncIterable<Uint8Array>) => {
      for await (const chunk of packed) await write(chunk);
    },
  );
}

/**
 * Writes a body in the form it will rest in: packed bodies as they came (checked first to last while they pass),
 * plain ones as zstd. Throws what `decodeBody` throws, and 400 `BodyInterrupted` when the sender's stream breaks.
 */
export async function storeBody(
  body: Uint8Array | AsyncIterable<Uint8Array>,
  options: { contentEncoding?: string; limits: DecodeLimits; withHash: boolean; write: Write },
): Promise<StoredBody> {
  const { contentEncoding, limits } = options;
  const hash = options.withHash ? createHash('sha256') : undefined;
  const stored: StoredBody = {
    encoding: 'zstd',
    storedBytes: 0,
    plainBytes: 0,
    checksum: 0,
    contentHash: undefined,
  };
  const write = (bytes: Uint8Array) => {
    stored.storedBytes += bytes.length;
    stored.checksum = crc32(bytes, stored.checksum);
    return options.write(bytes);
  };
  const onPlain = (bytes: Uint8Array) => {
    stored.plainBytes += bytes.length;
    hash?.update(bytes);
  };

  if (body instanceof Uint8Array && isPlainAndSmall(body, contentEncoding, limits)) {
    onPlain(body);
    const isTiny = body.length <= compressInlineBytes;
    await write(isTiny ? zstdCompressSync(body, compression) : await zstdCompressAsync(body, compression));
  } else {
    const chunks = body instanceof Uint8Array ? single(body) : interruptible(body);
    const { head, rest } = await peek(chunks, signatureBytes);
    const arrived = head.length === 0 ? 'identity' : sniffEncoding(head);
    if (arrived !== 'identity') stored.encoding = arrived;
    const store = arrived === 'identity' ? storePlain : storePacked;
    await store(rest, contentEncoding, limits, write, onPlain);
  }
  stored.contentHash = hash?.digest();
  return stored;
}

function isPlainAndSmall(
  body: Uint8Array,
  contentEncoding: string | undefined,
  limits: DecodeLimits,
): boolean {
  return (
    body.length <= Math.min(compressAtOnceBytes, limits.maxPlainBytes) &&
    declaredEncodings(contentEncoding).length === 0 &&
    sniffEncoding(body.subarray(0, signatureBytes)) === 'identity'
  );
}

async function* single(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body;
}
