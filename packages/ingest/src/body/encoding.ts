import { invalidInput } from '@margay/kit';

/** How the bytes of a batch are packed. Found from the content itself; a declared encoding must agree. */
export type BodyEncoding = 'identity' | 'gzip' | 'zstd';

interface Signature {
  name: string;
  bytes: number[];
}

const readable: (Signature & { encoding: BodyEncoding })[] = [
  { name: 'gzip', encoding: 'gzip', bytes: [0x1f, 0x8b, 0x08] },
  { name: 'zstd', encoding: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
];

/** Packed formats that senders try and this product does not unpack. */
const unreadable: Signature[] = [
  { name: 'zip', bytes: [0x50, 0x4b, 0x03, 0x04] },
  { name: 'bzip2', bytes: [0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59] },
  { name: 'xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'lz4', bytes: [0x04, 0x22, 0x4d, 0x18] },
  { name: 'snappy', bytes: [0xff, 0x06, 0x00, 0x00, 0x73, 0x4e, 0x61, 0x50, 0x70, 0x59] },
];

/** Bytes needed at the start of a body to tell every signature apart. */
export const signatureBytes = 10;

const startsWith = (head: Uint8Array, bytes: number[]) => bytes.every((byte, i) => head[i] === byte);

/** `head` holds the first `signatureBytes` bytes, or all of a shorter body. Throws 415 for a format we cannot unpack. */
export function sniffEncoding(head: Uint8Array): BodyEncoding {
  const found = readable.find(({ bytes }) => startsWith(head, bytes));
  if (found) return found.encoding;
  const foreign = unreadable.find(({ bytes }) => startsWith(head, bytes));
  if (!foreign) return 'identity';
  throw unsupportedEncoding(foreign.name);
}

export const unsupportedEncoding = (name: string) =>
  invalidInput(`The body is compressed with ${name}. Send it plain, or compressed with gzip or zstd.`, {
    code: 'UnsupportedEncoding',
    status: 415,
    details: { encoding: name, supported: ['identity', 'gzip', 'zstd'] },
  });

/** Reads a `Content-Encoding` value, outermost encoding last as in RFC 9110. Throws 415 for one we cannot undo. */
export function declaredEncodings(contentEncoding: string | undefined): BodyEncoding[] {
  const names = (contentEncoding ?? '').split(',').map((name) => name.trim().toLowerCase());
  const encodings: BodyEncoding[] = [];
  for (const name of names) {
    if (name === '' || name === 'identity') continue;
    if (name === 'gzip' || name === 'x-gzip') encodings.push('gzip');
    else if (name === 'zstd') encodings.push('zstd');
    else throw unsupportedEncoding(name.slice(0, 40));
  }
  return encodings;
}
