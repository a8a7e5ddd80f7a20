import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { startServer, type RunningServer } from './server.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

const email = 'ada@example.com';
const password = 'Correct-horse-7';
const person = { email, password, givenName: 'Ada', familyName: 'Lovelace' };
const metricsToken = 'figures-please';

let folder: string;
let server: RunningServer;
const printed: string[] = [];

async function start(): Promise<void> {
  server = await startServer(
    readConfig({
      MARGAY_DATA_DIR: folder,
      MARGAY_PORT: '0',
      MARGAY_LOG_LEVEL: 'silent',
      MARGAY_ROLES: 'api',
      MARGAY_TRUSTED_PROXIES: '127.0.0.1',
      MARGAY_METRICS_TOKEN: metricsToken,
      MARGAY_METRICS_PORT: '0',
    }),
  );
}

const newestLink = () => /\?token=(\S+)/.exec(printed.at(-1) ?? '')?.[1] ?? '';

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text));
  folder = await newDataFolder('margay-sign-in-');
  await start();
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

interface From {
  /** Address of the sender, as the trusted proxy of these tests says it. */
  address?: string;
  cookie?: string;
  authorization?: string;
  protocol?: string;
}

const post = (path: string, body: unknown, { address, cookie, authorization, protocol }: From = {}) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
      ...(protocol === undefined ? {} : { 'x-forwarded-proto': protocol }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(authorization === undefined ? {} : { authorization }),
    },
    body: JSON.stringify(body),
  });
const guess = (at: string, from: From, typed = 'Wrong-horse-7') =>
  post('/auth/sign-in', { email: at, password: typed }, from);
const statusOf = async (reply: Promise<Response>) => (await reply).status;
const count = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

async function checks(): Promise<number> {
  const text = await (await fetch(server.metricsUrl ?? '')).text();
  return Number(/^margay_password_checks (\d+)$/m.exec(text)?.[1]);
}

/** Eighty wrong guesses at once: how many had their password checked, by their answers and by the server's own count. */
async function eightyGuesses(at: (i: number) => string, address: (i: number) => string) {
  const before = await checks();
  const statuses = await Promise.all(
    Array.from({ length: 80 }, (_, i) => statusOf(guess(at(i), { address: address(i) }))),
  );
  expect(count(statuses, 401) + count(statuses, 429)).toBe(80);
  return { checked: count(statuses, 401), counted: (await checks()) - before };
}

/** On a slow machine the first wait of two seconds may be over before the last of the guesses is refused. */
function expectAllowance({ checked, counted }: { checked: number; counted: number }, free: number): void {
  expect(counted).toBe(checked);
  expect(checked).toBeGreaterThanOrEqual(free);
  expect(checked).toBeLessThanOrEqual(free + 2);
}

async function signIn(from: From): Promise<{ status: number; cookie: string; idToken: string }> {
  const reply = await guess(email, from, password);
  const body = (await reply.json()) as { idToken?: string };
  return {
    status: reply.status,
    cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '',
    idToken: body.idToken ?? '',
  };
}

/** Any file below the folder that holds the text. */
async function filesWith(text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    if ((await readFile(path)).includes(text)) found.push(path);
  }
  return found;
}

it('makes one administrator of the set-up links, whoever uses them at once, also after a restart', async () => {
  const first = newestLink();
  for (let i = 0; i < 6; i++) await guess('mallory@example.com', { address: '198.51.100.2' });
  await server.stop();
  await start();
  // Nor are guesses forgotten by a restart: at most one more, and the next has to wait.
  await guess('mallory@example.com', { address: '198.51.100.2' });
  expect((await guess('mallory@example.com', { address: '198.51.100.2' })).status).toBe(429);
  const second = newestLink();
  expect(second).not.toBe(first);
  expect((await post('/auth/setup', { token: 'guess', ...person })).status).toBe(403);
  const before = await checks();
  const uses = [first, second, first, second, first].map((token, i) =>
    statusOf(post('/auth/setup', { token, ...person, email: `${'abcde'[i]}da@example.com` })),
  );
  const statuses = await Promise.all(uses);
  expect(count(statuses, 200)).toBe(1);
  expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([]);
  await server.platform.store.query('update users set email = $1', [email]);
  for (const token of [first, second])
    expect((await post('/auth/setup', { token, ...person })).status).toBe(403);
  expect(await checks()).toBe(before);
  expect(printed.filter((line) => line.includes(first) || line.includes(second))).toHaveLength(2);
  expect(await filesWith(first)).toEqual([]);
});

describe('a browser that signed in before', () => {
  it('is known by a cookie that scripts and other places do not see', async () => {
    const plain = await guess(email, { address: '203.0.113.1' }, password);
    expect(plain.headers.get('set-cookie')).toMatch(
      /^margay_device_[0-9a-f]{16}=[\w.-]+; Max-Age=15552000; Path=\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect(plain.headers.get('strict-transport-security')).toBeNull();
    const secure = await guess(email, { address: '203.0.113.1', protocol: 'https' }, password);
    expect(secure.headers.get('set-cookie')).toContain('; Secure');
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });

  it('signs in while strangers guess, from everywhere and from its own address', async () => {
    const { cookie } = await signIn({ address: '203.0.113.1' });
    const guesses = eightyGuesses(
      () => email,
      (i) => (i % 2 === 0 ? '203.0.113.1' : `10.${i}.0.1`),
    );
    const own = await Promise.all(
      Array.from({ length: 3 }, () => signIn({ address: '203.0.113.1', cookie })),
    );
    const { checked } = await guesses;
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(checked).toBeLessThanOrEqual(22);
    expect(checked).toBeGreaterThan(0);
    // The right password from a stranger's browser has to wait, like any guess.
    expect((await signIn({ address: '198.51.100.77' })).status).toBe(429);
    expect((await signIn({ address: '198.51.100.77', cookie })).status).toBe(200);

    // It is worth nothing for another account, when changed, or without the password.
    const [name = '', value = ''] = cookie.split('=');
    const [head, claims, signature] = value.split('.');
    const longer = Buffer.from(claims ?? '', 'base64url')
      .toString()
      .replace('"exp":', '"exp":9');
    const forged = [
      `${name}=${head}.${Buffer.from(longer).toString('base64url')}.${signature}`,
      `${name}=${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
      `${name}=x`,
    ];
    for (const each of forged)
      expect((await signIn({ address: '198.51.100.77', cookie: each })).status).toBe(429);
    const ownGuesses: number[] = [];
    for (let i = 0; i < 7; i++) ownGuesses.push(await statusOf(guess(email, { cookie })));
    expect(ownGuesses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });
});

describe('guessing', () => {
  it('gets few passwords checked of many guesses at once, by account and address', async () => {
    const one = await eightyGuesses(
      () => 'bob@example.com',
      () => '192.0.2.1',
    );
    expectAllowance(one, 5);
  });

  it('gets few passwords checked from many networks at one account', async () => {
    const many = await eightyGuesses(
      () => 'carol@example.com',
      (i) => (i % 2 === 0 ? `172.${i}.0.1` : `2001:db8:${i}::1`),
    );
    expectAllowance(many, 20);
  });

  it('gets few passwords checked from one address, or one IPv6 network, at many accounts', async () => {
    const spray = await eightyGuesses(
      (i) => `user${i}@example.com`,
      (i) => `2001:db8:ffff:1::${i.toString(16)}`,
    );
    expectAllowance(spray, 50);
    expect((await guess('user1@example.com', { address: '2001:db8:ffff:2::1' })).status).toBe(401);
  });

  it('brakes neither the neighbours nor who writes another address into the request', async () => {
    for (let i = 0; i < 6; i++) await guess('dave@example.com', { address: '192.0.2.10' });
    expect((await guess('dave@example.com', { address: '192.0.2.10' })).status).toBe(429);
    expect((await guess('dave@example.com', { address: '192.0.2.11' })).status).toBe(401);
    expect((await guess('dave@example.com', { address: '8.8.8.8, 192.0.2.10' })).status).toBe(429);
  });

  it('gets the same answer whether the account exists or not', async () => {
    const seen = async (at: string, address: string) => {
      const reply = await guess(at, { address });
      const headers = [...reply.headers].filter(([name]) => name !== 'date');
      return { status: reply.status, body: await reply.text(), headers };
    };
    await server.platform.store.query('delete from sign_in_failures');
    for (let i = 0; i < 7; i++) {
      const known = await seen(email, '192.0.2.20');
      expect(await seen('nobody@example.com', '192.0.2.21')).toEqual(known);
      expect(known.status).toBe(i < 5 ? 401 : 429);
    }
  });

  it('is not helped by capitals, look-alikes and strange characters', async () => {
    await server.platform.store.query('delete from sign_in_failures');
    const spellings = ['erik@example.com', 'ERIK@example.com', 'Erik@Example.Com', 'eriK@example.com'];
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++)
      statuses.push(await statusOf(guess(spellings[i % 4] ?? '', { address: '192.0.2.30' })));
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const before = await checks();
    const lookAlikes = ['аda@example.com', 'ada@example.com\u200b', ' ada@example.com', 'ａda@example.com'];
    for (const each of lookAlikes)
      expect((await guess(each, { address: '192.0.2.31' }, password)).status).toBe(401);
    expect((await guess('ada\0@example.com', { address: '192.0.2.32' }, password)).status).toBe(400);
    expect((await guess('ada\ud800@example.com', { address: '192.0.2.32' }, password)).status).toBe(401);
    expect((await guess(email, { address: '192.0.2.32' }, `${password}\0`)).status).toBe(401);
    expect(await checks()).toBe(before + 7);
    for (const typed of ['x'.repeat(1_000_000), 'x'.repeat(1_001)])
      expect([400, 413]).toContain((await guess(email, { address: '192.0.2.33' }, typed)).status);
    expect((await guess('x'.repeat(321), { address: '192.0.2.33' })).status).toBe(400);
    expect(await checks()).toBe(before + 7);
  });

  it('of tokens costs no password check and tells nothing', async () => {
    const before = await checks();
    const forged = `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
    const replies = [
      await post('/internal/graphql', { query: '{ me { id } }' }, { authorization: forged }),
      await post('/auth/refresh', { refreshToken: 'x'.repeat(43) }),
      await post('/auth/local', { proof: forged }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401]);
    const sources = [crypto.randomUUID(), "1' or '1'='1"].map(async (id) => {
      const reply = await post(`/http/${encodeURIComponent(id)}`, {}, { authorization: forged });
      return `${reply.status} ${await reply.text()}`;
    });
    expect(new Set(await Promise.all(sources)).size).toBe(1);
    expect(await checks()).toBe(before);
  });

  it('of the old password by somebody who is signed in is braked too', async () => {
    await server.platform.store.query('delete from sign_in_failures');
    const { idToken } = await signIn({ address: '192.0.2.40' });
    const change = { oldPassword: 'Wrong-horse-7', newPassword: 'Another-horse-8' };
    const statuses = await Promise.all(
      Array.from({ length: 20 }, () =>
        statusOf(post('/auth/change-password', change, { authorization: idToken })),
      ),
    );
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([5, 15]);
  });
});

it('writes the address of the caller into the audit log, not that of the proxy or a forged one', async () => {
  await guess('frank@example.com', { address: '6.6.6.6, 192.0.2.50:4711' });
  const rows = await server.platform.store.query<{ source_ip: string }>(
    `select source_ip from audit_log where params->>'email' = 'frank@example.com'`,
  );
  expect(rows).toEqual([{ source_ip: '192.0.2.50' }]);
});

it('shows figures to the holder of the token, and without it on their own port only', async () => {
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/metrics`, { headers })).status;
  expect(await ask({})).toBe(403);
  expect(await ask({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
  expect(await ask({ authorization: 'Bearer nearly' })).toBe(403);
  expect(await ask({ authorization: metricsToken })).toBe(403);
  expect(await ask({ authorization: `Bearer ${metricsToken}` })).toBe(200);
  expect(new URL(server.metricsUrl ?? '').hostname).toBe('127.0.0.1');
});
