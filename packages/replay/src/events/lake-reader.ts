import type { LaneLake } from '@margay/lake';
import { histogramSql, type BoundSql } from '@margay/query';
import type { EventWindow } from './event-window.ts';

/** On the account of whoever replays. */
export type LakeReader = LaneLake;

export const askLake = (lake: LakeReader, { sql, params }: BoundSql, signal: AbortSignal) =>
  lake.query({ sql, params, signal });

/** By slice, as far as slices have any. */
export type SliceCounts = ReadonlyMap<number, number>;

/** Counts the candidates (without a condition: the events) of the window by slices from `origin` on. */
export async function countBySlice(
  lake: LakeReader,
  window: EventWindow,
  { origin, widthMs }: { origin: Date; widthMs: number },
  signal: AbortSignal,
): Promise<SliceCounts> {
  const { rows } = await askLake(lake, histogramSql(window, origin, widthMs), signal);
  return new Map(rows.map(([slice, count]) => [Number(slice), Number(count)]));
}
