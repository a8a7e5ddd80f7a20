import { describe, expect, it } from 'vitest';
import { zeroTime } from '../../lib/zero-time.ts';
import { badgeText, csvOffer, freshOnes, isArchived, isUnread, shortened } from './notification-rules.ts';
import type { Notification } from './queries.ts';

const now = Date.parse('2026-11-20T09:31:00Z');
const note = (
  over: Partial<Notification> = {},
  metadata: Partial<Notification['metadata']> = {},
): Notification => ({
  id: 'n',
  topic: 'SYSTEM_NOTIFICATION',
  title: 't',
  message: 'm',
  level: 'info',
  createdAt: '2026-11-20T09:30:30Z',
  readAt: null,
  archivedAt: null,
  metadata: { alertID: null, originalQueryId: null, presignedUrl: null, presignedUrlTtl: null, ...metadata },
  ...over,
});
const at = '2026-11-20T09:30:40Z';

describe('notifications', () => {
  it('[000-4.20] [000-4.21] are unread without a time, or with the zero time', () => {
    expect(isUnread({ readAt: null })).toBe(true);
    expect(isUnread({ readAt: zeroTime })).toBe(true);
    expect(isUnread({ readAt: at })).toBe(false);
  });

  it('[000-4.22] are archived with a time', () => {
    expect(isArchived({ archivedAt: at })).toBe(true);
    expect(isArchived({ archivedAt: zeroTime })).toBe(false);
    expect(isArchived({ archivedAt: null })).toBe(false);
  });

  it('[000-4.34] say their number up to 99+', () => {
    expect([badgeText(99), badgeText(100)]).toEqual(['99', '99+']);
  });

  it('[000-4.27] are shown once when they are younger than a minute', () => {
    const young = note({ id: 'young' });
    const old = note({ id: 'old', createdAt: '2026-11-20T09:30:00Z' });
    const seen = note({ id: 'seen' });
    expect(freshOnes([young, old, seen], new Set(['seen']), now).map(({ id }) => id)).toEqual(['young']);
  });

  it('[000-4.38] offer a CSV while its link works, else a new one, or another try', () => {
    const ready = { originalQueryId: 'q', presignedUrl: '/f', presignedUrlTtl: '2026-11-20T09:31:00Z' };
    expect(csvOffer(note({ level: 'success' }, ready), now)).toBe('download');
    expect(csvOffer(note({ level: 'success' }, ready), now + 1)).toBe('generate');
    expect(csvOffer(note({ level: 'error' }, { originalQueryId: 'q' }), now)).toBe('retry');
    expect(csvOffer(note(), now)).toBeUndefined();
  });

  it('are cut at 400 characters plus an ellipsis', () => {
    expect(shortened('x'.repeat(401))).toBe(`${'x'.repeat(400)}…`);
    expect(shortened('x'.repeat(400))).toHaveLength(400);
  });
});
