import { totpCodeAt } from '@margay/auth';
import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { authClient, faultOf, type AuthReply } from './testing/auth-client.ts';
import { administrator } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

// What strangers and people who should know better try at sign-in and sessions, with the answer each of them gets.
const password = 'Correct-horse-8';
let folder: string;
let server: RunningServer;
let admin = '';
const { post, signIn, answer, ask } = authClient(() => server.url);

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  folder = await newDataFolder('margay-attacks-');
  server = await startServerOn(folder, { MARGAY_ROLES: 'api', MARGAY_TRUSTED_PROXIES: '127.0.0.1' });
  await addPerson(server, { email: 'grace@example.com', password }, 'Analyst');
});
beforeEach(async () => {
  await server.platform.store.query('delete from sign_in_failures');
  admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const whoIs = async (idToken: string | undefined) =>
  ((await ask(idToken, '{ me { email } }')).data?.['me'] as { email: string } | undefined)?.email;
const statusOf = async (idToken: string) => {
  const reply = await fetch(`${server.url}/internal/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: idToken },
    body: JSON.stringify({ query: '{ me { email } }' }),
  });
  return reply.status;
};
const Claims = z.looseObject({ sid: z.string(), sub: z.string() });
const claimsOf = (idToken = '') =>
  Claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()));
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function signed(header: object, claims: object, key: Uint8Array, hash = 'sha256'): string {
  const body = `${part(header)}.${part(claims)}`;
  return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`;
}

describe('a session', () => {
  it('is never one that somebody else chose before the sign-in', async () => {
    const planted = (await signIn('grace@example.com', password)).refreshToken ?? '';
    const { sid } = claimsOf((await post('refresh', { refreshToken: planted })).idToken);
    const reply = await post(
      'sign-in',
      {
        email: administrator.email,
        password: administrator.password,
        session: sid,
        sessionId: sid,
        refreshToken: planted,
      },
      { cookie: `session=${sid}; sid=${sid}; refreshToken=${planted}`, 'x-session-id': sid },
    );
    expect(reply.status).toBe(200);
    expect(claimsOf(reply.idToken).sid).not.toBe(sid);
    expect(reply.refreshToken?.startsWith(sid)).toBe(false);
    // Nor does a challenge that the attacker began become the session of who answers another.
    expect((await answer({ challenge: 'MFA_SETUP', session: sid }, { code: '123456' })).code).toBe(
      'SignInExpired',
    );
  });

  it('is not opened by a token whose algorithm, key, use or claims are not ours', async () => {
    const good = await signIn('grace@example.com', password);
    const claims = claimsOf(good.idToken);
    const hers = { ...claims, sub: claimsOf(admin).sub, sid: claimsOf(admin).sid };
    const key = server.platform.secrets.deriveKey('sessions');
    const hs256 = { alg: 'HS256', typ: 'JWT' };
    const right = signed(hs256, claims, key);
    expect(await whoIs(right)).toBe('grace@example.com');
    const [head = '', body = '', mark = ''] = right.split('.');
    const { accessToken } = z.looseObject({ accessToken: z.string() }).parse(good.body);
    const forged: Record<string, string> = {
      'no algorithm': `${part({ alg: 'none', typ: 'JWT' })}.${part(hers)}.`,
      'no algorithm in capitals': `${part({ alg: 'NONE' })}.${part(hers)}.`,
      'no algorithm, with a signature': `${part({ alg: 'none' })}.${body}.${mark}`,
      'no signature': `${head}.${part(hers)}.`,
      'the signature of other claims': `${head}.${part(hers)}.${mark}`,
      'another hash': signed({ alg: 'HS512' }, hers, key, 'sha512'),
      'the name of another hash': signed({ alg: 'HS512' }, hers, key),
      'an asymmetric name over a symmetric key': signed({ alg: 'RS256' }, hers, key),
      'a key of its own': signed({ ...hs256, jwk: { kty: 'oct', k: 'AAAA' } }, hers, Buffer.from('AAAA')),
      'the key of nothing': signed({ ...hs256, kid: '/dev/null' }, hers, new Uint8Array()),
      'the key of other tokens': signed(hs256, hers, server.platform.secrets.deriveKey('known-devices')),
      'an access token': accessToken,
      'another issuer': signed(hs256, { ...hers, iss: 'evil' }, key),
      'time that is over': signed(hs256, { ...hers, exp: 1 }, key),
      'the session of somebody else': signed(hs256, { ...claims, sid: hers.sid }, key),
    };
    for (const [what, token] of Object.entries(forged)) expect(await statusOf(token), what).toBe(401);
  });

  it('is not renewed by what was renewed, ended or bent', async () => {
    const first = await signIn('grace@example.com', password);
    const [id = '', , mark = ''] = (first.refreshToken ?? '').split('.');
    for (const refreshToken of [`${id}.1.${mark}`, `${id}.0.${mark.toLowerCase()}x`, `${id}.-1.${mark}`, id])
      expect((await post('refresh', { refreshToken })).status).toBe(401);
    // A wrong guess ends nobody's session.
    const second = await post('refresh', { refreshToken: first.refreshToken });
    expect(second.status).toBe(200);
    await post('sign-out', { refreshToken: second.refreshToken });
    expect((await post('refresh', { refreshToken: second.refreshToken })).status).toBe(401);
    expect(await statusOf(second.idToken ?? '')).toBe(401);
  });
});

it('takes the code of a clock that is half a minute off, and none that is off by more', async () => {
  const setGroup = `mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { id } }`;
  const require = (requireSecondFactor: boolean) =>
    ask(admin, setGroup, { input: { id: 'sign-in', values: { requireSecondFactor } } });
  await require(true);
  await addPerson(server, { email: 'clock@example.com', password }, 'Analyst');
  const setup = await signIn('clock@example.com', password);
  await require(false);
  expect(setup.challenge).toBe('MFA_SETUP');
  // In the middle of a step, so that the test does not slip into the next one.
  const now = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  const at = (steps: number) => totpCodeAt(setup.secret ?? '', now + steps * 30_000);
  const right = [-1, 0, 1].map(at);
  for (const steps of [-3, 3]) {
    const code = at(steps);
    if (!right.includes(code)) expect((await answer(setup, { code })).code).toBe('CodeMismatch');
  }
  expect((await answer(setup, { code: at(0) })).status).toBe(200);
  const challenge = await signIn('clock@example.com', password);
  expect((await answer(challenge, { code: at(1) })).status).toBe(200);
  // Older than one that counted: whoever read it over a shoulder comes too late.
  const again = await signIn('clock@example.com', password);
  expect((await answer(again, { code: at(0) })).code).toBe('CodeMismatch');
});

describe('names', () => {
  const invite = `mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id givenName familyName } } }`;
  const role = { kind: 'Name', value: 'Analyst' };

  it.each([
    ['<img src=x onerror=alert(1)>', '</script><script>alert(1)</script>'],
    ["=cmd|' /C calc'!A0", '@SUM(1+1)*cmd|0'],
    ['{{constructor.constructor("alert(1)")()}}', '${7*7}'],
    ["Robert'); drop table users;--", '"Tables"'],
  ])('like %j are kept as they are, and are text in every answer', async (givenName, familyName) => {
    const email = `name-${Buffer.from(givenName).toString('hex').slice(0, 20)}@example.com`;
    const { data } = await ask(admin, invite, { input: { email, givenName, familyName, role } });
    const { user } = (data as { inviteUser: { user: object } }).inviteUser;
    expect(user).toMatchObject({ givenName, familyName });
    const listed = await ask(admin, '{ users { givenName familyName } }');
    expect(listed.data?.['users']).toContainEqual({ givenName, familyName });
    expect(await whoIs(admin)).toBe(administrator.email);
  });

  it.each(['a@b.example\r\nBcc: c@d.example', "' or 1=1--@example.com ", 'a b@example.com'])(
    'of an email are none: %j',
    async (email) => {
      const reply = await ask(admin, invite, {
        input: { email, givenName: 'A', familyName: 'B', role },
      });
      expect(faultOf(reply).message).toBe('Must be a valid email');
    },
  );
});

describe('of the people who manage everything', () => {
  const update = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { enabled } } }`;
  const remove = `mutation ($input: IdInput!) { deleteUser(input: $input) { id } }`;

  it('one is always left, also when two put each other out at once', async () => {
    await addPerson(server, { email: 'second@example.com', password }, 'Admin');
    const second = (await signIn('second@example.com', password)).idToken ?? '';
    const [one, two] = [claimsOf(admin).sub, claimsOf(second).sub];
    const both = await Promise.all([
      ask(admin, update, { input: { id: two, enabled: false } }),
      ask(second, update, { input: { id: one, role: { kind: 'Name', value: 'Analyst' } } }),
    ]);
    const left = await server.platform.store.query<{ email: string }>(
      `select email from users u join roles r on r.id = u.role_id
       where u.enabled and u.deleted_at is null and r.name = 'Admin'`,
    );
    expect(left.length).toBeGreaterThanOrEqual(1);
    expect(both.filter(({ data }) => data?.['updateUser'] !== undefined).length).toBeLessThanOrEqual(1);
    await server.platform.store.query(
      `update users set enabled = true, role_id = (select id from roles where name = 'Admin') where id = any($1::text[])`,
      [[one, two]],
    );
  });

  it('nobody removes or demotes themselves', async () => {
    const id = claimsOf(admin).sub;
    for (const [query, input] of [
      [update, { id, enabled: false }],
      [update, { id, role: { kind: 'Name', value: 'AnalystReadOnly' } }],
      [remove, { id }],
    ] as const)
      expect(faultOf(await ask(admin, query, { input })).code).toBe('InvalidUpdate');
    expect(await whoIs(admin)).toBe(administrator.email);
  });

  it('nobody takes a role away that somebody has, also when it is given at that moment', async () => {
    const createRole = `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }`;
    const made = await ask(admin, createRole, { input: { name: 'Fleeting', permissions: ['AlertRead'] } });
    const { id: roleId } = (made.data as { createRole: { role: { id: string } } }).createRole.role;
    const grace = (await signIn('grace@example.com', password)).idToken ?? '';
    const [given, deleted] = await Promise.all([
      ask(admin, update, { input: { id: claimsOf(grace).sub, role: { kind: 'Id', value: roleId } } }),
      ask(admin, 'mutation ($input: IdInput!) { deleteRole(input: $input) { id } }', {
        input: { id: roleId },
      }),
    ]);
    // Either she has it and it stays, or it is gone and she kept the one before.
    expect([given.errors === undefined, deleted.errors === undefined].filter(Boolean)).toHaveLength(1);
    const role = (await ask(grace, '{ me { email } alerts: me { id } }')).errors;
    expect(role).toBeUndefined();
    const rows = await server.platform.store.query<{ name: string | null }>(
      `select r.name from users u left join roles r on r.id = u.role_id where u.id = $1`,
      [claimsOf(grace).sub],
    );
    expect(rows[0]?.name).toBe(given.errors === undefined ? 'Fleeting' : 'Analyst');
  });
});

it('lets others sign in while eighty wrong passwords come in at once, at one account and at many', async () => {
  const guess = (i: number): Promise<AuthReply> =>
    post(
      'sign-in',
      { email: i % 2 === 0 ? 'grace@example.com' : `user${i}@example.com`, password: 'Wrong-horse-7' },
      { 'x-forwarded-for': `203.0.${i}.7` },
    );
  const guesses = Promise.all(Array.from({ length: 80 }, (_, i) => guess(i)));
  const own = await post(
    'sign-in',
    { email: administrator.email, password: administrator.password },
    { 'x-forwarded-for': '198.51.100.9' },
  );
  expect(own.status).toBe(200);
  const statuses = (await guesses).map(({ status }) => status);
  expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
});
