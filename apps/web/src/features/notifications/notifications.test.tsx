import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { isArchived, isUnread } from './notification-rules.ts';
import type { Notification } from './queries.ts';

const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const note = (
  id: string,
  over: Partial<Notification> = {},
  metadata: Partial<Notification['metadata']> = {},
): Notification => ({
  id,
  topic: 'SYSTEM_NOTIFICATION',
  title: id,
  message: `about ${id}`,
  level: 'success',
  createdAt: hourAgo(),
  readAt: null,
  archivedAt: null,
  metadata: { alertID: null, originalQueryId: null, presignedUrl: null, presignedUrlTtl: null, ...metadata },
  ...over,
});
const link = { originalQueryId: 'q1', presignedUrl: '/file' };

/** `cursors`: of the pages after the first. */
function server(notes: Notification[] | Error, cursors: readonly string[] = []) {
  const cursorAfter = (input: unknown) => {
    const { cursor = '', pageSize } = input as { cursor?: string; pageSize: number };
    return pageSize === 10 ? null : (cursors[cursors.indexOf(cursor) + 1] ?? null);
  };
  return answeringServer({
    Notifications: ({ input }) =>
      notes instanceof Error
        ? notes
        : {
            notifications: {
              edges: notes.map((node) => ({ node })),
              pageInfo: { hasNextPage: cursorAfter(input) !== null, endCursor: cursorAfter(input) },
              unreadCount: notes.filter((one) => isUnread(one) && !isArchived(one)).length,
            },
          },
    UpdateNotification: () => ({
      updateNotification: { notification: { id: 'x', readAt: null, archivedAt: null } },
    }),
    UpdateUserNotifications: () => ({ updateUserNotifications: { notifications: [] } }),
    NotificationPreferences: () => ({
      notificationPreferences: {
        preferences: [{ topic: 'SYSTEM_ERROR', channels: [{ name: 'IN_APP', enabled: true }] }],
      },
    }),
    PutNotificationPreferences: () => ({ putNotificationPreferences: { preferences: [] } }),
    SearchOfCsv: () => ({
      dataLakeQuery: { params: { language: 'simplesearch', filters: '{"text":"x"}', limit: 5 } },
    }),
    StartAsyncDownload: () => ({ startAsyncDownloadOfAllQueryResults: { error: null } }),
    SavedSearches: () => ({ savedQueries: { totalItems: 0, edges: [] } }),
    SavedSearchCount: () => ({ savedQueries: { totalItems: 0 } }),
  });
}
const openConsole = (fake: ReturnType<typeof server>) =>
  renderConsole({
    path: '/investigate/saved-searches/',
    permissions: ['DataAnalyticsRead'],
    graphql: fake.graphql,
  });
async function openCentre(notes: Notification[], cursors?: readonly string[]) {
  const fake = server(notes, cursors);
  await openConsole(fake);
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'See all' }));
  return fake;
}
/** What the bell opens. */
async function openLatest(notes: Notification[] | Error) {
  const fake = server(notes);
  await openConsole(fake);
  await userEvent.click(await screen.findByRole('button', { name: /^Notifications/ }));
  return { fake, latest: within(await screen.findByRole('region', { name: 'Latest notifications' })) };
}
const itemOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement); // a list item holds it

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the bell and the notification centre', () => {
  it('[000-4.30] [000-7.23] says what is unread, ten in the bell', async () => {
    const fake = server([note('one'), note('two', { readAt: hourAgo() })]);
    await openConsole(fake);
    expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeDefined();
    expect(fake.inputsOf('Notifications')).toEqual([{ pageSize: 10 }]);
  });

  it('[000-7.24] asks for 500 in the centre, and then for 100 a page', async () => {
    const fake = await openCentre([note('one')], ['page 2', 'page 3']);
    for (const cursor of ['page 2', 'page 3']) {
      await userEvent.click(await screen.findByRole('button', { name: 'Show older ones' }));
      await waitFor(() => expect(fake.inputsOf('Notifications').at(-1)).toMatchObject({ cursor }));
    }
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older ones' })).toBeNull());
    const asked = fake.inputsOf('Notifications').map((input) => JSON.stringify(input));
    expect(asked.filter((input) => input !== '{"pageSize":10}')).toEqual([
      '{"pageSize":500}',
      '{"pageSize":100,"cursor":"page 2"}',
      '{"pageSize":100,"cursor":"page 3"}',
    ]);
  });

  it('[000-7.26] fails silently in the bell', async () => {
    await openConsole(server(new Error('away')));
    expect(await screen.findByRole('button', { name: 'Notifications' })).toBeDefined();
    expect(screen.queryByText('away')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Notifications' }));
    await userEvent.click(await screen.findByRole('button', { name: 'See all' }));
    expect(
      await within(await screen.findByRole('dialog', { name: 'Notifications' })).findByText(
        "Couldn't load your Notifications",
      ),
    ).toBeDefined();
  });

  it('counts what is unread beyond the ten of the bell', async () => {
    const { latest } = await openLatest(Array.from({ length: 120 }, (_, at) => note(`note ${at}`)));
    expect(latest.getByText('99+ unread')).toBeDefined();
  });

  it('shows the latest in the bell, with what is unread and what can be done about it', async () => {
    const { fake, latest } = await openLatest([
      note('newest'),
      note('ready', {}, { ...link, presignedUrlTtl: inAnHour() }),
      note('read', { readAt: hourAgo() }),
      note('archived', { archivedAt: hourAgo() }),
    ]);
    expect(latest.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'newest',
      'ready',
      'read',
    ]);
    expect(latest.getByText('2 unread')).toBeDefined();
    expect(latest.getByRole('button', { name: 'Download CSV' })).toBeDefined();
    for (const input of fake.inputsOf('Notifications')) expect(input).toEqual({ pageSize: 10 });
    await userEvent.click((await itemOf('newest')).getByRole('button', { name: 'Mark as read' }));
    const readAt = expect.stringMatching(/^20\d\d-/) as string;
    await waitFor(() => expect(fake.inputsOf('UpdateNotification')).toEqual([{ id: 'newest', readAt }]));
    await userEvent.click(latest.getByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(fake.inputsOf('UpdateUserNotifications')).toEqual([{ readAt }]));
    await userEvent.click(latest.getByRole('button', { name: 'See all' }));
    expect(await screen.findByRole('tab', { name: /Inbox/ })).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'See all' })).toBeNull());
  });

  it('says in the bell that there is nothing', async () => {
    const { latest } = await openLatest([]);
    expect(await latest.findByText('Nothing new')).toBeDefined();
    const markAll = latest.getByRole('button', { name: 'Mark all as read' });
    expect(markAll.getAttribute('aria-disabled') ?? String((markAll as HTMLButtonElement).disabled)).toBe(
      'true',
    );
  });

  it('archives everything at once', async () => {
    const fake = await openCentre([note('one'), note('two')]);
    await screen.findByRole('heading', { name: 'one' });
    await userEvent.click(screen.getByRole('button', { name: 'Archive all' }));
    await waitFor(() =>
      expect(fake.inputsOf('UpdateUserNotifications')).toEqual([
        { archivedAt: expect.stringMatching(/^20\d\d-/) as string },
      ]),
    );
  });

  it('[000-4.31] [000-4.32] [000-4.33] shows what is unread and not archived, the rest on demand', async () => {
    await openCentre([
      note('newest', { createdAt: inAnHour() }),
      note('older'),
      note('read', { readAt: hourAgo() }),
      note('archived', { archivedAt: hourAgo() }),
    ]);
    await screen.findByRole('heading', { name: 'newest' });
    const titles = () =>
      within(screen.getByRole('list', { name: /Inbox|Archived/ }))
        .queryAllByRole('heading')
        .map((h) => h.textContent);
    expect(titles()).toEqual(['newest', 'older']);
    await userEvent.click(screen.getByRole('switch', { name: 'Show Read Notifications' }));
    expect(titles()).toEqual(['newest', 'older', 'read']);
    await userEvent.click(screen.getByRole('tab', { name: 'Archived' }));
    expect(titles()).toEqual(['archived']);
  });

  it('[000-4.23] [000-4.24] sends the zero time to mark as unread and to bring back', async () => {
    const fake = await openCentre([
      note('read', { readAt: hourAgo() }),
      note('gone', { archivedAt: hourAgo() }),
    ]);
    await userEvent.click(await screen.findByRole('switch', { name: 'Show Read Notifications' }));
    await userEvent.click((await itemOf('read')).getByRole('button', { name: 'Mark as unread' }));
    await userEvent.click(screen.getByRole('tab', { name: 'Archived' }));
    await userEvent.click((await itemOf('gone')).getByRole('button', { name: 'Move to inbox' }));
    const zero = '0001-01-01T00:00:00Z';
    await waitFor(() =>
      expect(fake.inputsOf('UpdateNotification')).toEqual([
        { id: 'read', readAt: zero },
        { id: 'gone', archivedAt: zero },
      ]),
    );
  });

  const csvParams = { language: 'simpleSearch', filters: '{"text":"x"}' };
  const ready = () => note('ready', {}, { ...link, presignedUrlTtl: inAnHour() });
  const expired = () => note('expired', {}, { ...link, presignedUrlTtl: hourAgo() });
  const buttonsOf = async (title: string) =>
    (await itemOf(title)).getAllByRole('button').map((button) => button.textContent);

  it('[000-4.37] offers a CSV that is there', async () => {
    await openCentre([ready()]);
    expect(await buttonsOf('ready')).toContain('Download CSV');
    expect(await buttonsOf('ready')).not.toContain('Generate New CSV');
  });

  it('[000-4.39] [000-8.39] offers a new CSV in place of one whose link has expired', async () => {
    const fake = await openCentre([expired()]);
    const item = await itemOf('expired');
    expect(item.getByText('The download link has expired. Please regenerate the CSV.')).toBeDefined();
    expect(item.getByText(/^Your CSV generation request of/).textContent).toMatch(/20\d\d.* has expired\.$/);
    expect(await buttonsOf('expired')).not.toContain('Download CSV');
    await userEvent.click(item.getByRole('button', { name: 'Generate New CSV' }));
    await waitFor(() =>
      expect(fake.inputsOf('StartAsyncDownload')).toEqual([{ params: csvParams, originalQueryId: 'q1' }]),
    );
  });

  it('[000-4.40] offers another try after a failure', async () => {
    const fake = await openCentre([note('failed', { level: 'error' }, { originalQueryId: 'q2' })]);
    await userEvent.click((await itemOf('failed')).getByRole('button', { name: 'Retry Generating CSV' }));
    await waitFor(() =>
      expect(fake.inputsOf('StartAsyncDownload')).toEqual([{ params: csvParams, originalQueryId: 'q2' }]),
    );
  });

  it('[001-8.26] [000-9.3] says for 8 s that a CSV is on its way', async () => {
    const said = vi.spyOn(toast, 'info').mockImplementation(() => undefined);
    await openCentre([expired()]);
    await userEvent.click((await itemOf('expired')).getByRole('button', { name: 'Generate New CSV' }));
    await waitFor(() => expect(said).toHaveBeenCalled());
    expect(said.mock.calls[0]).toEqual([
      {
        title:
          'Generating CSV... this may take some time. You will be notified in app when the file is ready',
        durationMs: 8_000,
      },
    ]);
    said.mockRestore();
  });

  it('[000-3.16] switches topics on and off', async () => {
    const fake = await openCentre([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Notification preferences' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Enable in-app notifications' }));
    await waitFor(() =>
      expect(fake.inputsOf('PutNotificationPreferences')).toEqual([
        { preferences: [{ topic: 'SYSTEM_ERROR', channels: [{ name: 'IN_APP', enabled: false }] }] },
      ]),
    );
  });

  it('[000-3.23] remembers for the session what it has shown', async () => {
    await openConsole(server([note('fresh', { createdAt: new Date().toISOString() })]));
    await waitFor(() => expect(sessionStorage.getItem('margay.seenNotifications')).toBe('["fresh"]'));
  });
});
