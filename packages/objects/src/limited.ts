import { invalidInput, limitExceeded } from '@margay/kit';
import type { ByteRange } from './contract.ts';

/** Passes bytes on and counts them; throws in the middle where there are too many. */
export async function* limited(
  key: string,
  content: AsyncIterable<Uint8Array>,
  options: { maxBytes: number; onBytes: (byteCount: number) => void },
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const bytes of content) {
    total += bytes.byteLength;
    if (total > options.maxBytes) {
      throw limitExceeded(`The file ${key} is larger than the ${options.maxBytes} bytes it may have.`, {
        code: 'ObjectTooLarge',
      });
    }
    options.onBytes(bytes.byteLength);
    yield bytes;
  }
}

export const behindEnd = (key: string, range: ByteRange) =>
  invalidInput(`The file ${key} has no byte ${range.from}. Ask for a part that begins before its end.`, {
    code: 'RangeBehindEnd',
  });
