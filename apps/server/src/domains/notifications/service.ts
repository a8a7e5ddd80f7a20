import { invalidInput, newId, notFound } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import { wholeNumber } from '../../api/whole-number.ts';
import type { Actor } from '../../api/actor.ts';
import { readTimeCursor, timePage } from '../../api/time-cursor.ts';
import {
  notificationChannels,
  notificationTopics,
  type NotificationLevel,
  type NotificationMetadata,
  type NotificationPreference,
  type NotificationRecord,
  type NotificationTopic,
} from './record.ts';
import {
  changeAllNotifications,
  changeNotification,
  countUnread,
  insertNotification,
  listNotifications,
  readPreferences,
  sweepNotifications,
  writePreferences,
  type NotificationChange,
} from './store.ts';

export interface NewNotification {
  /** Given where saying it twice must be one notification. */
  id?: string;
  userId: string;
  topic: NotificationTopic;
  title: string;
  message: string;
  /** Default `info`. */
  level?: NotificationLevel;
  metadata?: NotificationMetadata;
}

export interface NotificationsService {
  /** Tells a person something, inside the caller's transaction when `sql` is given. */
  notify(note: NewNotification, sql?: Sql): Promise<void>;
  /** The actor's own, the newest first. */
  page(
    actor: Actor,
    request: { pageSize?: number; cursor?: string },
  ): Promise<{ notifications: NotificationRecord[]; endCursor: string | null }>;
  /** How many of the actor's are neither read nor archived. */
  countUnread(actor: Actor): Promise<number>;
  /** Times at or before the year 1 take "read" or "archived" away. */
  update(actor: Actor, id: string, change: NotificationChange): Promise<NotificationRecord>;
  /** The same for everything the actor has; answers the newest thousand. */
  updateAll(actor: Actor, change: NotificationChange): Promise<NotificationRecord[]>;
  /** Every topic with its channels; on unless switched off. */
  preferences(actor: Actor): Promise<NotificationPreference[]>;
  putPreferences(
    actor: Actor,
    preferences: readonly NotificationPreference[],
  ): Promise<NotificationPreference[]>;
  /** Forgets what is older than 90 days. */
  sweep(): Promise<void>;
}

const keptMs = 90 * 24 * 3_600_000;
const maxPageSize = 500;
/** Stands for "no time" in what the console sends. */
const zeroTimeMs = Date.parse('0001-01-01T00:00:00Z');

export function createNotificationsService(deps: { store: Store; clock: () => Date }): NotificationsService {
  const { store, clock } = deps;

  async function preferences(actor: Actor): Promise<NotificationPreference[]> {
    const set = await readPreferences(store, actor.id);
    return notificationTopics.map((topic) => ({
      topic,
      channels: notificationChannels.map((name) => ({
        name,
        enabled: set.find((row) => row.topic === topic && row.channel === name)?.enabled ?? true,
      })),
    }));
  }

  return {
    notify: ({ id = newId(), userId, topic, title, message, level = 'info', metadata = {} }, sql = store) =>
      insertNotification(sql, { id, userId, topic, title, message, level, metadata, createdAt: clock() }),
    async page(actor, { pageSize = 100, cursor }) {
      wholeNumber('pageSize', pageSize, maxPageSize);
      const found = await listNotifications(store, {
        userId: actor.id,
        ...(cursor === undefined ? {} : { after: readTimeCursor(cursor, 'the notifications') }),
        limit: pageSize + 1,
      });
      const { page, endCursor } = timePage(found, pageSize);
      return { notifications: page, endCursor };
    },
    countUnread: (actor) => countUnread(store, actor.id),
    async update(actor, id, change) {
      const changed = await changeNotification(store, { id, userId: actor.id }, checked(change));
      if (changed) return changed;
      throw notFound(`There is no notification ${id.slice(0, 40)} for you. It may be older than 90 days.`);
    },
    updateAll: (actor, change) => changeAllNotifications(store, actor.id, checked(change)),
    preferences,
    async putPreferences(actor, wanted) {
      await store.transaction((tx) => writePreferences(tx, actor.id, wanted));
      return preferences(actor);
    },
    sweep: () => sweepNotifications(store, new Date(clock().getTime() - keptMs)),
  };
}

function checked({ readAt, archivedAt }: NotificationChange): NotificationChange {
  if (readAt === undefined && archivedAt === undefined) {
    throw invalidInput('Nothing would change: give readAt or archivedAt.', { details: { field: 'readAt' } });
  }
  const orNone = (time: Date | null) => (time === null || time.getTime() <= zeroTimeMs ? null : time);
  return {
    ...(readAt === undefined ? {} : { readAt: orNone(readAt) }),
    ...(archivedAt === undefined ? {} : { archivedAt: orNone(archivedAt) }),
  };
}
