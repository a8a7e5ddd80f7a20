import type { DetectEngine } from '@margay/detect';
import { tableNameOf } from '@margay/model';
import { candidateSql, nthNewestSql } from '@margay/query';
import type { Slices } from '../judge/slices.ts';
import type { ReplayScope } from '../scope.ts';
import { dateOfEventTime } from './date-of-event-time.ts';
import { reducedReads } from './reduced-event.ts';
import { askLake, countBySlice, type LakeReader, type SliceCounts } from './lake-reader.ts';
import type { EventWindow } from './event-window.ts';

/** A window whose events are counted. */
export interface CountedWindow extends EventWindow {
  events: SliceCounts;
}

export interface PlannedWindows {
  windows: CountedWindow[];
  /** Size of the windows' events, by the tables' size per row. */
  estimatedBytes: number;
}

/** What a rule's text tells: which events it may say something about, and what of them it looks at. */
export interface RuleNeeds {
  candidates(logType: string): ReturnType<DetectEngine['candidates']>;
  reads: ReturnType<DetectEngine['reads']>;
}

/** The tables a replay reads. Log types without a table have no events. */
function windowsOf(lake: LakeReader, scope: ReplayScope): EventWindow[] {
  return [...new Set(scope.logTypes)].toSorted().flatMap((logType): EventWindow[] => {
    const layout = lake.layout('panther_logs', tableNameOf(logType));
    const { from, to, parsedBefore } = scope;
    return layout === undefined ? [] : [{ layout, logType, from, to, parsedBefore }];
  });
}

/** The window with what the rule needs of it, where its table can give that. */
export function narrowed<Window extends EventWindow>(window: Window, needs: RuleNeeds): Window {
  const candidates = candidateSql(needs.candidates(window.logType), window.layout);
  const reads = needs.reads && reducedReads(needs.reads, window.layout);
  return { ...window, ...(candidates && { candidates }), ...(reads && { reads }) };
}

/** Counts the events of each slice, and cuts the windows to the newest events where the scope has a size. */
export async function countEvents(
  lake: LakeReader,
  scope: ReplayScope,
  slices: Slices,
  signal: AbortSignal,
): Promise<PlannedWindows> {
  const bytesPerRow = await rowSizes(lake);
  const sizeOf = (window: EventWindow) => bytesPerRow.get(window.layout.table) ?? 1_000;
  let planned = windowsOf(lake, scope);
  if (scope.maxBytes !== undefined) planned = await cutToSize(lake, scope.maxBytes, planned, sizeOf, signal);
  const windows: CountedWindow[] = [];
  let estimatedBytes = 0;
  for (const window of planned) {
    const grid = { origin: scope.from, widthMs: slices.widthMs };
    const events = await countBySlice(lake, window, grid, signal);
    for (const [slice, count] of events) {
      slices.addEvents(slice, count);
      estimatedBytes += count * sizeOf(window);
    }
    windows.push({ ...window, events });
  }
  return { windows, estimatedBytes: Math.round(estimatedBytes) };
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
    const whole = { origin: window.from, widthMs: window.to.getTime() - window.from.getTime() };
    const found = await countBySlice(lake, window, whole, signal);
    counts.push(found.values().reduce((sum, count) => sum + count, 0));
  }
  const total = windows.reduce((sum, window, index) => sum + (counts[index] ?? 0) * sizeOf(window), 0);
  if (total <= maxBytes) return [...windows];
  const cut: EventWindow[] = [];
  for (const [index, window] of windows.entries()) {
    const keep = Math.max(1, Math.floor(((counts[index] ?? 0) * maxBytes) / total));
    const { rows } = await askLake(lake, nthNewestSql(window, keep - 1), signal);
    const time = rows[0]?.[0];
    cut.push(typeof time === 'string' ? { ...window, from: dateOfEventTime(time) } : window);
  }
  return cut;
}
