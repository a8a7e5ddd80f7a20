import { invalidInput } from '@margay/kit';
import type { Catalog } from '@margay/model';
import {
  decodeRows,
  markedLanguage,
  textLanguages,
  type EngineQuery,
  type LogicalRow,
  type TextLanguageId,
} from '@margay/query';
import { wholeNumber } from '../../../api/whole-number.ts';
import type { AskLake } from '../runs/ask-lake.ts';
import { refusalOf } from '../runs/compile-search.ts';

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
): { query: EngineQuery; rowLimit: number; language: TextLanguageId } {
  const { text, rowLimit = usualRowLimit } = request;
  // By its name, or by a line of the text that says so.
  const { id: language, text: reader } = markedLanguage(text, namedLanguage(request.language));
  wholeNumber('rowLimit', rowLimit, maxRowLimit);
  // One more than asked for tells whether something was left out.
  const { query, diagnostics } = reader.compile(text, catalog, { now, rowLimit: rowLimit + 1 });
  if (!query) throw refusalOf(diagnostics);
  return { query, rowLimit, language };
}

function namedLanguage(name: string): TextLanguageId {
  const found = textLanguages.find(({ id }) => id === name.toLowerCase());
  if (found !== undefined) return found.id;
  const known = textLanguages.map(({ id }) => id).join(' or ');
  throw invalidInput(`There is no query language "${name.slice(0, 40)}". Use ${known}.`, {
    details: { field: 'language' },
  });
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
