import { invalidInput } from '@margay/kit';
import type { Catalog } from '@margay/model';
import {
  compilePantherFlow,
  compileSql,
  decodeRows,
  hasFlowPragma,
  type EngineQuery,
  type LogicalRow,
} from '@margay/query';
import { wholeNumber } from '../../api/whole-number.ts';
import type { AskLake } from './ask-lake.ts';
import { refusalOf } from './compile-search.ts';

export const maxRowLimit = 10_000;
const usualRowLimit = 1_000;

export interface SqlRequest {
  language: string;
  text: string;
  rowLimit?: number;
}

export interface SqlResult {
  columns: string[];
  /** One list per row, in the order of `columns`. */
  rows: unknown[][];
  /** There were more rows than the limit. */
  isTruncated: boolean;
}

/** Throws `InvalidInput` with `line` and `column` for what is wrong with the text. */
export function compileRequest(
  request: SqlRequest,
  catalog: Catalog,
  now: Date,
): { query: EngineQuery; rowLimit: number } {
  const { language, text, rowLimit = usualRowLimit } = request;
  const wanted = language.toLowerCase();
  if (wanted !== 'sql' && wanted !== 'pantherflow')
    throw invalidInput(`There is no query language "${language.slice(0, 40)}". Use sql or pantherflow.`, {
      details: { field: 'language' },
    });
  wholeNumber('rowLimit', rowLimit, maxRowLimit);
  // One more than asked for tells whether something was left out.
  const compile = isFlow(request) ? compilePantherFlow : compileSql;
  const { query, diagnostics } = compile(text, catalog, { now, rowLimit: rowLimit + 1 });
  if (!query) throw refusalOf(diagnostics);
  return { query, rowLimit };
}

/** PantherFlow by name, or by the line that says so where SQL is usual. */
export function isFlow({ language, text }: SqlRequest): boolean {
  return language.toLowerCase() === 'pantherflow' || hasFlowPragma(text);
}

/** Runs a compiled query at once and returns all its rows. */
export async function runCompiled(
  { query, rowLimit }: { query: EngineQuery; rowLimit: number },
  ask: AskLake,
): Promise<SqlResult> {
  const rows = decodeRows(query, await ask(query, rowLimit + 1));
  const kept = rows.slice(0, rowLimit);
  const columns = columnsOf(query, kept);
  return {
    columns,
    rows: kept.map((row) => columns.map((name) => row[name] ?? null)),
    isTruncated: rows.length > rowLimit,
  };
}

/** The query's columns, then fields of whole events that no schema column covers. */
function columnsOf(query: EngineQuery, rows: readonly LogicalRow[]): string[] {
  const columns = new Set(query.columns.filter((column) => !column.spread).map((column) => column.name));
  if (query.columns.some((column) => column.spread))
    for (const row of rows) for (const name of Object.keys(row)) columns.add(name);
  return [...columns];
}
