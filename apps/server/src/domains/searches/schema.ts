import { invalidInput } from '@margay/kit';
import { languageOf, searchLanguageIds, sortDirections, type PageCursor } from '@margay/query';
import * as z from 'zod';
import { wholeNumber } from '../../api/whole-number.ts';

export const searchComponents = [
  'timeline',
  'detailsAscending',
  'detailsDescending',
  'summary',
  'indicatorTables',
  'indicatorValues',
  'indicatorLately',
] as const;
export type SearchComponent = (typeof searchComponents)[number];

export const defaultLimit = 1_000;

/**
 * What a person asked for, as it is kept. Times are ISO texts. `filters` is the text of an SQL or PantherFlow query, the
 * JSON text of the simple search's form, or the indicators to look for. For SQL only `filters`, `limit`, `sortDir` and
 * the first of `databases` count: bare table names are looked for there. For PantherFlow the databases, tables and times
 * count when the text names no table.
 */
export const SearchParams = z.object({
  databases: z.array(z.string().max(200)).max(100).default([]),
  tables: z.array(z.string().max(400)).max(2000).default([]),
  startTime: z.string().max(40).optional(),
  endTime: z.string().max(40).optional(),
  relativeTime: z.string().max(40).optional(),
  limit: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(1_000_000, 'must be at most 1,000,000')
    .default(defaultLimit),
  sortDir: z.enum(sortDirections).default('descending'),
  language: z.enum(searchLanguageIds),
  filters: z
    .string()
    .max(1_000_000, 'must have at most 1,000,000 characters')
    .refine((text) => !text.includes('\0'), 'must not hold the NUL character')
    .default(''),
  /** The saved search the text came from. */
  savedQueryId: z.string().max(100).optional(),
});
export type SearchParams = z.output<typeof SearchParams>;
export type SearchParamsInput = z.input<typeof SearchParams>;

/** Throws `InvalidInput` that names the first field at fault. */
export function readSearchParams(input: SearchParamsInput): SearchParams {
  const { databases, tables, startTime, endTime, relativeTime, ...always } = input;
  const reads = new Set(languageOf(input.language).reads);
  const parsed = SearchParams.safeParse({
    ...always,
    ...(reads.has('databases') ? { databases } : {}),
    ...(reads.has('tables') ? { tables } : {}),
    ...(reads.has('times') ? { startTime, endTime, relativeTime } : {}),
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.join('.') ?? '';
  throw invalidInput(`The search cannot run: ${field} ${issue?.message ?? 'is not valid'}.`, {
    details: { field },
  });
}

const Cursor = z.object({
  /** Rows on the pages before. */
  seen: z.int().min(0),
  at: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('after'),
      eventTime: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9}$/),
      rowId: z.string().max(200),
      skip: z.int().min(0).max(1_000_000),
    }),
    z.object({ kind: z.literal('offset'), offset: z.int().min(0).max(1_000_000) }),
  ]),
});
export interface DetailsCursor {
  seen: number;
  at: PageCursor;
}

export function cursorText(cursor: DetailsCursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

export function readCursor(text: string): DetailsCursor {
  const invalid = () =>
    invalidInput('The cursor is not one of this search. Start again at the first page.', {
      details: { field: 'cursor' },
    });
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw invalid();
  }
  const parsed = Cursor.safeParse(value);
  if (!parsed.success) throw invalid();
  return parsed.data;
}

/** The row cap: no answer holds more rows of a search, however many it found and whatever its limit is. */
const maxPageSize = 1_000;

/** Throws `InvalidInput` when the size is not between 1 and 1,000. */
export function readPageSize(size: number | undefined, usual: number): number {
  return size === undefined ? usual : wholeNumber('pageSize', size, maxPageSize);
}

/** Whatever a request says becomes part of a key kept in memory. */
export function checkSizes({ cursor = '', columns = [] }: { cursor?: string; columns?: string[] }): void {
  const isLong = cursor.length > 1_000 || columns.length > 50 || columns.some((name) => name.length > 500);
  if (!isLong) return;
  throw invalidInput(
    'Ask for at most 50 columns, each of at most 500 characters, with a cursor of this search.',
    {
      details: { field: cursor.length > 1_000 ? 'cursor' : 'columns' },
    },
  );
}
