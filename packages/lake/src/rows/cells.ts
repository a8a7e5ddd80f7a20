import { exactTextOf, stringifyJson } from '@margay/kit';
import type { LayoutColumn } from '../tables/layout.ts';
import type { ByteSink } from './byte-sink.ts';
import { instantOf, writeInstant } from './timestamp-cell.ts';

/** Writes the value, or writes nothing and returns false when the column's type cannot hold it exactly. */
export type CellWriter = (sink: ByteSink, value: unknown) => boolean;

const minInt64 = -(2n ** 63n);
const maxInt64 = 2n ** 63n - 1n;
const digits = /^-?\d{1,19}$/;

function writeString(sink: ByteSink, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  sink.text(value);
  return true;
}

function writeJson(sink: ByteSink, value: unknown): boolean {
  sink.text(stringifyJson(value));
  return true;
}

function writeInt32(sink: ByteSink, value: unknown): boolean {
  if (typeof value !== 'number' || (value | 0) !== value) return false;
  sink.int32(value);
  return true;
}

function writeInt16(sink: ByteSink, value: unknown): boolean {
  if (typeof value !== 'number' || (value << 16) >> 16 !== value) return false;
  sink.int16(value);
  return true;
}

function writeInt64(sink: ByteSink, value: unknown): boolean {
  const exact = int64Of(value);
  if (exact === undefined) return false;
  sink.int64(exact);
  return true;
}

function int64Of(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  const exact = typeof value === 'bigint' ? value : bigintOfText(value);
  return exact !== undefined && exact >= minInt64 && exact <= maxInt64 ? exact : undefined;
}

/** 64-bit numbers travel as text where JSON would round them. */
function bigintOfText(value: unknown): bigint | undefined {
  return typeof value === 'string' && digits.test(value) ? BigInt(value) : undefined;
}

function writeFloat64(sink: ByteSink, value: unknown): boolean {
  const number = typeof value === 'bigint' ? Number(value) : (numberWritten(value) ?? value);
  if (typeof number !== 'number' || !Number.isFinite(number)) return false;
  sink.float64(number);
  return true;
}

function numberWritten(value: unknown): number | undefined {
  const text = exactTextOf(value);
  return text === undefined ? undefined : Number(text);
}

function writeBoolean(sink: ByteSink, value: unknown): boolean {
  if (typeof value !== 'boolean') return false;
  sink.byte(value ? 1 : 0);
  return true;
}

function writeTimestamp(sink: ByteSink, value: unknown): boolean {
  const instant = instantOf(value);
  if (!instant) return false;
  writeInstant(sink, instant);
  return true;
}

const writers = {
  string: writeString,
  json: writeJson,
  int: writeInt32,
  smallint: writeInt16,
  bigint: writeInt64,
  float: writeFloat64,
  boolean: writeBoolean,
  timestamp: writeTimestamp,
} satisfies Record<LayoutColumn['cell'], CellWriter>;

const defaults: Record<LayoutColumn['cell'], unknown> = {
  string: '',
  json: null,
  int: 0,
  smallint: 0,
  bigint: 0,
  float: 0,
  boolean: false,
  timestamp: '1970-01-01 00:00:00',
};

/** A writer for one column, with its NULL byte or array length; `undefined` and `null` are the absent value. */
export function cellWriterOf(column: LayoutColumn): CellWriter {
  const writeValue = writers[column.cell];
  if (column.isArray) return arrayWriter(writeValue);
  if (column.nullable) return nullableWriter(writeValue);
  const absent = defaults[column.cell];
  return (sink, value) => {
    if (value === undefined || value === null) return writeValue(sink, absent);
    if (writeValue(sink, value)) return true;
    writeValue(sink, absent);
    return false;
  };
}

function nullableWriter(writeValue: CellWriter): CellWriter {
  return (sink, value) => {
    if (value === undefined || value === null) {
      sink.byte(1);
      return true;
    }
    const start = sink.position;
    sink.byte(0);
    if (writeValue(sink, value)) return true;
    sink.position = start;
    sink.byte(1);
    return false;
  };
}

/**
 * An array with one element that does not fit goes to the overflow whole: half an array would mislead. An empty one goes
 * there too: its column could not tell it from an absent one.
 */
function arrayWriter(writeValue: CellWriter): CellWriter {
  return (sink, value) => {
    if (value === undefined || value === null) {
      sink.byte(0);
      return true;
    }
    const start = sink.position;
    if (Array.isArray(value) && value.length > 0) {
      sink.varint(value.length);
      if (value.every((element) => writeValue(sink, element))) return true;
    }
    sink.position = start;
    sink.byte(0);
    return false;
  };
}
