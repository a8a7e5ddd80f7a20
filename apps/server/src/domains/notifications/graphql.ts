import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { notificationsAccess } from './access.ts';
import {
  notificationChannels,
  notificationLevels,
  notificationTopics,
  type NotificationMetadata,
  type NotificationPreference,
  type NotificationRecord,
} from './record.ts';
import type { NotificationChange } from './store.ts';

/** What the console tells the person who is signed in. Everybody has their own, so no permission is asked for. */
export function notificationTypes({ builder, shared }: GraphqlParts): void {
  const Topic = builder.enumType('NotificationTopic', { values: notificationTopics });
  const Level = builder.enumType('NotificationLevel', { values: notificationLevels });
  const ChannelName = builder.enumType('NotificationChannelName', { values: notificationChannels });
  const Metadata = builder.objectRef<NotificationMetadata>('NotificationMetadata').implement({
    auth: 'with-parent',
    fields: (t) => ({
      alertID: t.id({ nullable: true, resolve: ({ alertID }) => alertID ?? null }),
      originalQueryId: t.id({ nullable: true, resolve: ({ originalQueryId }) => originalQueryId ?? null }),
      presignedUrl: t.string({ nullable: true, resolve: ({ presignedUrl }) => presignedUrl ?? null }),
      presignedUrlTtl: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the link stops working.',
        resolve: ({ presignedUrlTtl }) => (presignedUrlTtl === undefined ? null : new Date(presignedUrlTtl)),
      }),
      presignedUrlKeepAliveDuration: t.int({
        nullable: true,
        description: 'How long the link works from its making, in seconds.',
        resolve: ({ presignedUrlKeepAliveDuration }) => presignedUrlKeepAliveDuration ?? null,
      }),
    }),
  });
  const Notification = builder.objectRef<NotificationRecord>('Notification').implement({
    auth: notificationsAccess.readOwn,
    fields: (t) => ({
      id: t.exposeID('id'),
      userId: t.exposeID('userId'),
      topic: t.expose('topic', { type: Topic }),
      title: t.exposeString('title'),
      message: t.exposeString('message'),
      level: t.expose('level', { type: Level }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      readAt: t.expose('readAt', { type: 'DateTime', nullable: true }),
      archivedAt: t.expose('archivedAt', { type: 'DateTime', nullable: true }),
      metadata: t.expose('metadata', { type: Metadata }),
    }),
  });
  const Edge = builder.objectRef<NotificationRecord>('NotificationEdge').implement({
    auth: 'with-parent',
    fields: (t) => ({ node: t.field({ type: Notification, resolve: (record) => record }) }),
  });
  const Output = builder
    .objectRef<{ notifications: NotificationRecord[]; endCursor: string | null }>('NotificationsOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        edges: t.expose('notifications', { type: [Edge] }),
        pageInfo: t.field({
          type: shared.PageInfo,
          resolve: ({ endCursor }) => ({ hasNextPage: endCursor !== null, endCursor }),
        }),
        unreadCount: t.int({
          description: 'Of all of them, whatever the page: neither read nor archived.',
          resolve: (_page, _args, context) => context.services.notifications.countUnread(actorOf(context)),
        }),
      }),
    });
  const One = builder.objectRef<{ notification: NotificationRecord }>('UpdateNotificationOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ notification: t.expose('notification', { type: Notification }) }),
  });
  const Many = builder
    .objectRef<{ notifications: NotificationRecord[] }>('UpdateUserNotificationsOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({ notifications: t.expose('notifications', { type: [Notification] }) }),
    });
  const Channel = builder
    .objectRef<NotificationPreference['channels'][number]>('NotificationChannel')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({ name: t.expose('name', { type: ChannelName }), enabled: t.exposeBoolean('enabled') }),
    });
  const Preference = builder.objectRef<NotificationPreference>('NotificationPreference').implement({
    auth: 'with-parent',
    fields: (t) => ({
      topic: t.expose('topic', { type: Topic }),
      channels: t.expose('channels', { type: [Channel] }),
    }),
  });
  const Preferences = builder
    .objectRef<{ preferences: NotificationPreference[] }>('NotificationPreferencesOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({ preferences: t.expose('preferences', { type: [Preference] }) }),
    });

  const PageInput = builder.inputType('NotificationsInput', {
    fields: (t) => ({ pageSize: t.int({ defaultValue: 100 }), cursor: t.string() }),
  });
  const UpdateInput = builder.inputType('UpdateNotificationInput', {
    description: 'The time 0001-01-01T00:00:00Z makes it unread, or brings it back from the archive.',
    fields: (t) => ({
      id: t.id({ required: true }),
      readAt: t.field({ type: 'DateTime' }),
      archivedAt: t.field({ type: 'DateTime' }),
    }),
  });
  const UpdateAllInput = builder.inputType('UpdateUserNotificationsInput', {
    fields: (t) => ({ readAt: t.field({ type: 'DateTime' }), archivedAt: t.field({ type: 'DateTime' }) }),
  });
  const ChannelInput = builder.inputType('NotificationChannelInput', {
    fields: (t) => ({
      name: t.field({ type: ChannelName, required: true }),
      enabled: t.boolean({ required: true }),
    }),
  });
  const PreferenceInput = builder.inputType('NotificationPreferenceInput', {
    fields: (t) => ({
      topic: t.field({ type: Topic, required: true }),
      channels: t.field({ type: [ChannelInput], required: true }),
    }),
  });
  const PutPreferences = builder.inputType('PutNotificationPreferencesInput', {
    fields: (t) => ({ preferences: t.field({ type: [PreferenceInput], required: true }) }),
  });

  builder.queryFields((t) => ({
    notifications: t.field({
      description: 'Of the person who asks, the newest first; topics that were switched off are left out.',
      type: Output,
      auth: notificationsAccess.readOwn,
      args: { input: t.arg({ type: PageInput }) },
      resolve: (_root, { input }, context) =>
        context.services.notifications.page(actorOf(context), {
          ...(input?.pageSize == null ? {} : { pageSize: input.pageSize }),
          ...(input?.cursor == null ? {} : { cursor: input.cursor }),
        }),
    }),
    notificationPreferences: t.field({
      type: Preferences,
      auth: notificationsAccess.readOwn,
      resolve: async (_root, _args, context) => ({
        preferences: await context.services.notifications.preferences(actorOf(context)),
      }),
    }),
  }));
  builder.mutationFields((t) => ({
    updateNotification: t.field({
      type: One,
      auth: notificationsAccess.changeOwn,
      args: { input: t.arg({ type: UpdateInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        notification: await context.services.notifications.update(
          actorOf(context),
          input.id,
          changeOf(input),
        ),
      }),
    }),
    updateUserNotifications: t.field({
      description: 'Applies to all notifications of the person who asks.',
      type: Many,
      auth: notificationsAccess.changeOwn,
      args: { input: t.arg({ type: UpdateAllInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        notifications: await context.services.notifications.updateAll(actorOf(context), changeOf(input)),
      }),
    }),
    putNotificationPreferences: t.field({
      type: Preferences,
      auth: notificationsAccess.changeOwn,
      args: { input: t.arg({ type: PutPreferences, required: true }) },
      resolve: async (_root, { input }, context) => ({
        preferences: await context.services.notifications.putPreferences(actorOf(context), input.preferences),
      }),
    }),
  }));
}

const changeOf = ({
  readAt,
  archivedAt,
}: {
  readAt?: Date | null;
  archivedAt?: Date | null;
}): NotificationChange => ({
  ...(readAt == null ? {} : { readAt }),
  ...(archivedAt == null ? {} : { archivedAt }),
});
