import type { DetectEngine } from '@margay/detect';
import type { LaneLake, TableLayout } from '@margay/lake';
import { tableNameOf } from '@margay/model';
import { batchOfRow } from '@margay/normalize';
import { batchRowsSql, candidateSql } from '@margay/query';
import { type EventWindow, readWindow, type RebuilderThread } from '@margay/replay';
import type { PassedPart } from './record.ts';

/** Stored events that passed, of one log type. */
export interface PassedPage {
  logType: string;
  texts: string[];
  /** For each text, when it passed. */
  passedAt: Date[];
}

export interface ReadPassedDeps {
  lake: Pick<LaneLake, 'query' | 'layout'>;
  rebuilder: RebuilderThread;
  /** What an event must meet for the detection to say anything about it. */
  candidates(logType: string): ReturnType<DetectEngine['candidates']>;
  now: Date;
}

const dayMs = 86_400_000;
/** The lake holds no later second. */
const lastSecond = 9_223_372_035;

/**
 * Reads exactly the rows of these parts back from the lake, as the rules saw them, but for those the detection says
 * plainly False about. What the retention removed meanwhile is not there.
 */
export async function* readPassed(
  deps: ReadPassedDeps,
  parts: readonly PassedPart[],
  signal: AbortSignal,
): AsyncGenerator<PassedPage> {
  for (const [logType, members] of Map.groupBy(parts, (part) => part.logType)) {
    const layout = deps.lake.layout('panther_logs', tableNameOf(logType));
    if (layout === undefined) continue;
    const passedAtOf = createRowFinder(members);
    for await (const page of readWindow(deps, windowOf(deps, layout, members), signal)) {
      const found: PassedPage = { logType, texts: [], passedAt: [] };
      for (const [index, rowId] of page.rowIds.entries()) {
        const passedAt = passedAtOf(rowId);
        if (passedAt === undefined) continue;
        found.texts.push(page.texts[index] ?? '{}');
        found.passedAt.push(passedAt);
      }
      if (found.texts.length > 0) yield found;
    }
  }
}

/** When the event of a row passed; undefined where it is not among these parts. */
function createRowFinder(parts: readonly PassedPart[]): (rowId: string) => Date | undefined {
  const ranges = parts.flatMap(({ rowRanges, passedAt }) =>
    rowRanges.map((range) => ({ ...range, passedAt })),
  );
  const ofBatch = Map.groupBy(ranges, ({ from }) => batchOfRow(from));
  return (rowId) =>
    ofBatch.get(batchOfRow(rowId))?.find(({ from, to }) => from <= rowId && rowId <= to)?.passedAt;
}

function windowOf(deps: ReadPassedDeps, layout: TableLayout, parts: readonly PassedPart[]): EventWindow {
  const ranges = parts.flatMap(({ rowRanges }) => rowRanges);
  const sql = candidateSql(deps.candidates(parts[0]?.logType ?? ''), layout);
  const ofParts = batchRowsSql([...new Set(ranges.map(({ from }) => batchOfRow(from)))], {
    firstRow: ranges.reduce((least, { from }) => (from < least ? from : least), ranges[0]?.from ?? ''),
    lastRow: ranges.reduce((most, { to }) => (to > most ? to : most), ''),
  });
  const first = parts.reduce((least, part) => Math.min(least, part.firstSecond), Infinity);
  const last = parts.reduce((most, part) => Math.max(most, part.lastSecond), -Infinity);
  return {
    layout,
    logType: parts[0]?.logType ?? '',
    from: new Date(first * 1_000),
    to: new Date(Math.min(lastSecond, last + 1) * 1_000),
    // Clocks of two processes may differ; the rows themselves say which they are.
    parsedBefore: new Date(deps.now.getTime() + dayMs),
    candidates: {
      sql: sql ? `${ofParts.sql} AND ${sql.sql}` : ofParts.sql,
      params: { ...sql?.params, ...ofParts.params },
    },
  };
}
