import type { DetectEngine } from '@margay/detect';
import type { Lake } from '@margay/lake';
import { tableNameOf } from '@margay/model';
import { candidateSql } from '../candidates/condition-sql.ts';
import type { Slices } from '../judge/slices.ts';
import type { ReplayScope } from '../scope.ts';
import { dateOfEventTime } from '../judge/findings.ts';
import { histogramSql, nthNewestSql, type EventWindow } from './window-sql.ts';

export type LakeReader = Pick<Lake, 'query' | 'layout' | 'statistics'>;

export interface PlannedWindows {
  windows: EventWindow[];
  /** Size of the window's events, by the tables' size per row. */
  estimatedBytes: number;
}

/** The tables a replay reads, each with what its rule tells about candidates. Log types without a table have no events. */
export function plannedWindows(
  lake: LakeReader,
  scope: ReplayScope,
  candidates: (logType: string) => ReturnType<DetectEngine['candidates']>,
): EventWindow[] {
  return [...new Set(scope.logTypes)].toSorted().flatMap((logType): EventWindow[] => {
    const layout = lake.layout('panther_logs', tableNameOf(logType));
    if (layout === undefined) return [];
    const sql = candidateSql(candidates(logType), layout);
    const { from, to, parsedBefore } = scope;
    return [{ layout, logType, from, to, parsedBefore, ...(sql ? { candidates: sql } : {}) }];
  });
}

/** Counts the events of each slice, and cuts the windows to the newest events where the scope has a size. */
export async function countEvents(
  lake: LakeReader,
  scope: ReplayScope,
  windows: readonly EventWindow[],
  slices: Slices,
  signal: AbortSignal,
): Promise<PlannedWindows> {
  const bytesPerRow = await rowSizes(lake);
  const sizeOf = (window: EventWindow) => bytesPerRow.get(window.layout.table) ?? 1_000;
  let planned = [...windows];
  if (scope.maxBytes !== undefined) planned = await cutToSize(lake, scope.maxBytes, planned, sizeOf, signal);
  let estimatedBytes = 0;
  for (const window of planned) {
    const { rows } = await ask(lake, histogramSql(window, scope, slices.widthMs), signal);
    for (const [slice, events, candidates] of rows) {
      slices.addEvents(Number(slice), Number(events), Number(candidates));
      estimatedBytes += Number(events) * sizeOf(window);
    }
  }
  return { windows: planned, estimatedBytes: Math.round(estimatedBytes) };
}

async function rowSizes(lake: LakeReader): Promise<Map<string, number>> {
  const tables = (await lake.statistics()).filter(({ database }) => database === 'panther_logs');
  return new Map(
    tables.map(({ table, rowCount, uncompressedBytes }) => [
      table,
      rowCount > 0 ? uncompressedBytes / rowCount : 0,
    ]),
  );
}

/** Each log type gives the same share of its events, the newest ones. */
async function cutToSize(
  lake: LakeReader,
  maxBytes: number,
  windows: readonly EventWindow[],
  sizeOf: (window: EventWindow) => number,
  signal: AbortSignal,
): Promise<EventWindow[]> {
  const counts: number[] = [];
  for (const window of windows) {
    const whole = createCount(window);
    const { rows } = await ask(lake, whole, signal);
    counts.push(rows.reduce((sum, row) => sum + Number(row[1]), 0));
  }
  const total = windows.reduce((sum, window, index) => sum + (counts[index] ?? 0) * sizeOf(window), 0);
  if (total <= maxBytes) return [...windows];
  const cut: EventWindow[] = [];
  for (const [index, window] of windows.entries()) {
    const keep = Math.max(1, Math.floor(((counts[index] ?? 0) * maxBytes) / total));
    const { rows } = await ask(lake, nthNewestSql(window, keep - 1), signal);
    const time = rows[0]?.[0];
    cut.push(typeof time === 'string' ? { ...window, from: dateOfEventTime(time) } : window);
  }
  return cut;
}

const createCount = (window: EventWindow) =>
  histogramSql({ ...window, candidates: undefined }, window, window.to.getTime() - window.from.getTime());

const ask = (
  lake: LakeReader,
  { sql, params }: { sql: string; params: Record<string, unknown> },
  signal: AbortSignal,
) => lake.query({ sql, params, pool: 'scheduled', signal });
