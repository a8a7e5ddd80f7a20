import type { EventBatch } from './event-batch.ts';
import type { EventPage } from './read-window.ts';

interface Cursor {
  pages: AsyncIterator<EventPage>;
  page: EventPage | undefined;
  at: number;
  /** Asked for while the batch before is judged. */
  next: Promise<IteratorResult<EventPage>>;
}

/**
 * Merges the log types' pages by (time, row id): the order in which one clock would have seen the events, whatever the
 * sizes of the pages.
 */
export async function* mergeWindows(
  sources: readonly AsyncIterable<EventPage>[],
): AsyncGenerator<EventBatch> {
  const cursors = sources.map((source): Cursor => {
    const pages = source[Symbol.asyncIterator]();
    return { pages, page: undefined, at: 0, next: begin(pages) };
  });
  try {
    let open = await advance(cursors);
    while (open.length > 0) {
      const batch = takeUntilOneIsEmpty(open);
      if (batch.texts.length > 0) yield batch;
      open = await advance(open);
    }
  } finally {
    for (const { pages, next } of cursors) {
      await next.catch(() => undefined);
      await pages.return?.(undefined);
    }
  }
}

function begin(pages: AsyncIterator<EventPage>): Promise<IteratorResult<EventPage>> {
  const next = pages.next();
  // Whoever awaits it hears of the fault; until then it must not count as unheard.
  next.catch(() => undefined);
  return next;
}

/** Gives every cursor whose page is used up its next one; returns those that still have events. */
async function advance(cursors: readonly Cursor[]): Promise<Cursor[]> {
  const open: Cursor[] = [];
  for (const cursor of cursors) {
    if (cursor.page === undefined || cursor.at >= cursor.page.texts.length) {
      const { done, value } = await cursor.next;
      if (done === true) continue;
      cursor.page = value;
      cursor.at = 0;
      cursor.next = begin(cursor.pages);
    }
    open.push(cursor);
  }
  return open;
}

/** What comes after the end of one page may lie before events that are not read yet: so far and no further. */
function takeUntilOneIsEmpty(open: readonly Cursor[]): EventBatch {
  const batch: EventBatch = { texts: [], times: [], rowIds: [], logTypes: [] };
  for (;;) {
    let first: Cursor | undefined;
    for (const cursor of open) if (first === undefined || isBefore(cursor, first)) first = cursor;
    const { page, at } = first ?? {};
    if (first === undefined || page === undefined || at === undefined) return batch;
    batch.texts.push(page.texts[at] ?? '');
    batch.times.push(page.times[at] ?? '');
    batch.rowIds.push(page.rowIds[at] ?? '');
    batch.logTypes.push(page.logType);
    first.at = at + 1;
    if (first.at >= page.texts.length) return batch;
  }
}

function isBefore(a: Cursor, b: Cursor): boolean {
  const [timeA, timeB] = [a.page?.times[a.at] ?? '', b.page?.times[b.at] ?? ''];
  if (timeA !== timeB) return timeA < timeB;
  return (a.page?.rowIds[a.at] ?? '') < (b.page?.rowIds[b.at] ?? '');
}
