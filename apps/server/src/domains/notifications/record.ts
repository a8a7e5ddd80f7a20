import * as z from 'zod';

export const notificationTopics = ['SYSTEM_NOTIFICATION', 'SYSTEM_ERROR', 'DETECTION_NOTIFICATION'] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

export const notificationLevels = ['info', 'warning', 'error', 'success'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

/** The only way a person is told inside the product. */
export const notificationChannels = ['IN_APP'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** What the console needs to offer the next step. */
export const NotificationMetadata = z.object({
  alertID: z.string().optional(),
  /** Of the search whose CSV this is about. */
  originalQueryId: z.string().optional(),
  presignedUrl: z.string().optional(),
  /** When the link stops working, ISO. */
  presignedUrlTtl: z.string().optional(),
  /** How long the link works from its making, in seconds. */
  presignedUrlKeepAliveDuration: z.number().optional(),
});
export type NotificationMetadata = z.output<typeof NotificationMetadata>;

export const NotificationRecord = z
  .object({
    id: z.string(),
    user_id: z.string(),
    topic: z.enum(notificationTopics),
    level: z.enum(notificationLevels),
    title: z.string(),
    message: z.string(),
    metadata: NotificationMetadata,
    created_at: z.date(),
    read_at: z.date().nullable(),
    archived_at: z.date().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    userId: row.user_id,
    topic: row.topic,
    level: row.level,
    title: row.title,
    message: row.message,
    metadata: row.metadata,
    createdAt: row.created_at,
    readAt: row.read_at,
    archivedAt: row.archived_at,
  }));
export type NotificationRecord = z.output<typeof NotificationRecord>;

export interface NotificationPreference {
  topic: NotificationTopic;
  channels: { name: NotificationChannel; enabled: boolean }[];
}
