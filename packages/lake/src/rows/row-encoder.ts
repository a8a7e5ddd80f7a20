import { exactTextOf, stringifyJson } from '@margay/kit';
import { parseErrorsName, storableTimes } from '@margay/model';
import type { NormalizedEvent } from '@margay/model';
import type { EncodedRows } from '../front-door.ts';
import type { LayoutColumn, TableLayout } from '../tables/layout.ts';
import { ByteSink } from './byte-sink.ts';
import type { CellWriter } from './cells.ts';
import { cellWriterOf } from './cells.ts';
import { instantOf } from './timestamp-cell.ts';

export interface RowEncoder {
  /** `extra` fields (of a match, for instance) win over the event's. */
  append(row: EncodableRow, extra?: Record<string, unknown>): void;
  readonly rowCount: number;
  readonly byteCount: number;
  /** The rows so far, ready for `lake.insert`; the encoder starts again empty. */
  take(): EncodedRows;
}

/** A normalised event, or any row of a table without a raw line. */
export type EncodableRow = Pick<NormalizedEvent, 'event'> & Partial<Pick<NormalizedEvent, 'raw'>>;

type Place = { kind: 'leaf'; slot: number } | { kind: 'object'; fields: Map<string, Place> };

/**
 * Turns events into RowBinary rows of one table. Pure apart from its own buffer, so it can live in a worker
 * thread; only `take().bytes` needs to be handed over.
 *
 * Every row is accepted: a value its column cannot hold exactly, and a field no column covers, is kept with its
 * path as JSON text in the overflow column.
 */
export function createRowEncoder(layout: TableLayout): RowEncoder {
  const root = placesOf(layout.columns);
  const writers = layout.columns.map(cellWriterOf);
  const slots: unknown[] = Array.from<unknown>({ length: layout.columns.length });
  const rawSlot = layout.columns.findIndex((column) => column.role === 'raw');
  const overflowSlot = layout.columns.findIndex((column) => column.role === 'overflow');
  const sink = new ByteSink(1 << 20);
  const timeSlot = layout.columns.findIndex((column) => column.name === layout.timeColumn);
  const parseTimeSlot = layout.columns.findIndex((column) => column.name === 'p_parse_time');
  let rowCount = 0;
  let minSeconds = Infinity;
  let maxSeconds = -Infinity;

  const append = (row: EncodableRow, extra?: Record<string, unknown>) => {
    slots.fill(undefined);
    let overflow = place(row.event, root, slots, undefined, []);
    if (extra) overflow = place(extra, root, slots, overflow, []);
    if (rawSlot >= 0) slots[rawSlot] = row.raw ?? '';
    overflow = writeValues(placeTime(overflow));
    // Always the last column: only now is it known what did not fit.
    if (overflowSlot >= 0) sink.text(overflow ? stringifyJson(overflow) : '');
    rowCount++;
  };

  const writeValues = (overflow: Overflow): Overflow => {
    let misfits = overflow;
    for (let slot = 0; slot < writers.length; slot++) {
      if (slot === overflowSlot) continue;
      // `slot` runs over both arrays, which have one length.
      if (!(writers[slot] as CellWriter)(sink, slots[slot])) {
        const column = layout.columns[slot] as LayoutColumn;
        misfits = keep(misfits, column.path, slots[slot]);
        if (column.cell === 'timestamp') noteReason(misfits, `${column.name}: ${misfitReason}`);
      }
    }
    return misfits;
  };

  /** A row without a time the column can hold rests at its parse time, so that it stays findable. */
  const placeTime = (overflow: Overflow): Overflow => {
    if (timeSlot < 0) return overflow;
    const own = slots[timeSlot];
    let instant = instantOf(own);
    let misfits = overflow;
    if (!instant && parseTimeSlot >= 0 && parseTimeSlot !== timeSlot) {
      slots[timeSlot] = slots[parseTimeSlot];
      instant = instantOf(slots[timeSlot]);
      if (own !== undefined && own !== null) {
        const { path, name } = layout.columns[timeSlot] as LayoutColumn;
        misfits = keep(misfits, path, own);
        noteReason(misfits, `${name}: ${misfitReason} The time of parsing stands in its place.`);
      }
    }
    const seconds = instant?.seconds ?? 0;
    if (seconds < minSeconds) minSeconds = seconds;
    if (seconds > maxSeconds) maxSeconds = seconds;
    return misfits;
  };

  const take = (): EncodedRows => {
    const rows = { bytes: sink.take(), rowCount, minSeconds, maxSeconds };
    rowCount = 0;
    minSeconds = Infinity;
    maxSeconds = -Infinity;
    return rows;
  };

  return {
    append,
    take,
    get rowCount() {
      return rowCount;
    },
    get byteCount() {
      return sink.position;
    },
  };
}

type Overflow = Record<string, unknown> | undefined;

function placesOf(columns: readonly LayoutColumn[]): Map<string, Place> {
  const root = new Map<string, Place>();
  columns.forEach((column, slot) => {
    if (column.role !== 'value') return;
    let fields = root;
    for (const part of column.path.slice(0, -1)) fields = objectAt(fields, part);
    fields.set(column.path.at(-1) ?? '', { kind: 'leaf', slot });
  });
  return root;
}

function objectAt(fields: Map<string, Place>, name: string): Map<string, Place> {
  const present = fields.get(name);
  if (present?.kind === 'object') return present.fields;
  const inner = new Map<string, Place>();
  fields.set(name, { kind: 'object', fields: inner });
  return inner;
}

function place(
  source: Record<string, unknown>,
  fields: Map<string, Place>,
  slots: unknown[],
  overflow: Overflow,
  path: string[],
): Overflow {
  let rest = overflow;
  for (const key of Object.keys(source)) {
    const value = source[key];
    if (value === undefined || value === null) continue;
    const target = fields.get(key);
    if (target?.kind === 'leaf') slots[target.slot] = value;
    else if (target && isPlainObject(value)) {
      path.push(key);
      rest = place(value, target.fields, slots, rest, path);
      path.pop();
    } else rest = keep(rest, [...path, key], value);
  }
  return rest;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && exactTextOf(value) === undefined
  );
}

/** Puts a value that has no column at its path in the overflow object, without touching what is there. */
function keep(overflow: Overflow, path: readonly string[], value: unknown): Overflow {
  const root = overflow ?? emptyWith({});
  let target = root;
  for (const part of path.slice(0, -1)) {
    const inner = target[part];
    const copy = emptyWith(isPlainObject(inner) ? inner : {});
    target[part] = copy;
    target = copy;
  }
  target[path.at(-1) ?? ''] = value;
  return root;
}

const misfitReason = `the value is no time between ${storableTimes.first.slice(0, 19)} and ${storableTimes.last.slice(0, 19)}.`;

function noteReason(overflow: Overflow, reason: string): void {
  if (overflow === undefined) return;
  const reasons = overflow[parseErrorsName];
  overflow[parseErrorsName] = [...(Array.isArray(reasons) ? (reasons as unknown[]) : []), reason];
}

/** A copy without a prototype, so that a field named `__proto__` is a field. */
function emptyWith(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.assign(Object.create(null), fields);
}
