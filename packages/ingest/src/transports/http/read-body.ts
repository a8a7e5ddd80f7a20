import { invalidInput, limitExceeded } from '@margay/kit';
import { holdBytes } from '../../body/held-bytes.ts';

/** Bytes of request bodies held in memory at one time, over all requests. */
export interface MemoryBudget {
  claim(bytes: number): boolean;
  release(bytes: number): void;
}

/** A budget, which may be a part of another one. */
export function createMemoryBudget(limitBytes: number, whole?: MemoryBudget): MemoryBudget {
  let claimedBytes = 0;
  return {
    claim(bytes) {
      if (claimedBytes + bytes > limitBytes) return false;
      if (whole?.claim(bytes) === false) return false;
      claimedBytes += bytes;
      return true;
    },
    release(bytes) {
      claimedBytes -= bytes;
      whole?.release(bytes);
    },
  };
}

const tooLarge = (maxBytes: number) =>
  invalidInput(`The body is larger than ${maxBytes} bytes. Send smaller batches, or compress them.`, {
    code: 'BodyTooLarge',
    status: 413,
  });

const interrupted = (reason: string, cause?: unknown) =>
  invalidInput(`The body ended before it was complete: ${reason}. Nothing of it was stored; send it again.`, {
    code: 'BodyInterrupted',
    cause,
  });

/** A `Content-Length` header; undefined when there is none. Throws 400 for one that is no length. */
export function declaredLength(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (!/^\d{1,15}$/.test(header))
    throw invalidInput('The header Content-Length is not a length. Correct it.');
  return Number(header);
}

/**
 * Reads a request's body whole. Throws `MargayError`: 413 when it is too large (before reading, when the length says
 * so), 400 when it breaks off, 503 when requests under way hold too much memory. What was claimed from the budget is
 * given back by `release`, which the caller calls once it is done with the body.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  length: number | undefined,
  maxBytes: number,
  budget: MemoryBudget,
): Promise<{ bytes: Uint8Array; release: () => void }> {
  if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
  let size = 0;
  const release = () => {
    budget.release(size);
    size = 0;
  };
  try {
    const held = holdBytes();
    for await (const chunk of uninterrupted(body)) {
      if (size + chunk.length > maxBytes) throw tooLarge(maxBytes);
      if (!budget.claim(chunk.length)) throw busy();
      size += chunk.length;
      held.add(chunk);
    }
    if (length !== undefined && length !== size) throw interrupted(`${size} of ${length} bytes arrived`);
    return { bytes: held.joined(), release };
  } catch (error) {
    release();
    throw error;
  }
}

const busy = () =>
  limitExceeded('Too much data is being received at this moment. Send the batch again.', {
    code: 'Busy',
    status: 503,
    retryAfterSeconds: 1,
  });

async function* uninterrupted(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  try {
    yield* body;
  } catch (error) {
    throw interrupted('the connection broke', error);
  }
}
