import {
  decodeRows,
  findingsBehindRows,
  toClickHouse,
  type LogicalRow,
  type ReadySearch,
} from '@margay/query';
import type { AskLake } from '../runs/ask-lake.ts';

const mostNamedRows = 2_000;
/** An event that more detections than this match has the first of those that are read. */
const mostFindings = 20;

/**
 * Gives rows the columns that only findings have, where some are asked for: those of the first finding of the event that
 * fulfils the conditions of the search.
 */
export function findingColumns({ relation, catalog }: ReadySearch, columns: readonly string[], ask: AskLake) {
  const wanted = new Set(columns.map((path) => path.split('.')[0] ?? path));
  return async (rows: readonly LogicalRow[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += mostNamedRows) {
      const some = rows.slice(from, from + mostNamedRows);
      const found = findingsBehindRows(relation, catalog, some, wanted);
      if (!found) return;
      const query = toClickHouse(found, catalog);
      const first = new Map<unknown, LogicalRow>();
      for (const { rowId, ...values } of decodeRows(query, await ask(query, some.length * mostFindings)))
        if (!first.has(rowId)) first.set(rowId, values);
      for (const row of some) {
        const values = first.get(row['p_row_id']);
        if (values && row['p_rule_id'] === undefined) Object.assign(row, values);
      }
    }
  };
}
