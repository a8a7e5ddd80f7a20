import type { Lake } from '@margay/lake';
import { decodeRows, languageOfText, newestEvents, type EngineQuery } from '@margay/query';
import { formParamsOf } from '../detections/index.ts';
import {
  readSearchParams,
  readySearch,
  refusalOf,
  type SearchParams,
  type SearchParamsInput,
} from '../searches/index.ts';
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

function textQuery(text: string, request: AskRequest, lake: Lake, rowLimit: number): EngineQuery {
  const { scheduledAt, windowFrom, query: saved } = request;
  const catalog = lake.catalog();
  const { query, diagnostics } = languageOfText(text).text.compile(text, catalog, {
    now: scheduledAt,
    rowLimit,
    source() {
      const asked = { ...formParamsOf(saved.definition, scheduledAt), filters: '' };
      return readySearch(paramsInWindow(asked, request, lake), catalog, scheduledAt).relation;
    },
    eventWindow: {
      ...(windowFrom === null ? {} : { fromMs: windowFrom.getTime() }),
      toMs: scheduledAt.getTime(),
    },
  });
  if (!query) throw refusalOf(diagnostics);
  return query;
}

/** The events that the form finds, inside of the times that a run may see. */
function formQuery(request: AskRequest, lake: Lake, rowLimit: number): EngineQuery {
  const { query, scheduledAt } = request;
  const catalog = lake.catalog();
  const params = paramsInWindow(formParamsOf(query.definition, scheduledAt), request, lake);
  const { relation, limit } = readySearch(params, catalog, scheduledAt);
  return newestEvents(relation, catalog, params.sortDir === 'descending', Math.min(limit, rowLimit));
}

/** A search of the form with its times cut to those that a run may see. */
function paramsInWindow(
  asked: SearchParamsInput,
  { scheduledAt, windowFrom }: AskRequest,
  lake: Lake,
): SearchParams {
  const { fromMs = 0, toMs = Infinity } = readySearch(
    readSearchParams(asked),
    lake.catalog(),
    scheduledAt,
  ).range;
  const { relativeTime: _relative, ...params } = asked;
  return readSearchParams({
    ...params,
    startTime: new Date(Math.max(fromMs, windowFrom?.getTime() ?? 0)).toISOString(),
    endTime: new Date(Math.min(toMs, scheduledAt.getTime())).toISOString(),
  });
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
