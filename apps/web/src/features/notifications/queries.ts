import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notificationsKey } from '../../lib/csv-downloads.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useIsIdle } from './use-is-idle.ts';
import { pageSizes } from '../../lib/page-sizes.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

export const topics = ['SYSTEM_NOTIFICATION', 'SYSTEM_ERROR', 'DETECTION_NOTIFICATION'] as const;
export type Topic = (typeof topics)[number];
export const topicLabels: Record<Topic, string> = {
  SYSTEM_NOTIFICATION: 'System notification',
  SYSTEM_ERROR: 'System error',
  DETECTION_NOTIFICATION: 'Detection notification',
};

export const levels = ['info', 'warning', 'error', 'success'] as const;
export type Level = (typeof levels)[number];

export type Notification = ResultOf<typeof fields>;

export type Preference = ResultOf<typeof preferenceFields>['preferences'][number];

const fields =
  gql(`fragment NotificationFacts on Notification { id topic title message level createdAt readAt archivedAt
  metadata { alertID originalQueryId presignedUrl presignedUrlTtl } }`);
const listDocument = gql(
  `query Notifications($input: NotificationsInput) { notifications(input: $input) {
  edges { node { ...NotificationFacts } } pageInfo { hasNextPage endCursor } unreadCount } }`,
  [fields],
);
const updateDocument = gql(`mutation UpdateNotification($input: UpdateNotificationInput!) {
  updateNotification(input: $input) { notification { id readAt archivedAt } } }`);
const updateAllDocument = gql(`mutation UpdateUserNotifications($input: UpdateUserNotificationsInput!) {
  updateUserNotifications(input: $input) { notifications { id readAt archivedAt } } }`);
const preferenceFields = gql(
  `fragment NotificationPreferences on NotificationPreferencesOutput { preferences { topic channels { name enabled } } }`,
);
const preferencesDocument = gql(
  `query NotificationPreferences { notificationPreferences { ...NotificationPreferences } }`,
  [preferenceFields],
);
const putDocument = gql(
  `mutation PutNotificationPreferences($input: PutNotificationPreferencesInput!) {
  putNotificationPreferences(input: $input) { ...NotificationPreferences } }`,
  [preferenceFields],
);

const bellSize = pageSizes.panel;
const firstPage = 500;
const laterPage = 100;
const pollMs = 60_000;

/** The newest ten and how many of all are unread, looked at every minute while somebody is there. Failures stay silent: it looks again. */
export function useNewest() {
  const graphql = useGraphql();
  const isIdle = useIsIdle();
  return useQuery({
    queryKey: [...notificationsKey, 'bell'],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(listDocument, { input: { pageSize: bellSize } }, { signal });
      const { edges, unreadCount } = reply.notifications;
      return { notes: edges.map(({ node }) => node), unreadCount };
    },
    refetchInterval: isIdle ? false : pollMs,
    retry: false,
    staleTime: 0,
    meta: { failure: 'panel' },
  });
}

/** All of them, 500 first and then 100 a page. */
export function useNotifications(isEnabled: boolean) {
  const graphql = useGraphql();
  return useInfiniteQuery({
    queryKey: [...notificationsKey, 'centre'],
    queryFn: async ({ pageParam, signal }) => {
      const input = pageParam === '' ? { pageSize: firstPage } : { pageSize: laterPage, cursor: pageParam };
      const reply = await graphql.request(listDocument, { input }, { signal });
      return reply.notifications;
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.pageInfo.endCursor ?? undefined,
    enabled: isEnabled,
    staleTime: 0,
    meta: { failure: 'panel' },
  });
}

export interface Change {
  readAt?: string;
  archivedAt?: string;
}

export function useUpdateNotification() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Change & { id: string }) => graphql.request(updateDocument, { input }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
}

export function useUpdateAll() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Change) => graphql.request(updateAllDocument, { input }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
}

export function usePreferences(isEnabled: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...notificationsKey, 'preferences'],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(preferencesDocument, {}, { signal });
      return reply.notificationPreferences.preferences;
    },
    enabled: isEnabled,
    meta: { failure: 'panel' },
  });
}

export function usePutPreferences() {
  const graphql = useGraphql();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (preferences: Preference[]) => graphql.request(putDocument, { input: { preferences } }),
    onSettled: () => client.invalidateQueries({ queryKey: notificationsKey }),
  });
}
