import { invalidInput } from '@margay/kit';
import type { Catalog } from '@margay/model';
import {
  columnsOf,
  eventTimeRange,
  languageOf,
  markedLanguage,
  textLanguages,
  type Diagnostic,
} from '@margay/query';
import { wholeNumber } from '../../../api/whole-number.ts';
import { readySearch } from '../runs/compile-search.ts';
import { databaseNamed } from './inputs.ts';
import { defaultLimit, type SearchParams, type SearchParamsInput } from '../schema.ts';

export interface ExplainRequest {
  sql: string;
  databaseName?: string;
}

/** What a query text means, as far as can be said without running it. */
export interface QueryExplanation {
  /** The text with its macros written out. */
  sql: string;
  tables: { database: string; table: string }[];
  /** The stretch of event time it reads; null where it is open. */
  startTime: Date | null;
  endTime: Date | null;
  /** Without a limit of its own a query gives this many rows; null where the text has one. */
  rowLimit: number | null;
  diagnostics: Diagnostic[];
}

export function explainSql(
  { sql, databaseName }: ExplainRequest,
  catalog: Catalog,
  now: Date,
): QueryExplanation {
  const { text } = markedLanguage(sql, 'sql');
  const { expanded, tables, relation, hasLimit, diagnostics } = text.compile(sql, catalog, {
    now,
    ...(databaseName ? { database: databaseNamed(databaseName) } : {}),
  });
  const { fromMs, toMs } = relation ? eventTimeRange(relation) : {};
  return {
    sql: expanded,
    tables,
    startTime: fromMs === undefined ? null : new Date(fromMs),
    endTime: toMs === undefined ? null : new Date(toMs),
    rowLimit: hasLimit ? null : defaultLimit,
    diagnostics,
  };
}

export interface SummarizeRequest {
  id: string;
  column: string;
  sortDir?: 'ascending' | 'descending';
  limit?: number;
}

const maxSummaryRows = 1_000;
const usualSummaryRows = 100;

/** The search for the values of a column of another query. Throws where it is no query, or has no such column. */
export function summaryOf(
  params: SearchParams,
  request: SummarizeRequest,
  catalog: Catalog,
  now: Date,
): SearchParamsInput {
  const { column, sortDir = 'descending', limit = usualSummaryRows } = request;
  const { text } = languageOf(params.language);
  if (text === undefined)
    throw invalidInput(
      `Only the result of a query in ${textLanguages.map(({ label }) => label).join(' or ')} can be summarized. Use the column summary of the search.`,
      { details: { field: 'id' } },
    );
  wholeNumber('limit', limit, maxSummaryRows);
  const { relation } = readySearch(params, catalog, now);
  const known = columnsOf(relation, catalog).filter((candidate) => !candidate.hidden);
  const path = pathOf(
    column,
    known.map(({ name }) => name),
  );
  if (!path)
    throw invalidInput(`The result has no column "${column.slice(0, 100)}". Write it as in the result.`, {
      details: { field: 'column' },
    });
  const filters = text.summary(params.filters, {
    path,
    hasEventTime: known.some(({ name, type }) => name === 'p_event_time' && type.kind === 'timestamp'),
    isDescending: sortDir === 'descending',
    limit,
  });
  const { language, databases, tables, startTime, endTime, relativeTime } = params;
  return { language, databases, tables, startTime, endTime, relativeTime, filters, limit };
}

/** A column, or a path into one such as `userIdentity.arn`. */
function pathOf(text: string, columns: readonly string[]): [string, ...string[]] | undefined {
  if (columns.includes(text)) return [text];
  const [first = '', ...keys] = text.split('.');
  const own = columns.find((name) => name.toLowerCase() === first.toLowerCase());
  return own === undefined ? undefined : [own, ...keys];
}
