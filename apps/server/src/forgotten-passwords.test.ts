import { totpCodeAt } from '@margay/auth';
import { startMailServer, type ReceivedMail, type TestMailServer } from '@margay/mail/testing';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { administrator, consoleOf } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

// People who forgot their password, as their browsers ask, with a mail server that keeps what it is given.
let folder: string;
let server: RunningServer;
let post: TestMailServer;
let ask: Awaited<ReturnType<typeof consoleOf>>;
const consoleUrl = 'https://margay.example';

beforeAll(async () => {
  post = await startMailServer();
  folder = await newDataFolder('margay-forgotten-');
  server = await startServerOn(folder, {
    MARGAY_ROLES: 'api,jobs',
    MARGAY_URL: consoleUrl,
    MARGAY_TRUSTED_PROXIES: '127.0.0.1',
    MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true',
  });
  ask = await consoleOf(server);
});
afterAll(async () => {
  await server?.stop();
  await post?.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await server.platform.store.exec('delete from sign_in_failures; delete from password_resets');
  post.refuseWith(undefined);
});

const change = `mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { id } }`;
const mailServer = () => ({
  host: '127.0.0.1',
  port: post.port,
  security: 'none',
  user: '',
  password: '',
  fromAddress: 'margay@example.com',
  fromName: 'Margay',
  supportAddress: '',
});
const setMail = (values: object) => ask(change, { input: { id: 'mail', values } });
const withoutMail = () => setMail({ ...mailServer(), host: '', fromAddress: '' });
const dataOf = async <T>(schema: z.ZodType<T>, query: string, input: object) => {
  const reply = await ask(query, { input });
  if (reply.errors) throw new Error(reply.errors[0]?.message);
  return schema.parse(reply.data);
};

interface From {
  address?: string;
  headers?: Record<string, string>;
}
async function send(path: string, body: unknown, { address = '203.0.113.9', headers = {} }: From = {}) {
  const reply = await fetch(`${server.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body: JSON.stringify(body),
  });
  const json = (await reply.json()) as Record<string, unknown>;
  return { status: reply.status, ...json } as { status: number; [name: string]: unknown };
}
const forgot = (email: string, from?: From) => send('forgot', { email }, from);
const reset = (email: string, code: string, newPassword = 'Correct-horse-9', from?: From) =>
  send('reset', { email, code, newPassword }, from);
const signIn = (email: string, password: string, address = '203.0.113.50') =>
  send('sign-in', { email, password }, { address });
const answerTo = ({ challenge, session }: Record<string, unknown>) => ({ challenge, session });
const codeIn = ({ text }: ReceivedMail) => /^ {4}(\S+)$/m.exec(text.replaceAll('\r', ''))?.[1] ?? '';

async function colleague(email: string): Promise<string> {
  await addPerson(server, { email, password: 'Correct-horse-8' }, 'Analyst');
  const rows = await server.platform.store.query<{ id: string }>('select id from users where email = $1', [
    email,
  ]);
  return rows[0]?.id ?? '';
}
/** A code as its owner got it. */
async function mailedCode(email: string): Promise<string> {
  expect(await forgot(email)).toMatchObject({ status: 200, byMail: true });
  return codeIn(await post.take(email));
}
/** Resolves once everything that was asked for is done. */
async function settled(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await server.platform.store.query<{ n: number }>(
            `select count(*)::int as n from jobs.job where name in ('mail-reset-code', 'send-mail') and state < 'completed'`,
          )
        )[0]?.n,
      { timeout: 15_000 },
    )
    .toBe(0);
}

describe('without a mail server', () => {
  it('an administrator makes a one-time link, which sets a password once', async () => {
    const id = await colleague('link@example.com');
    expect(await (await fetch(`${server.url}/auth/forgot`)).json()).toEqual({ byMail: false });
    expect(await forgot('link@example.com')).toEqual({ status: 200, byMail: false });
    const Link = z.object({ createPasswordResetLink: z.object({ url: z.string(), expiresAt: z.string() }) });
    const { createPasswordResetLink: link } = await dataOf(
      Link,
      'mutation ($input: IdInput!) { createPasswordResetLink(input: $input) { url expiresAt } }',
      { id },
    );
    const { origin, pathname, searchParams } = new URL(link.url);
    expect([origin, pathname, searchParams.get('email')]).toEqual([
      consoleUrl,
      '/password-reset/',
      'link@example.com',
    ]);
    const left = Date.parse(link.expiresAt) - Date.now();
    expect(left).toBeGreaterThan(59 * 60_000);
    expect(left).toBeLessThanOrEqual(60 * 60_000);
    const code = searchParams.get('code') ?? '';
    // The password so far counts until then, and guesses do not use the link up.
    expect((await signIn('link@example.com', 'Correct-horse-8')).status).toBe(200);
    for (let i = 0; i < 4; i++)
      expect((await reset('link@example.com', `${code.slice(0, -1)}_`)).code).toBe('CodeMismatch');
    expect((await reset('link@example.com', code)).status).toBe(200);
    expect((await signIn('link@example.com', 'Correct-horse-8')).status).toBe(401);
    expect((await signIn('link@example.com', 'Correct-horse-9')).status).toBe(200);
    expect(await reset('link@example.com', code, 'Correct-horse-10')).toMatchObject({
      status: 400,
      code: 'CodeMismatch',
    });
    const stored = await server.platform.store.query('select * from password_resets');
    expect(JSON.stringify(stored)).not.toContain(code);
  });

  it('links are made by administrators for others, and only by an Admin for an Admin', async () => {
    const link = 'mutation ($input: IdInput!) { createPasswordResetLink(input: $input) { url } }';
    const manager = 'manager@example.com';
    await ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
      input: { name: 'People', permissions: ['UserModify'] },
    });
    await addPerson(server, { email: manager, password: 'Correct-horse-8' }, 'People');
    const askAsManager = await consoleOf(server, { email: manager, password: 'Correct-horse-8' });
    const idOf = async (email: string) =>
      (await server.platform.store.query<{ id: string }>('select id from users where email = $1', [email]))[0]
        ?.id;
    const refusal = async (asker: typeof ask, email: string) =>
      (await asker(link, { input: { id: await idOf(email) } })).errors?.[0]?.message;
    expect(await refusal(askAsManager, administrator.email)).toMatch(/Only an Admin can do this to an Admin/);
    expect(await refusal(ask, administrator.email)).toBe('Change your own password in your profile.');
    const analyst = await colleague('plain@example.com');
    const askAsAnalyst = await consoleOf(server, { email: 'plain@example.com', password: 'Correct-horse-8' });
    expect(await refusal(askAsAnalyst, manager)).toMatch(/not authorized/);
    await server.platform.store.query('update users set enabled = false where id = $1', [analyst]);
    expect(await refusal(ask, 'plain@example.com')).toMatch(/is deactivated/);
  });
});

describe('with a mail server', () => {
  beforeAll(async () => {
    expect((await setMail(mailServer())).errors).toBeUndefined();
  });

  it('[000-4.13] [000-4.14] a code is mailed, sets a new password, and ends every session', async () => {
    const email = 'grace@example.com';
    await colleague(email);
    const before = await signIn(email, 'Correct-horse-8');
    expect(await forgot('  Grace@Example.com ')).toEqual({ status: 200, byMail: true });
    const mail = await post.take(email);
    expect(mail).toMatchObject({ from: 'margay@example.com', to: [email] });
    const code = codeIn(mail);
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    expect(mail.text).toContain(`${consoleUrl}/password-reset/?email=grace%40example.com&code=${code}`);
    // As people type: small letters, with a space.
    const typed = ` ${code.slice(0, 4).toLowerCase()} ${code.slice(4).toLowerCase()} `;
    expect((await reset(email, typed)).status).toBe(200);
    expect((await send('refresh', { refreshToken: before['refreshToken'] })).status).toBe(401);
    expect((await signIn(email, 'Correct-horse-8')).status).toBe(401);
    expect((await signIn(email, 'Correct-horse-9')).status).toBe(200);
    const notice = await post.take(email);
    expect(notice.headers.get('subject')).toEqual(['Your password for Margay was changed']);
    // Once.
    expect((await reset(email, code, 'Correct-horse-10')).code).toBe('CodeMismatch');
  });

  it('[000-7.4] everything that is done with an identity is done by the calls of /auth', async () => {
    const email = 'calls@example.com';
    const made = await ask(
      'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }',
      {
        input: { email, givenName: 'Cal', familyName: 'Ls', role: { kind: 'Name', value: 'Analyst' } },
      },
    );
    expect(made.errors).toBeUndefined();
    const policy = `mutation ($input: SignInPolicyInput!) { updateSignInPolicy(input: $input) { requireSecondFactor } }`;
    await ask(policy, { input: { requireSecondFactor: true } });
    // Sign in, complete a new password, set up TOTP and verify it.
    const first = await signIn(email, codeIn(await post.take(email)));
    expect(first).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' });
    const setup = await send('challenge', { ...answerTo(first), newPassword: 'Correct-horse-1' });
    expect(setup).toMatchObject({ challenge: 'MFA_SETUP' });
    const secret = String(setup['secret']);
    const session = await send('challenge', { ...answerTo(setup), code: totpCodeAt(secret, Date.now()) });
    await ask(policy, { input: { requireSecondFactor: false } });
    // The current user, and a changed password, which signs out everywhere.
    const me = async (idToken: unknown) => {
      const reply = await fetch(`${server.url}/internal/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: String(idToken) },
        body: JSON.stringify({ query: '{ me { email } }' }),
      });
      return ((await reply.json()) as { data?: { me?: { email: string } } }).data?.me?.email;
    };
    expect(await me(session['idToken'])).toBe(email);
    const changed = await send(
      'change-password',
      { oldPassword: 'Correct-horse-1', newPassword: 'Correct-horse-2' },
      { headers: { authorization: String(session['idToken']) } },
    );
    expect(changed.status).toBe(200);
    expect(await me(session['idToken'])).toBeUndefined();
    // Forgot password and its submission; the app stays the preferred second factor, and confirms the sign-in.
    await post.take(email);
    await post.take(email);
    expect((await reset(email, await mailedCode(email), 'Correct-horse-3')).status).toBe(200);
    const again = await signIn(email, 'Correct-horse-3');
    expect(again).toMatchObject({ challenge: 'SOFTWARE_TOKEN_MFA' });
    const second = await send('challenge', {
      ...answerTo(again),
      code: totpCodeAt(secret, Date.now() + 30_000),
    });
    expect(await me(second['idToken'])).toBe(email);
    // Sign out, here and everywhere.
    expect((await send('sign-out', { refreshToken: second['refreshToken'], global: true })).status).toBe(200);
    expect(await me(second['idToken'])).toBeUndefined();
    expect((await send('refresh', { refreshToken: second['refreshToken'] })).status).toBe(401);
    await post.take(email);
  });

  it('nothing tells who has an account', async () => {
    await colleague('known@example.com');
    const seen = async (path: string, body: object) => {
      const reply = await fetch(`${server.url}/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
        body: JSON.stringify(body),
      });
      const headers = [...reply.headers].filter(([name]) => name !== 'date');
      return { status: reply.status, headers, text: await reply.text() };
    };
    for (const [path, more] of [
      ['forgot', {}],
      ['reset', { code: 'ABCD2345', newPassword: 'Correct-horse-9' }],
    ] as const) {
      // The first is asked for both before anything is braked, and then each until it is.
      for (let i = 0; i < 4; i++) {
        const known = await seen(path, { email: 'known@example.com', ...more });
        expect(await seen(path, { email: 'nobody@example.com', ...more })).toEqual(known);
      }
    }
    await settled();
    await post.take('known@example.com');
    expect(post.received).toEqual([]);
  });

  it('nobody gets a code who has no password here, or may not sign in', async () => {
    const { store } = server.platform;
    for (const [email, set] of [
      ['sso@example.com', `status = 'EXTERNAL_PROVIDER'`],
      ['off@example.com', 'enabled = false'],
      ['gone@example.com', 'deleted_at = now()'],
    ] as const) {
      const id = await colleague(email);
      await store.exec(`update users set ${set} where id = '${id}'`);
      expect((await forgot(email)).status).toBe(200);
    }
    await settled();
    expect(post.received).toEqual([]);
    expect(await store.query('select 1 from password_resets')).toEqual([]);
  });

  it('a code dies of five wrong guesses, also of many at once', async () => {
    const email = 'guess@example.com';
    await colleague(email);
    const code = await mailedCode(email);
    // Few enough that nothing is braked: what stops them is the code.
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, i) =>
        reset(email, `ABCD23${10 + i}`, 'Correct-horse-9', { address: `10.${i}.0.1` }),
      ),
    );
    expect(guesses.map(({ code: said }) => said)).toEqual(Array(15).fill('CodeMismatch'));
    expect(await reset(email, code)).toMatchObject({
      status: 400,
      code: 'CodeMismatch',
      message: 'This code is wrong, or its time is over. Ask for a new one.',
    });
    expect((await signIn(email, 'Correct-horse-8')).status).toBe(200);
  });

  it('guesses at codes are braked by account and address', async () => {
    await colleague('brake@example.com');
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await reset('brake@example.com', 'ABCD2345')).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    // From elsewhere it goes on; across accounts an address runs dry.
    expect(
      (await reset('brake@example.com', 'ABCD2345', undefined, { address: '198.51.100.1' })).status,
    ).toBe(400);
    const sprayed = await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        reset(`user${i}@example.com`, 'ABCD2345', undefined, { address: '198.51.100.2' }),
      ),
    );
    expect(sprayed.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(52);
  });

  it('a mailbox is not filled: few codes are mailed, and one a minute', async () => {
    const email = 'full@example.com';
    await colleague(email);
    const replies = [];
    for (let i = 0; i < 6; i++) replies.push((await forgot(email, { address: `10.0.${i}.1` })).status);
    expect(replies.filter((status) => status === 200)).toHaveLength(3);
    expect(await forgot(email, { address: '10.0.9.1' })).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Too many requests\. Try again in \d+ seconds\.$/) as string,
    });
    expect(replies.at(-1)).toBe(429);
    await settled();
    await post.take(email);
    expect(post.received).toEqual([]);
  });

  it('a code is worth nothing for another account, after an hour, or once the email has changed', async () => {
    const [mine, other] = ['mine@example.com', 'other@example.com'];
    const id = await colleague(mine);
    await colleague(other);
    const code = await mailedCode(mine);
    expect((await reset(other, code)).code).toBe('CodeMismatch');
    await ask('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
      input: { id, email: 'renamed@example.com' },
    });
    for (const email of [mine, 'renamed@example.com'])
      expect((await reset(email, code)).code).toBe('CodeMismatch');
    await server.platform.store.exec('delete from password_resets');
    const second = await mailedCode('renamed@example.com');
    await server.platform.store.exec(`update password_resets set expires_at = now() - interval '1 second'`);
    expect((await reset('renamed@example.com', second)).code).toBe('CodeMismatch');
  });

  it('a code ends with the access it was made for', async () => {
    const email = 'ended@example.com';
    const id = await colleague(email);
    const code = await mailedCode(email);
    await ask('mutation ($input: IdInput!) { resetUserPassword(input: $input) { user { id } } }', {
      input: { id },
    });
    await post.take(email);
    expect((await reset(email, code)).code).toBe('CodeMismatch');
  });

  it('[002-5.17] [002-5.18] [002-5.19] a weak password is refused with each rule it breaks, and the code stays good', async () => {
    const email = 'weak@example.com';
    await colleague(email);
    const code = await mailedCode(email);
    const refused = async (password: string) => (await reset(email, code, password))['message'];
    expect(await refused('Short-1')).toBe('Password must contain at least 12 characters');
    expect(await refused('correct-horse-9')).toBe('Password must contain at least 1 uppercase character');
    expect(await refused('CORRECT-HORSE-9')).toBe('Password must contain at least 1 lowercase character');
    expect((await reset(email, code, 'Correct-horse-8')).message).toBe(
      'Choose a password that is not the one you have now.',
    );
    expect((await reset(email, code)).status).toBe(200);
  });

  it('[002-5.20] [002-5.21] [002-5.16] a password needs a symbol and a number, and to be there', async () => {
    const refused = async (password: string) =>
      (await reset('weak@example.com', 'ABCD2345', password))['message'];
    expect(await refused('Correcthorse99')).toBe('Password must contain at least 1 symbol');
    expect(await refused('Correct-horse-battery')).toBe('Password must contain at least 1 number');
    expect(await refused('')).toMatch(/^Password must contain at least 12 characters/);
    expect((await send('reset', { email: 'weak@example.com', code: 'ABCD2345' })).status).toBe(400);
  });

  it('the address in the mail is that of the settings, whatever the request says', async () => {
    const email = 'host@example.com';
    await colleague(email);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
    };
    expect((await forgot(email, { headers })).status).toBe(200);
    const { raw } = await post.take(email);
    expect(raw).not.toContain('evil.example');
  });

  it('a second factor is asked for afterwards as before', async () => {
    const email = 'factor@example.com';
    const id = await colleague(email);
    const { secondFactors } = server.platform.services;
    const secret = secondFactors.newSecret();
    await secondFactors.setUp(id, secret, totpCodeAt(secret, Date.now()));
    const setUp = await post.take(email);
    expect(setUp.headers.get('subject')).toEqual(['A second factor was set up in Margay']);
    expect((await reset(email, await mailedCode(email))).status).toBe(200);
    expect(await signIn(email, 'Correct-horse-9')).toMatchObject({ challenge: 'SOFTWARE_TOKEN_MFA' });
  });

  it.each([
    '',
    'x',
    'a@b, c@d',
    'grace@example.com\r\nBcc: eve@example.com',
    'a\0@example.com',
    'a\ud800@example.com',
  ])('is no use with %j in place of an email', async (email) => {
    expect((await forgot(email)).status).toBe(400);
  });

  it('codes stand in no table and no log in the open, and no mail stays once it is sent', async () => {
    const email = 'sealed@example.com';
    await colleague(email);
    const { store } = server.platform;
    const waiting = () => store.query('select 1 from mails');
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
    post.refuseWith({ code: 451, text: '4.7.1 Later' });
    await forgot(email);
    await expect
      .poll(() => store.query('select attempts from mails'), { timeout: 15_000 })
      .toEqual([{ attempts: 1 }]);
    const kept = JSON.stringify([
      await store.query('select * from mails'),
      await store.query('select * from jobs.job'),
      await store.query('select * from audit_log'),
    ]);
    post.refuseWith(undefined);
    await store.exec('update mails set next_attempt_at = now()');
    await server.platform.services.mail.sendDue(new AbortController().signal);
    const code = codeIn(await post.take(email));
    expect(code).toHaveLength(8);
    expect(kept).not.toContain(code);
    await expect.poll(waiting, { timeout: 15_000 }).toEqual([]);
  });
});

describe('administrators', () => {
  it('have invitations and temporary passwords mailed, and see nothing secret', async () => {
    const Invited = z.object({
      inviteUser: z.object({ user: z.object({ id: z.string() }), temporaryPassword: z.null() }),
    });
    const { inviteUser } = await dataOf(
      Invited,
      'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } temporaryPassword } }',
      {
        email: 'new@example.com',
        givenName: '<b>New</b>\r\nBcc: eve@example.com',
        familyName: 'Person',
        role: { kind: 'Name', value: 'Analyst' },
      },
    );
    const invitation = await post.take('new@example.com');
    expect(invitation.to).toEqual(['new@example.com']);
    expect(invitation.html).not.toContain('<b>New');
    expect(invitation.text).toContain(`${consoleUrl}/sign-in/`);
    expect(await signIn('new@example.com', codeIn(invitation))).toMatchObject({
      challenge: 'NEW_PASSWORD_REQUIRED',
    });
    const Reset = z.object({ resetUserPassword: z.object({ temporaryPassword: z.null() }) });
    await dataOf(
      Reset,
      'mutation ($input: IdInput!) { resetUserPassword(input: $input) { temporaryPassword } }',
      { id: inviteUser.user.id },
    );
    const second = await post.take('new@example.com');
    expect(second.headers.get('subject')).toEqual(['Your password for Margay was reset']);
    expect(await signIn('new@example.com', codeIn(second))).toMatchObject({
      challenge: 'NEW_PASSWORD_REQUIRED',
    });
  });

  it('are told when the mail server refuses, once and with its words', async () => {
    post.refuseWith({ code: 550, text: '5.1.1 No such user here' });
    await ask('mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }', {
      input: {
        email: 'typo@example.com',
        givenName: 'Ty',
        familyName: 'Po',
        role: { kind: 'Name', value: 'Analyst' },
      },
    });
    const notes = async () => (await ask('{ notifications { edges { node { title message } } } }', {})).data;
    await expect
      .poll(async () => JSON.stringify(await notes()), { timeout: 15_000 })
      .toContain('No such user here');
    await expect
      .poll(() => server.platform.store.query('select 1 from mails'), { timeout: 15_000 })
      .toEqual([]);
  });

  it('try the server out, and read what it says', async () => {
    const test = () => ask('mutation { sendTestMail { to } }', {});
    expect((await test()).data).toEqual({ sendTestMail: { to: administrator.email } });
    await post.take(administrator.email);
    post.refuseWith({ code: 550, text: '5.7.1 Relaying denied' });
    expect((await test()).errors?.[0]?.message).toContain('It said: 550 5.7.1 Relaying denied');
    await withoutMail();
    expect((await test()).errors?.[0]?.message).toMatch(/^No mail server is set/);
    await setMail(mailServer());
  });

  it('need both permissions to say where mail goes, and enter the password again for another server', async () => {
    await setMail({ ...mailServer(), user: 'margay', password: 'hunter2' });
    expect(
      (await setMail({ ...mailServer(), host: 'evil.example', user: 'margay' })).errors?.[0],
    ).toMatchObject({
      extensions: { details: { field: 'values.password' } },
    });
    expect((await setMail({ ...mailServer(), fromAddress: '' })).errors?.[0]).toMatchObject({
      extensions: { details: { field: 'values.fromAddress' } },
    });
    expect((await setMail({ ...mailServer(), host: 'https://x' })).errors?.[0]).toMatchObject({
      extensions: { details: { field: 'values.host' } },
    });
    await ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }', {
      input: { name: 'Settings', permissions: ['GeneralSettingsModify'] },
    });
    await addPerson(server, { email: 'keeper@example.com', password: 'Correct-horse-8' }, 'Settings');
    const asKeeper = await consoleOf(server, { email: 'keeper@example.com', password: 'Correct-horse-8' });
    const refused = await asKeeper(change, { input: { id: 'mail', values: mailServer() } });
    expect(refused.errors?.[0]?.message).toBe('You may not change the settings Mail. It needs UserModify.');
    const everything = JSON.stringify(await server.platform.store.query('select * from audit_log'));
    expect(everything).not.toContain('hunter2');
    await setMail(mailServer());
  });

  it('hear of their own second factor being reset, and of tokens made in their name', async () => {
    const id = await colleague('notice@example.com');
    const { secondFactors } = server.platform.services;
    const secret = secondFactors.newSecret();
    await secondFactors.setUp(id, secret, totpCodeAt(secret, Date.now()));
    await post.take('notice@example.com');
    await ask('mutation ($input: IdInput!) { resetUserMfa(input: $input) { id } }', { input: { id } });
    const gone = await post.take('notice@example.com');
    expect(gone.headers.get('subject')).toEqual(['Your second factor in Margay was reset']);
    const made = await ask(
      'mutation ($input: CreateAPITokenInput!) { createAPIToken(input: $input) { value } }',
      { input: { name: 'Build', permissions: ['AlertRead'] } },
    );
    expect(made.errors).toBeUndefined();
    const token = await post.take(administrator.email);
    expect(token.text).toContain('An API token called Build was made');
  });
});
