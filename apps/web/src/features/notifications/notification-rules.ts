import { isZeroTime } from '../../lib/zero-time.ts';
import type { Notification } from './queries.ts';

export const isUnread = ({ readAt }: Pick<Notification, 'readAt'>) => isZeroTime(readAt);
export const isArchived = ({ archivedAt }: Pick<Notification, 'archivedAt'>) => !isZeroTime(archivedAt);

const mostCounted = 99;
export const badgeText = (count: number) => (count > mostCounted ? `${mostCounted}+` : String(count));

const freshMs = 60_000;

/** What was created in the last minute and has not been shown yet, the oldest first. */
export function freshOnes(
  list: readonly Notification[],
  seen: ReadonlySet<string>,
  now: number,
): Notification[] {
  return list
    .filter(({ id, createdAt }) => !seen.has(id) && now - Date.parse(createdAt) < freshMs)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** What a notification about a CSV offers; undefined for every other one. */
export function csvOffer(note: Notification, now: number): 'download' | 'generate' | 'retry' | undefined {
  const { originalQueryId, presignedUrl, presignedUrlTtl } = note.metadata;
  if (originalQueryId === null) return undefined;
  if (note.level === 'error' || presignedUrl === null) return 'retry';
  const isExpired = presignedUrlTtl !== null && now > Date.parse(presignedUrlTtl);
  return isExpired ? 'generate' : 'download';
}

const longest = 400;
export const isLong = (message: string) => message.length > longest;
export const shortened = (message: string) => (isLong(message) ? `${message.slice(0, longest)}…` : message);
