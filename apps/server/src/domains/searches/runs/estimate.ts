import type { Lake } from '@margay/lake';
import { countOf, toClickHouse } from '@margay/query';
import * as z from 'zod';
import type { ReadySearch } from '@margay/query';

/** What a search would read at most. */
export interface SearchEstimate {
  rowCount: number;
  /** Uncompressed, of whole events; most searches read a few columns of them. */
  byteCount: number;
}

const count = z.coerce.number();
/** Database, table, parts, rows, marks. */
const EstimateRow = z.tuple([z.string(), z.string(), count, count, count]);

const statisticsKeptMs = 60_000;
const timeoutMs = 5_000;

/**
 * Reads the index of the tables, never their rows: partitions and granules that a search cannot need are left out. The
 * width of a row is the mean of its table.
 */
export function createEstimator(lake: Pick<Lake, 'query' | 'statistics'>) {
  let kept: { at: number; widths: Promise<Map<string, number>> } | undefined;
  const widths = () => {
    if (kept === undefined || performance.now() - kept.at > statisticsKeptMs) {
      kept = { at: performance.now(), widths: widthsOf(lake) };
      kept.widths.catch(() => (kept = undefined));
    }
    return kept.widths;
  };
  return async ({ relation, catalog }: ReadySearch, owner: string): Promise<SearchEstimate> => {
    const { sql, params } = toClickHouse(countOf(relation), catalog);
    const [{ rows }, bytesPerRow] = await Promise.all([
      lake.query({
        sql: `EXPLAIN ESTIMATE ${sql}`,
        params,
        lane: { pool: 'internal', owner },
        limits: { timeoutMs },
      }),
      widths(),
    ]);
    const tables = rows.map((row) => EstimateRow.parse(row));
    return {
      rowCount: tables.reduce((sum, [, , , readRows]) => sum + readRows, 0),
      byteCount: Math.round(
        tables.reduce(
          (sum, [database, table, , readRows]) =>
            sum + readRows * (bytesPerRow.get(`${database}.${table}`) ?? 0),
          0,
        ),
      ),
    };
  };
}

async function widthsOf(lake: Pick<Lake, 'statistics'>): Promise<Map<string, number>> {
  const tables = await lake.statistics();
  return new Map(
    tables.map(({ database, table, rowCount, uncompressedBytes }) => [
      `${database}.${table}`,
      rowCount === 0 ? 0 : uncompressedBytes / rowCount,
    ]),
  );
}
