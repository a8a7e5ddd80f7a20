import type { Lake } from '@margay/lake';
import type { CatalogTable } from '@margay/model';
import type { ReadySearch } from '@margay/query';
import { closedRange } from '../components/timeline.ts';
import type { AskLake } from '../runs/ask-lake.ts';

/** When events happened; both ends are inside. */
export interface EventSpan {
  startTime: Date;
  endTime: Date;
}

export interface NewestEventsDeps {
  statistics: Lake['statistics'];
  /** The search over these tables from one time up to another, without its conditions. */
  searchOf(startTime: Date, endTime: Date): ReadySearch;
  ask: AskLake;
}

const dayMs = 24 * 60 * 60_000;

/**
 * The newest events of the tables: 24 hours up to the last of them, or less where there are less. Undefined when there
 * is none. The statistics of the tables say on which day to look, so that only two days are read.
 */
export async function newestEvents(
  tables: readonly Pick<CatalogTable, 'database' | 'name'>[],
  { statistics, searchOf, ask }: NewestEventsDeps,
): Promise<EventSpan | undefined> {
  const names = new Set(tables.map(({ database, name }) => `${database}.${name}`));
  const days = (await statistics()).flatMap(({ database, table, newestEventDay }) =>
    newestEventDay !== undefined && names.has(`${database}.${table}`) ? [newestEventDay] : [],
  );
  const newestDay = days.toSorted().at(-1);
  if (newestDay === undefined) return undefined;
  const dayStart = Date.parse(`${newestDay}T00:00:00Z`);
  const search = searchOf(new Date(dayStart - dayMs), new Date(dayStart + dayMs));
  const range = await closedRange({ ...search, range: {} }, ask);
  if (!range) return undefined;
  // The end of a range is the first moment after it.
  const lastMs = range.toMs - 1;
  return { startTime: new Date(Math.max(range.fromMs, lastMs - dayMs)), endTime: new Date(lastMs) };
}
