import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { invalidInput, MargayError } from '@margay/kit';
import { declaredEncodings, signatureBytes, sniffEncoding } from './encoding.ts';
import type { BodyEncoding } from './encoding.ts';
import { peek } from './peek.ts';

export interface DecodeLimits {
  /** Uncompressed bytes one body may hold. */
  maxPlainBytes: number;
  /** Uncompressed bytes per compressed byte, looked at once `ratioFromBytes` are reached. */
  maxRatio: number;
  ratioFromBytes: number;
}

export const defaultDecodeLimits: DecodeLimits = {
  maxPlainBytes: 1024 ** 3,
  maxRatio: 2000,
  ratioFromBytes: 64 * 1024 ** 2,
};

/** Compressed twice happens (a gzip file sent with gzip encoding, then kept as zstd); more is an attack. */
const maxLayers = 3;
/** 32 MiB: the window, and so the memory, a zstd frame may ask for. */
const zstdWindowLogMax = 25;

const tooLarge = (message: string) =>
  invalidInput(`${message} Send smaller batches.`, { code: 'BodyTooLarge', status: 413 });

const undecodable = (encoding: BodyEncoding, reason: string, cause?: unknown) =>
  invalidInput(`The body is not valid ${encoding}: ${reason}. Nothing of it was stored; send it again.`, {
    code: 'UndecodableBody',
    details: { encoding, reason },
    cause,
  });

async function* unpack(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'gzip' | 'zstd',
  limits: DecodeLimits,
): AsyncGenerator<Uint8Array> {
  let packedBytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      packedBytes += chunk.length;
      yield chunk;
    }
  }
  const unpacker =
    encoding === 'gzip'
      ? createGunzip({ chunkSize: 65_536 })
      : createZstdDecompress({
          chunkSize: 131_072,
          params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLogMax },
        });
  let sourceError: unknown;
  const flow = pipeline(Readable.from(counted(), { objectMode: false }), unpacker).catch((error: unknown) => {
    sourceError = error;
  });
  let plainBytes = 0;
  try {
    for await (const chunk of unpacker) {
      // A zlib stream yields Buffers.
      const plain = chunk as Buffer;
      plainBytes += plain.length;
      if (plainBytes > limits.ratioFromBytes && plainBytes > packedBytes * limits.maxRatio) {
        throw tooLarge(`The body unpacks to more than ${limits.maxRatio} times its size.`);
      }
      yield plain;
    }
    await flow;
    // Both decoders stop at the end of a frame and would drop whatever stands behind it.
    if (unpacker.bytesWritten < packedBytes) {
      throw undecodable(encoding, `${packedBytes - unpacker.bytesWritten} bytes follow its end`);
    }
  } catch (error) {
    if (error instanceof MargayError) throw error;
    const cause = sourceError ?? error;
    const isZlib = cause instanceof Error && 'code' in cause && /^(Z_|ZSTD_)/.test(String(cause.code));
    throw isZlib ? undecodable(encoding, cause.message, cause) : cause;
  } finally {
    unpacker.destroy();
    await flow;
  }
}

async function nextLayer(
  head: Uint8Array,
  claimed: BodyEncoding | undefined,
  layer: number,
): Promise<BodyEncoding> {
  if (head.length === 0) return 'identity';
  const encoding = sniffEncoding(head);
  if (claimed !== undefined && claimed !== encoding) throw undecodable(claimed, 'it does not begin like it');
  if (encoding !== 'identity' && layer >= maxLayers) {
    throw tooLarge(`The body is compressed more than ${maxLayers} times over.`);
  }
  return encoding;
}

/**
 * The plain bytes of a body, whatever it is packed in. Memory stays flat. `contentEncoding` is the sender's claim:
 * content that contradicts it is refused; without a claim the content decides.
 * Throws `MargayError`: 415 `UnsupportedEncoding`, 413 `BodyTooLarge`, 400 `UndecodableBody`.
 */
export async function* decodeBody(
  chunks: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  limits: DecodeLimits,
): AsyncGenerator<Uint8Array> {
  const declared = declaredEncodings(contentEncoding);
  let current = chunks;
  for (let layer = 0; ; layer++) {
    const { head, rest } = await peek(current, signatureBytes);
    current = rest;
    const encoding = await nextLayer(head, declared.pop(), layer).catch(async (error: unknown) => {
      await rest.return?.();
      throw error;
    });
    if (encoding === 'identity') break;
    current = unpack(current, encoding, limits);
  }
  let plainBytes = 0;
  for await (const chunk of current) {
    plainBytes += chunk.length;
    if (plainBytes > limits.maxPlainBytes) {
      throw tooLarge(`The body holds more than ${limits.maxPlainBytes} bytes uncompressed.`);
    }
    yield chunk;
  }
}
