import { firstRow, type Sql } from '@margay/store';
import type { TimePosition } from '../../api/time-cursor.ts';
import {
  NotificationRecord,
  type NotificationChannel,
  type NotificationPreference,
  type NotificationTopic,
} from './record.ts';

export async function insertNotification(
  sql: Sql,
  note: Omit<NotificationRecord, 'readAt' | 'archivedAt'>,
): Promise<void> {
  await sql.query(
    `insert into notifications (id, user_id, topic, level, title, message, metadata, created_at)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8) on conflict (id) do nothing`,
    [
      note.id,
      note.userId,
      note.topic,
      note.level,
      note.title,
      note.message,
      JSON.stringify(note.metadata),
      note.createdAt,
    ],
  );
}

const isShown = `not exists (select 1 from notification_preferences p
  where p.user_id = n.user_id and p.topic = n.topic and p.channel = 'IN_APP' and not p.enabled)`;

/** How many a person has neither read nor archived, without the topics that were switched off. */
export async function countUnread(sql: Sql, userId: string): Promise<number> {
  const row = await firstRow<{ unread: number }>(
    sql,
    `select count(*) as unread from notifications n
     where n.user_id = $1 and n.read_at is null and n.archived_at is null and ${isShown}`,
    [userId],
  );
  return Number(row?.unread ?? 0);
}

/** Of one person, without the topics that were switched off; the newest first. */
export async function listNotifications(
  sql: Sql,
  filter: { userId: string; after?: TimePosition; limit: number },
): Promise<NotificationRecord[]> {
  const rows = await sql.query(
    `select n.* from notifications n
     where n.user_id = $1 and ($2::timestamptz is null or (n.created_at, n.id) < ($2, $3))
       and ${isShown}
     order by n.created_at desc, n.id desc limit $4`,
    [filter.userId, filter.after?.at ?? null, filter.after?.id ?? '', filter.limit],
  );
  return rows.map((row) => NotificationRecord.parse(row));
}

/** What changes of a notification; null makes it unread, or brings it back from the archive. */
export interface NotificationChange {
  readAt?: Date | null;
  archivedAt?: Date | null;
}

function setsOf({ readAt, archivedAt }: NotificationChange, first: number) {
  const given = [
    ['read_at', readAt],
    ['archived_at', archivedAt],
  ].filter(([, value]) => value !== undefined);
  return {
    sets: given.map(([column], index) => `${String(column)} = $${first + index}::timestamptz`).join(', '),
    values: given.map(([, value]) => value),
  };
}

export async function changeNotification(
  sql: Sql,
  { id, userId }: { id: string; userId: string },
  change: NotificationChange,
): Promise<NotificationRecord | undefined> {
  const { sets, values } = setsOf(change, 3);
  const row = await firstRow(
    sql,
    `update notifications set ${sets} where id = $1 and user_id = $2 returning *`,
    [id, userId, ...values],
  );
  return row && NotificationRecord.parse(row);
}

export async function changeAllNotifications(
  sql: Sql,
  userId: string,
  change: NotificationChange,
): Promise<NotificationRecord[]> {
  const { sets, values } = setsOf(change, 2);
  const rows = await sql.query(
    `with changed as (update notifications set ${sets} where user_id = $1 returning *)
     select * from changed order by created_at desc, id desc limit 1000`,
    [userId, ...values],
  );
  return rows.map((row) => NotificationRecord.parse(row));
}

interface PreferenceRow {
  topic: NotificationTopic;
  channel: NotificationChannel;
  enabled: boolean;
}

/** Only what a person has set. */
export function readPreferences(sql: Sql, userId: string): Promise<PreferenceRow[]> {
  return sql.query<PreferenceRow>(
    'select topic, channel, enabled from notification_preferences where user_id = $1',
    [userId],
  );
}

export async function writePreferences(
  sql: Sql,
  userId: string,
  preferences: readonly NotificationPreference[],
): Promise<void> {
  for (const { topic, channels } of preferences) {
    for (const { name, enabled } of channels) {
      await sql.query(
        `insert into notification_preferences (user_id, topic, channel, enabled) values ($1, $2, $3, $4)
         on conflict (user_id, topic, channel) do update set enabled = $4`,
        [userId, topic, name, enabled],
      );
    }
  }
}

export async function sweepNotifications(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from notifications where created_at < $1', [before]);
}
