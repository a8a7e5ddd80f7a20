import type { Lake } from '@margay/lake';
import { decodeRows, languageOfText, newestEvents, type EngineQuery } from '@margay/query';
import { searchParamsOf } from '../detections/index.ts';
import { readSearchParams, readySearch, refusalOf } from '../searches/index.ts';
import type { ScheduledQuery } from './runnable.ts';

export interface RowLimits {
  rows: number;
  /** Of the rows as JSON text. */
  bytes: number;
}

/** A run's rows go through Python and the state store: enough for findings, too little for exports. */
export const rowLimits: RowLimits = { rows: 10_000, bytes: 32 * 1024 ** 2 };

/** Nobody waits for these: what people ask goes first, in seats and in memory. */
const lakeLimits = { maxResultBytes: 128 * 1024 ** 2, maxMemoryBytes: 2_000_000_000 };

export interface AskedRows {
  /** Each row as JSON. */
  rowTexts: string[];
  isCut: boolean;
  bytesScanned: number;
  elapsedMs: number;
}

export interface AskRequest {
  query: ScheduledQuery;
  /** What the text takes for the present, and the end of what it sees: a late run returns what it would have returned. */
  scheduledAt: Date;
  windowFrom: Date | null;
  limits: RowLimits;
  timeoutMs: number;
  tag: string;
  signal: AbortSignal;
}

/** Runs the query as of its time. Throws `InvalidInput` where the query is at fault. */
export async function askRows(lake: Lake, request: AskRequest): Promise<AskedRows> {
  const { limits } = request;
  // One more than allowed tells whether something was left out.
  const rowLimit = limits.rows + 1;
  const { text } = request.query.definition;
  const query =
    text.trim() === '' ? formQuery(request, lake, rowLimit) : textQuery(text, request, lake, rowLimit);
  const { rows, readBytes, elapsedMs } = await lake.query({
    sql: query.sql,
    params: query.params,
    tag: request.tag,
    lane: { pool: 'scheduled', owner: 'scheduled-queries' },
    limits: { ...lakeLimits, maxResultRows: rowLimit, timeoutMs: request.timeoutMs },
    signal: request.signal,
  });
  const { rowTexts, isCut } = textsOf(decodeRows(query, rows), limits);
  return { rowTexts, isCut, bytesScanned: readBytes, elapsedMs };
}

function textQuery(
  text: string,
  { scheduledAt, windowFrom }: AskRequest,
  lake: Lake,
  rowLimit: number,
): EngineQuery {
  const { query, diagnostics } = languageOfText(text).text.compile(text, lake.catalog(), {
    now: scheduledAt,
    rowLimit,
    eventWindow: {
      ...(windowFrom === null ? {} : { fromMs: windowFrom.getTime() }),
      toMs: scheduledAt.getTime(),
    },
  });
  if (!query) throw refusalOf(diagnostics);
  return query;
}

/** The events that the form finds, inside of the times that a run may see. */
function formQuery(
  { query: { definition }, scheduledAt, windowFrom }: AskRequest,
  lake: Lake,
  rowLimit: number,
): EngineQuery {
  const catalog = lake.catalog();
  const asked = searchParamsOf(definition, scheduledAt);
  const { fromMs = 0, toMs = Infinity } = readySearch(readSearchParams(asked), catalog, scheduledAt).range;
  const { relativeTime: _relative, ...params } = asked;
  const inWindow = readSearchParams({
    ...params,
    startTime: new Date(Math.max(fromMs, windowFrom?.getTime() ?? 0)).toISOString(),
    endTime: new Date(Math.min(toMs, scheduledAt.getTime())).toISOString(),
  });
  const { relation, limit } = readySearch(inWindow, catalog, scheduledAt);
  const isDescending = inWindow.sortDir === 'descending';
  return newestEvents(relation, catalog, isDescending, Math.min(limit, rowLimit));
}

function textsOf(rows: readonly object[], limits: RowLimits): { rowTexts: string[]; isCut: boolean } {
  const rowTexts: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    bytes += Buffer.byteLength(text);
    if (rowTexts.length === limits.rows || bytes > limits.bytes) return { rowTexts, isCut: true };
    rowTexts.push(text);
  }
  return { rowTexts, isCut: false };
}
