import { invalidInput, limitExceeded } from '@margay/kit';
import {
  buildTableImage,
  keyFieldOf,
  matchKeyOf,
  readTableRows,
  tableLimits,
  type BuiltImage,
  type RowFormat,
} from '@margay/normalize/enrich';
import type { LogSchema } from '@margay/schema';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { digestOf } from './version-files.ts';

export interface TableUpload {
  /** The table's name, for messages. */
  table: string;
  /** Path of CSV or JSON lines, plain or gzip. */
  file: string;
  format: RowFormat;
  schema: LogSchema;
  primaryKey: string;
  now: number;
}

/** Runs in a thread of its own: a large upload keeps it busy for seconds. Throws what `readTableRows` throws. */
export function readTableUpload(upload: TableUpload): BuiltImage & { digest: string } {
  const { table, schema, primaryKey } = upload;
  const field = keyFieldOf(schema, primaryKey);
  const kind = field === undefined ? 'text' : matchKeyOf(field).kind;
  const text = textOf(table, readFileSync(upload.file));
  const built = buildTableImage(readTableRows({ ...upload, text }), kind);
  return { ...built, digest: digestOf(built.image) };
}

function textOf(table: string, bytes: Uint8Array): string {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? unzip(table, bytes) : bytes;
  if (plain.length > tableLimits.plainBytes) throw tooLarge(table);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  } catch (cause) {
    throw invalidInput(
      `Lookup table ${table}: the upload is no UTF-8 text. Save it as UTF-8 and upload it again.`,
      { details: { field: 'data' }, cause },
    );
  }
}

function unzip(table: string, bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: tableLimits.plainBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(table);
    throw invalidInput(
      `Lookup table ${table}: the upload begins like gzip and cannot be decompressed. Compress it again, or send it plain.`,
      { details: { field: 'data' }, cause },
    );
  }
}

const tooLarge = (table: string) =>
  limitExceeded(
    `Lookup table ${table}: the upload has more than ${tableLimits.plainBytes} bytes decompressed. Leave out columns or rows, or divide it into several tables.`,
    { status: 413, details: { field: 'data', limit: tableLimits.plainBytes } },
  );
