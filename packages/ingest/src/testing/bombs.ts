import { gzipSync } from 'node:zlib';

/** A zstd frame of run-length blocks (RFC 8878, section 3.1.1.2): four bytes for every 128 KiB. */
function zstdRunLengths(blocks: number): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (17 - 10) << 3]);
  const body = Buffer.alloc(blocks * 4);
  for (let i = 0; i < blocks; i++) {
    const isLast = i === blocks - 1 ? 1 : 0;
    body.writeUIntLE((131_072 * 8 + 2 + isLast) & 0xff_ff_ff, i * 4, 3);
    body[i * 4 + 3] = 0x41;
  }
  return Buffer.concat([header, body]);
}

/** Small bodies that unpack to about ten gigabytes, made without ever holding that much. */
export function bombs(): { name: string; body: Buffer; plainBytes: number }[] {
  const member = gzipSync(Buffer.alloc(100 * 1024 ** 2));
  const zstd = zstdRunLengths(80_000);
  return [
    {
      name: 'gzip',
      body: Buffer.concat(Array.from({ length: 100 }, () => member)),
      plainBytes: 100 * 100 * 1024 ** 2,
    },
    { name: 'zstd', body: zstd, plainBytes: 80_000 * 131_072 },
    { name: 'zstd in gzip', body: gzipSync(zstd), plainBytes: 80_000 * 131_072 },
  ];
}
