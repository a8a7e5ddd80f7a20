import { startMailServer, type TestMailServer } from '@margay/mail/testing';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { administrator, consoleOf } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

// What people write on the support page, signed in and not, and who reads it.
let folder: string;
let server: RunningServer;
let post: TestMailServer;
let ask: Awaited<ReturnType<typeof consoleOf>>;
let adminToken: string;

beforeAll(async () => {
  post = await startMailServer();
  folder = await newDataFolder('margay-support-');
  server = await startServerOn(folder, {
    MARGAY_ROLES: 'api,jobs',
    MARGAY_TRUSTED_PROXIES: '127.0.0.1',
    MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true',
  });
  ask = await consoleOf(server);
  const reply = await fetch(`${server.url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  });
  adminToken = ((await reply.json()) as { idToken: string }).idToken;
});
afterAll(async () => {
  await server?.stop();
  await post?.stop();
  await rm(folder, { recursive: true, force: true });
});

const good = { subject: 'Cannot sign in', text: 'The code\nis refused.', email: 'lost@example.com' };
async function send(change: object = {}, { address = '203.0.113.5', idToken = '' } = {}) {
  const reply = await fetch(`${server.url}/auth/support`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(idToken === '' ? {} : { authorization: idToken }),
    },
    body: JSON.stringify({ ...good, ...change }),
  });
  return { status: reply.status, ...((await reply.json()) as { message?: string; isMailed?: boolean }) };
}
const list = `query ($input: SupportRequestsInput) { supportRequests(input: $input) {
  requests { subject text email createdBy { name kind } } pageInfo { hasNextPage endCursor } } }`;
interface Listed {
  supportRequests: {
    requests: { subject: string; text: string; email: string; createdBy: { name: string } | null }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}
const shown = async (input: object = {}) => ((await ask(list, { input })).data as Listed).supportRequests;

describe('a request for support', () => {
  it('of somebody who is not signed in is kept, with the email they gave', async () => {
    expect(await send()).toEqual({ status: 200, isMailed: false });
    expect((await shown()).requests).toEqual([{ ...good, createdBy: null }]);
  });

  it('of somebody who is signed in is kept with who they are, whatever email they typed', async () => {
    expect(await send({ email: 'other@example.com' }, { idToken: adminToken })).toMatchObject({
      status: 200,
    });
    expect((await shown()).requests[0]).toMatchObject({
      email: administrator.email,
      createdBy: { name: 'First Administrator', kind: 'person' },
    });
  });

  it('says what it lacks', async () => {
    const from = { address: '203.0.113.6' };
    for (const [change, message] of [
      [{ subject: ' ' }, 'The request was not kept: subject is required.'],
      [{ text: '' }, 'The request was not kept: text is required.'],
      [{ email: '' }, 'The request was not kept: email is required.'],
      [{ email: 'a@b\r\nBcc: eve@example.com' }, 'The request was not kept: email must be a valid email.'],
      [{ subject: 'x'.repeat(201) }, 'The request was not kept: subject must have at most 200 characters.'],
      [{ text: 'x'.repeat(5001) }, 'The request was not kept: text must have at most 5000 characters.'],
    ] as const)
      expect(await send(change, from)).toMatchObject({ status: 400, message });
    expect((await send({ text: 'a\u0000b' }, from)).status).toBe(400);
    expect([400, 413]).toContain((await send({ text: 'x'.repeat(3_000_000) }, from)).status);
  });

  it('is taken five times an hour from one address, and from people signed in all the same', async () => {
    const from = { address: '2001:db8:1:1::1' };
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await send({}, { address: `2001:db8:1:1::${i + 1}` })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const both = await Promise.all(Array.from({ length: 20 }, () => send({}, { address: '203.0.113.8' })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await send({}, { ...from, idToken: adminToken })).status).toBe(200);
  });

  it('is read by those who manage people, and nobody else', async () => {
    await addPerson(server, { email: 'ana@example.com', password: 'Correct-horse-8' }, 'Analyst');
    const askAsAnalyst = await consoleOf(server, { email: 'ana@example.com', password: 'Correct-horse-8' });
    expect((await askAsAnalyst(list, {})).errors?.[0]?.extensions.statusCode).toBe(403);
    const first = await shown({ pageSize: 2 });
    expect(first.requests).toHaveLength(2);
    const next = await shown({ pageSize: 2, cursor: first.pageInfo.endCursor });
    expect(next.requests).toHaveLength(2);
  });

  it('is mailed to the support address with the sender to answer, as text and nothing else', async () => {
    const saved = await ask(
      'mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { id } }',
      {
        input: {
          id: 'mail',
          values: {
            host: '127.0.0.1',
            port: post.port,
            security: 'none',
            fromAddress: 'margay@example.com',
            supportAddress: 'help@example.com',
          },
        },
      },
    );
    expect(saved.errors).toBeUndefined();
    const evil = {
      subject: '<b>Help</b>\r\nBcc: eve@example.com',
      text: '<script>alert(1)</script>\r\n.\r\nQUIT',
    };
    expect(await send(evil, { address: '203.0.113.20' })).toEqual({ status: 200, isMailed: true });
    const mail = await post.take('help@example.com');
    expect(mail.to).toEqual(['help@example.com']);
    expect(mail.headers.get('reply-to')).toEqual(['lost@example.com']);
    expect(mail.headers.get('bcc')).toBeUndefined();
    expect(mail.html).not.toContain('<script>');
    expect(mail.text).toContain('> QUIT');
  });
});
