import { columnSummaryOf, decodeRows, findingsBehind, readColumnSummary, toClickHouse } from '@margay/query';
import { wholeNumber } from '../../../api/whole-number.ts';
import type { AskLake, PersonLimits } from '../runs/ask-lake.ts';
import type { ReadySearch } from '@margay/query';

export interface PropertyValuesRequest {
  /** A column, or a path into one such as `userIdentity.arn`. */
  path: string;
  /** Absent or empty: all. */
  databases?: string[];
  tables?: string[];
  /** At most 200. */
  limit?: number;
}

export interface PropertyValue {
  value: string;
  /** Of the sampled rows. */
  count: number;
}

/** Somebody is typing: what takes longer is of no use any more, and must not hold up searches. */
export const valueLimits: PersonLimits = { timeoutMs: 3_000, maxMemoryBytes: 500_000_000 };
/** What is older says little about what comes in now. */
export const sampledTime = 'P30D';
const sampledRows = 20_000;
const maxValues = 200;
const newest = [{ value: { kind: 'column' as const, name: 'p_event_time' }, descending: true }];

/** The most frequent values of a property in the newest rows of a search; none where these rows have no such property. */
export async function propertyValues(
  { relation, catalog }: Pick<ReadySearch, 'relation' | 'catalog'>,
  { path, limit = maxValues }: Pick<PropertyValuesRequest, 'path' | 'limit'>,
  ask: AskLake,
): Promise<PropertyValue[]> {
  const top = wholeNumber('limit', limit, maxValues);
  const behind = findingsBehind(relation, catalog);
  const rows = {
    kind: 'limit' as const,
    input: {
      kind: 'sort' as const,
      input: behind?.holds(path) ? behind.relation : relation,
      keys: newest,
    },
    count: sampledRows,
  };
  const summary = columnSummaryOf(rows, catalog, [path], top);
  if (!summary) return [];
  const query = toClickHouse(summary, catalog);
  const { top: values } = readColumnSummary(decodeRows(query, await ask(query, 1)), [path]);
  return values.flatMap(({ value, count }) => (value === null || value === '' ? [] : [{ value, count }]));
}
