import { rowsSql } from '@margay/query';
import { columnsToRebuild } from './rebuild-columns.ts';
import type { RebuiltPage } from './rebuild-page.ts';
import { rawRowColumns } from './rebuild-raw.ts';
import { readRows, type ReadDeps } from './read-rows.ts';
import type { EventWindow } from './event-window.ts';

/** Lines may be long. */
const linesPerQuery = 500;

/** Rows whose columns were not enough are read once more, with their lines. Gives their number. */
export async function fillFromLines(
  deps: ReadDeps,
  window: EventWindow,
  page: RebuiltPage,
  signal: AbortSignal,
): Promise<number> {
  const indexes = lackingIn(page);
  for (let at = 0; at < indexes.length; at += linesPerQuery) {
    const some = indexes.slice(at, at + linesPerQuery);
    const stored = await readRows(deps, chosenSql(window, page, some, rawRowColumns), rawRowColumns, signal);
    fill(page, await deps.rebuilder.fromRaw(stored), some);
  }
  return indexes.length;
}

/** Rows whose line was not enough are read once more, with all their columns. */
export async function fillFromColumns(
  deps: ReadDeps,
  window: EventWindow,
  page: RebuiltPage,
  signal: AbortSignal,
): Promise<void> {
  const indexes = lackingIn(page);
  const columns = columnsToRebuild(window.layout);
  for (let at = 0; at < indexes.length; at += linesPerQuery) {
    const some = indexes.slice(at, at + linesPerQuery);
    const stored = await readRows(deps, chosenSql(window, page, some, columns), columns, signal);
    fill(page, await deps.rebuilder.fromColumns(stored, window.layout), some);
  }
  for (const index of indexes) page.texts[index] ||= '{}';
}

const lackingIn = (page: RebuiltPage): number[] =>
  page.texts.flatMap((text, index) => (text === '' ? [index] : []));

/** Indexes ascend, and so do the times of a page. */
function chosenSql(
  window: EventWindow,
  { times, rowIds }: RebuiltPage,
  indexes: readonly number[],
  columns: readonly string[],
) {
  const [first = '', last = ''] = [times[indexes[0] ?? 0], times[indexes.at(-1) ?? 0]];
  return rowsSql(window, { rowIds: indexes.map((index) => rowIds[index] ?? ''), first, last }, columns);
}

function fill(page: RebuiltPage, found: RebuiltPage, indexes: readonly number[]): void {
  const textOf = new Map(found.rowIds.map((rowId, index) => [rowId, found.texts[index]]));
  for (const index of indexes) page.texts[index] = textOf.get(page.rowIds[index] ?? '') ?? '';
}
