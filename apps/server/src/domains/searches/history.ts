import { invalidInput } from '@margay/kit';
import type { Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import { readPageSize } from './schema.ts';
import { asSeenBy, viewOf, type SearchView } from './search-view.ts';
import { listSearches, type HistoryPosition } from './store.ts';

const day = 24 * 60 * 60_000;
/** How long searches are remembered. */
export const historyMs = 30 * day;

export interface HistoryRequest {
  pageSize?: number;
  cursor?: string;
  contains?: string;
}

export interface HistoryPage {
  views: SearchView[];
  endCursor: string | null;
}

/** Newest first. Who may read every log type sees everybody's searches; others see their own. */
export async function historyPage(
  store: Store,
  actor: Actor,
  request: HistoryRequest,
  now: Date,
): Promise<HistoryPage> {
  const limit = readPageSize(request.pageSize, 25);
  const seesAll = actor.logTypeAccess.kind === 'ALLOW_ALL';
  const contains = request.contains?.trim().slice(0, 500);
  // No text that is kept holds this character, and the store refuses to look for it.
  if (contains?.includes('\0')) return { views: [], endCursor: null };
  const found = await listSearches(store, {
    since: new Date(now.getTime() - historyMs),
    ...(contains ? { contains } : {}),
    ...(seesAll ? {} : { authorId: actor.id }),
    ...(request.cursor === undefined ? {} : { after: readPosition(request.cursor) }),
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    views: shown.map((record) => viewOf(asSeenBy(actor, record))),
    endCursor: found.length > limit && last ? positionText(last) : null,
  };
}

const Position = z.tuple([z.int(), z.string().max(100)]);

function positionText({ startedAt, id }: HistoryPosition): string {
  return Buffer.from(JSON.stringify([startedAt.getTime(), id])).toString('base64url');
}

function readPosition(text: string): HistoryPosition {
  try {
    const [time, id] = Position.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    const startedAt = new Date(time);
    if (!Number.isNaN(startedAt.getTime())) return { startedAt, id };
  } catch {
    // Falls through to the same answer.
  }
  throw invalidInput('The cursor is not one of the search history. Start again at the first page.', {
    details: { field: 'cursor' },
  });
}
