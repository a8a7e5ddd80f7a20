import { silentLogger } from '@margay/kit';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActor, type Actor } from '../../api/actor.ts';
import { createGraphqlHandler } from '../../api/graphql.ts';
import { buildConsoleSchema } from '../../api/schema.ts';
import { migrations } from '../../testing/all-migrations.ts';
import type { Services } from '../../services.ts';
import { createNotificationsService, type NotificationsService } from './service.ts';

const person = (id: string): Actor => ({ ...systemActor(), kind: 'person', id, name: id });
const ada = person('ada');
const bob = person('bob');
const zero = '0001-01-01T00:00:00.000Z';

interface Reply {
  data: Record<string, unknown>;
  errors?: { message: string }[];
}
const fields = `id userId topic title message level createdAt readAt archivedAt
  metadata { alertID originalQueryId presignedUrl presignedUrlTtl presignedUrlKeepAliveDuration }`;
const list = `query ($input: NotificationsInput) { notifications(input: $input) {
  edges { node { ${fields} } } pageInfo { hasNextPage endCursor } } }`;
const update = `mutation ($input: UpdateNotificationInput!) { updateNotification(input: $input) {
  notification { id readAt archivedAt } } }`;
const updateAll = `mutation ($input: UpdateUserNotificationsInput!) { updateUserNotifications(input: $input) {
  notifications { id readAt } } }`;
const put = `mutation ($input: PutNotificationPreferencesInput!) { putNotificationPreferences(input: $input) {
  preferences { topic channels { name enabled } } } }`;

describe('notifications', () => {
  let store: Store;
  let service: NotificationsService;
  let now = new Date('2026-11-20T09:00:00Z');
  const handle = createGraphqlHandler(buildConsoleSchema(), silentLogger, { introspection: true });

  beforeAll(async () => {
    store = await openTestStore(migrations);
    service = createNotificationsService({ store, clock: () => now });
  });
  afterAll(() => store.close());
  beforeEach(() => store.exec('delete from notifications; delete from notification_preferences'));

  async function ask(query: string, variables: Record<string, unknown> = {}, actor: Actor | null = ada) {
    // These fields ask no other service.
    const services = { notifications: service } as Services;
    const context = { actor, services };
    const { body } = await handle({ query, variables }, context);
    return JSON.parse(JSON.stringify(body)) as Reply; // what a client receives
  }
  async function titles(actor: Actor, input = {}): Promise<string[]> {
    const { data } = await ask(list, { input }, actor);
    const { edges } = data['notifications'] as { edges: { node: { title: string } }[] };
    return edges.map(({ node }) => node.title);
  }
  const say = (title: string, over = {}) =>
    service.notify({ userId: 'ada', topic: 'SYSTEM_NOTIFICATION', title, message: 'm', ...over });

  it('[000-3.10] [000-3.11] [000-3.12] have these fields, and are informative unless they say otherwise', async () => {
    const facts = { alertID: 'a1', originalQueryId: 'q1', presignedUrl: '/csv' };
    const link = { presignedUrlTtl: now.toISOString(), presignedUrlKeepAliveDuration: 43_200 };
    await say('one', { id: 'n1' });
    for (const level of ['info', 'warning', 'error', 'success'] as const) {
      now = new Date(now.getTime() + 1000);
      await say(level, { level, metadata: { ...facts, ...link } });
    }
    const { data } = await ask(list, { input: {} });
    const { edges } = data['notifications'] as { edges: { node: { level: string } }[] };
    expect(edges.map(({ node }) => node.level)).toEqual(['success', 'error', 'warning', 'info', 'info']);
    expect(edges[0]?.node).toMatchObject({ metadata: { ...facts, ...link } });
    expect(edges.at(-1)?.node).toEqual({
      id: 'n1',
      userId: 'ada',
      topic: 'SYSTEM_NOTIFICATION',
      title: 'one',
      message: 'm',
      level: 'info',
      createdAt: expect.any(String),
      readAt: null,
      archivedAt: null,
      metadata: {
        alertID: null,
        originalQueryId: null,
        presignedUrl: null,
        presignedUrlTtl: null,
        presignedUrlKeepAliveDuration: null,
      },
    });
  });

  it('[000-7.25] are the own ones, the newest first, page by page', async () => {
    for (const title of ['one', 'two', 'three']) {
      now = new Date(now.getTime() + 1000);
      await say(title);
    }
    await say('for bob', { userId: 'bob', level: 'error', metadata: { originalQueryId: 'q' } });
    const { data } = await ask(list, { input: { pageSize: 2 } });
    expect(data['notifications']).toMatchObject({
      edges: [
        {
          node: {
            title: 'three',
            userId: 'ada',
            level: 'info',
            readAt: null,
            archivedAt: null,
            createdAt: now.toISOString(),
            metadata: { alertID: null, originalQueryId: null, presignedUrl: null },
          },
        },
        { node: { title: 'two' } },
      ],
      pageInfo: { hasNextPage: true },
    });
    const { pageInfo } = data['notifications'] as { pageInfo: { endCursor: string } };
    expect(await titles(ada, { pageSize: 2, cursor: pageInfo.endCursor })).toEqual(['one']);
    expect(await titles(bob)).toEqual(['for bob']);
    expect((await ask(list, {}, null)).errors?.[0]?.message).toMatch(/Sign in/);
    expect((await ask(list, { input: { pageSize: 501 } })).errors?.[0]?.message).toMatch(/pageSize is 501/);
  });

  it('[000-4.21] [000-4.22] are read and archived with a time, and neither with the zero time', async () => {
    await say('note', { id: 'n1' });
    const at = '2026-11-20T10:00:00.000Z';
    const changed = async (input: Record<string, unknown>, actor = ada) => {
      const { data, errors } = await ask(update, { input: { id: 'n1', ...input } }, actor);
      return errors
        ? errors[0]?.message
        : (data['updateNotification'] as { notification: unknown }).notification;
    };
    expect(await changed({ readAt: at })).toEqual({ id: 'n1', readAt: at, archivedAt: null });
    expect(await changed({ archivedAt: at })).toEqual({ id: 'n1', readAt: at, archivedAt: at });
    expect(await changed({ readAt: zero, archivedAt: zero })).toEqual({
      id: 'n1',
      readAt: null,
      archivedAt: null,
    });
    expect(await changed({ readAt: at }, bob)).toMatch(/no notification n1 for you/);
    expect(await changed({})).toMatch(/give readAt or archivedAt/);
    const { data } = await ask(updateAll, { input: { readAt: at } });
    expect(data['updateUserNotifications']).toEqual({ notifications: [{ id: 'n1', readAt: at }] });
  });

  const on = { channels: [{ name: 'IN_APP', enabled: true }] };
  const topics = ['SYSTEM_NOTIFICATION', 'SYSTEM_ERROR', 'DETECTION_NOTIFICATION'];

  describe('preferences', () => {
    const preferences = async () =>
      (await ask('{ notificationPreferences { preferences { topic channels { name enabled } } } }')).data[
        'notificationPreferences'
      ];

    it('[000-3.13] [000-3.14] [000-7.27] are a list of topics', async () =>
      expect(await preferences()).toMatchObject({
        preferences: topics.map((topic) => ({ topic, channels: [{}] })),
      }));

    it('[000-3.15] [000-3.17] have the one channel IN_APP, on by default', async () =>
      expect(await preferences()).toMatchObject({ preferences: topics.map(() => on) }));
  });

  it('[000-7.28] leave out topics that were switched off', async () => {
    await say('kept', { topic: 'SYSTEM_ERROR' });
    await say('off');
    const off = { topic: 'SYSTEM_NOTIFICATION', channels: [{ name: 'IN_APP', enabled: false }] };
    const reply = await ask(put, { input: { preferences: [off] } });
    expect(reply.data['putNotificationPreferences']).toMatchObject({
      preferences: [off, { topic: 'SYSTEM_ERROR', ...on }, { topic: 'DETECTION_NOTIFICATION', ...on }],
    });
    expect(await titles(ada)).toEqual(['kept']);
  });

  it('[000-4.34] count those that are neither read nor archived beyond the page, of topics that are on', async () => {
    for (let at = 0; at < 12; at++) await say(`note ${at}`, { id: `n${at}` });
    await say('for bob', { userId: 'bob' });
    await say('an error', { topic: 'SYSTEM_ERROR' });
    await service.update(ada, 'n1', { readAt: now });
    await service.update(ada, 'n2', { archivedAt: now });
    const count = async () => {
      const { data } = await ask('{ notifications(input: { pageSize: 2 }) { unreadCount } }');
      return (data['notifications'] as { unreadCount: number }).unreadCount;
    };
    expect(await count()).toBe(11);
    await service.putPreferences(ada, [
      { topic: 'SYSTEM_ERROR', channels: [{ name: 'IN_APP', enabled: false }] },
    ]);
    expect(await count()).toBe(10);
  });

  it('[000-4.34] are all reached page by page, as many as are counted unread', async () => {
    for (let at = 0; at < 120; at++) await say(`note ${at}`, { id: `n${at}` });
    const ids = new Set<string>();
    let cursor: string | null = null;
    do {
      const input: Record<string, unknown> = { pageSize: 50, ...(cursor === null ? {} : { cursor }) };
      const { data } = await ask(
        `query ($input: NotificationsInput) { notifications(input: $input) {
          unreadCount edges { node { id } } pageInfo { hasNextPage endCursor } } }`,
        { input },
      );
      const page = data['notifications'] as {
        unreadCount: number;
        edges: { node: { id: string } }[];
        pageInfo: { endCursor: string | null };
      };
      expect(page.unreadCount).toBe(120);
      for (const { node } of page.edges) ids.add(node.id);
      cursor = page.pageInfo.endCursor;
    } while (cursor !== null);
    expect(ids.size).toBe(120);
  });

  it('are said once under the same id, and forgotten after 90 days', async () => {
    await say('first', { id: 'same' });
    await say('second', { id: 'same' });
    expect(await titles(ada)).toEqual(['first']);
    const before = now;
    now = new Date(now.getTime() + 91 * 24 * 3_600_000);
    await service.sweep();
    now = before;
    expect(await titles(ada)).toEqual([]);
  });
});
