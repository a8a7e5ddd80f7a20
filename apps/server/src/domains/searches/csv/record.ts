import { logTypeAccessKinds } from '@margay/auth';
import * as z from 'zod';
import { Author } from '../../../api/author.ts';
import { SearchParams } from '../schema.ts';

/** `PENDING` waits for its turn or for another attempt; the last three are final. */
export const csvStates = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
export type CsvState = (typeof csvStates)[number];

/** One CSV file of all rows of a search: the one place that says what became of it. */
export const CsvExport = z
  .object({
    id: z.string(),
    search_id: z.string(),
    params: SearchParams,
    columns: z.array(z.string()),
    author: Author,
    log_type_access: z.object({ kind: z.enum(logTypeAccessKinds), logTypes: z.array(z.string()) }),
    searched_at: z.date(),
    state: z.enum(csvStates),
    attempts: z.number(),
    row_count: z.number(),
    total_rows: z.number().nullable(),
    byte_count: z.number(),
    is_cut: z.boolean(),
    error: z.string(),
    created_at: z.date(),
    completed_at: z.date().nullable(),
    expires_at: z.date().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    searchId: row.search_id,
    params: row.params,
    /** Empty: every column of the search. */
    columns: row.columns,
    author: row.author,
    access: row.log_type_access,
    /** What relative times of the search count from. */
    searchedAt: row.searched_at,
    state: row.state,
    attempts: row.attempts,
    rowCount: row.row_count,
    /** Null until they were counted. */
    totalRows: row.total_rows,
    byteCount: row.byte_count,
    /** The search has more rows than a file may hold. */
    isCut: row.is_cut,
    error: row.error,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    expiresAt: row.expires_at,
  }));
export type CsvExport = z.output<typeof CsvExport>;
