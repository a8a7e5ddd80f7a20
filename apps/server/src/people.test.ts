import { totpCodeAt } from '@margay/auth';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from './server.ts';
import { administrator } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

// How a colleague comes in, with what they may do and how it is taken away again, as the console asks for it.
let folder: string;
let server: RunningServer;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  folder = await newDataFolder('margay-people-');
  server = await startServerOn(folder, { MARGAY_ROLES: 'api' });
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const Reply = z.object({
  idToken: z.string().optional(),
  refreshToken: z.string().optional(),
  recoveryCodes: z.array(z.string()).optional(),
  challenge: z.string().optional(),
  session: z.string().optional(),
  secret: z.string().optional(),
  otpauthUrl: z.string().optional(),
  qrCode: z.string().optional(),
  minPasswordLength: z.number().optional(),
  message: z.string().optional(),
  code: z.string().optional(),
});

async function post(path: string, body: object) {
  const reply = await fetch(`${server.url}/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: reply.status, ...Reply.parse(await reply.json()) };
}
const signIn = (email: string, password: string) => post('sign-in', { email, password });
const answer = (challenge: Awaited<ReturnType<typeof post>>, given: object) =>
  post('challenge', { challenge: challenge.challenge, session: challenge.session, ...given });

interface Answered {
  data: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string; statusCode: number; details?: unknown } }[];
}
async function askAs(idToken: string | undefined, query: string, variables: object = {}): Promise<Answered> {
  const reply = await fetch(`${server.url}/internal/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: idToken ?? '' },
    body: JSON.stringify({ query, variables }),
  });
  return (await reply.json()) as Answered;
}
let adminToken = '';
beforeAll(async () => {
  adminToken = (await signIn(administrator.email, administrator.password)).idToken ?? '';
});
const ask = (query: string, input: object) => askAs(adminToken, query, { input });
const faultOf = ({ errors }: Answered) => ({
  message: errors?.[0]?.message,
  code: errors?.[0]?.extensions.code,
});

const invite = `mutation ($input: InviteUserInput!) { inviteUser(input: $input) {
  user { id email givenName familyName status role { name } } temporaryPassword } }`;
const update = `mutation ($input: UpdateUserInput!) { updateUser(input: $input) {
  user { id email givenName familyName enabled role { name } } } }`;
const createRole = `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role {
  id name permissions logTypeAccessKind logTypeAccess requiresSecondFactor } } }`;
const updateRole = `mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role {
  id name permissions logTypeAccessKind logTypeAccess } } }`;
const deleteRole = 'mutation ($input: IdInput!) { deleteRole(input: $input) { id } }';
const resetPassword =
  'mutation ($input: IdInput!) { resetUserPassword(input: $input) { user { status } temporaryPassword } }';
const resetMfa = 'mutation ($input: IdInput!) { resetUserMfa(input: $input) { id } }';
const deleteUser = 'mutation ($input: IdInput!) { deleteUser(input: $input) { id } }';
const setPolicy =
  'mutation ($input: SignInPolicyInput!) { updateSignInPolicy(input: $input) { requireSecondFactor } }';

const Invited = z.object({
  inviteUser: z.object({ user: z.object({ id: z.string() }).loose(), temporaryPassword: z.string() }),
});
async function invited(email: string, role = 'Analyst') {
  const reply = await ask(invite, {
    email,
    givenName: 'Grace',
    familyName: 'Hopper',
    role: { kind: 'Name', value: role },
  });
  const { user, temporaryPassword } = Invited.parse(reply.data).inviteUser;
  return { id: user.id, user, temporaryPassword };
}
const password = 'Correct-horse-8';

/** Somebody who was invited and chose a password. */
async function colleague(email: string, role?: string) {
  const { id, temporaryPassword } = await invited(email, role);
  const tokens = await answer(await signIn(email, temporaryPassword), { newPassword: password });
  return { id, email, idToken: tokens.idToken, refreshToken: tokens.refreshToken ?? '' };
}
const whoIs = async (idToken: string | undefined) =>
  ((await askAs(idToken, '{ me { email } }')).data?.['me'] as { email: string } | undefined)?.email;

describe('an invited person', () => {
  it('[000-7.19] [002-7.10] [000-4.9] signs in with a temporary password and sets one of their own', async () => {
    const { user, temporaryPassword } = await invited('grace@example.com');
    expect(user).toMatchObject({
      email: 'grace@example.com',
      givenName: 'Grace',
      familyName: 'Hopper',
      status: 'FORCE_CHANGE_PASSWORD',
      role: { name: 'Analyst' },
    });
    const challenge = await signIn('Grace@Example.com', temporaryPassword);
    expect(challenge).toMatchObject({
      status: 200,
      challenge: 'NEW_PASSWORD_REQUIRED',
      minPasswordLength: 12,
    });
    expect(challenge.idToken).toBeUndefined();
    expect(await answer(challenge, { newPassword: 'short' })).toMatchObject({ status: 400 });
    expect(await answer(challenge, { newPassword: temporaryPassword })).toMatchObject({
      status: 400,
      message: 'Choose a password that is not the temporary one.',
    });
    const tokens = await answer(challenge, { newPassword: password });
    expect(await whoIs(tokens.idToken)).toBe('grace@example.com');
    // Neither the temporary password nor the answered challenge opens anything now.
    expect(await signIn('grace@example.com', temporaryPassword)).toMatchObject({ status: 401 });
    expect(await answer(challenge, { newPassword: 'Correct-horse-9' })).toMatchObject({
      status: 401,
      code: 'SignInExpired',
    });
    expect(await signIn('grace@example.com', password)).toMatchObject({ status: 200 });
  });

  const good = {
    email: 'new@example.com',
    givenName: 'New',
    familyName: 'Person',
    role: { kind: 'Name', value: 'Analyst' },
  };
  const refused = async (change: object) => faultOf(await ask(invite, { ...good, ...change })).message;

  it('[002-5.70] [002-5.72] needs a valid email and names', async () => {
    expect(await refused({ email: '' })).toBe('Email is required');
    expect(await refused({ email: 'new@example' })).toBe('Must be a valid email');
    expect(await refused({ givenName: ' ' })).toBe('First name is required');
    expect(await refused({ familyName: '' })).toBe('Last name is required');
  });

  it('[000-5.10] [002-5.71] needs an email that nobody else has', async () => {
    expect(await refused({ email: 'ADA@example.com' })).toBe('Email already in use');
  });

  it('[000-5.11] [002-5.73] needs a role', async () => {
    expect(await refused({ role: { kind: 'Id', value: '' } })).toBe('A role is required.');
    expect(await refused({ role: { kind: 'Id', value: 'none' } })).toMatch(/^The role none does not exist/);
  });

  it('is nobody whom a person without UserModify could make', async () => {
    const { idToken } = await colleague('no-manager@example.com');
    for (const [query, input] of [
      [
        invite,
        { email: 'x@example.com', givenName: 'X', familyName: 'Y', role: { kind: 'Name', value: 'Admin' } },
      ],
      [createRole, { name: 'Mine', permissions: ['UserModify'] }],
      [resetMfa, { id: 'x' }],
      [resetPassword, { id: 'x' }],
      [deleteUser, { id: 'x' }],
    ] as const)
      expect(faultOf(await askAs(idToken, query, { input })).code).toBe('FORBIDDEN');
  });
});

describe('a second factor', () => {
  it('[000-4.3] [000-4.7] [000-4.8] is set up at the first sign-in where the organization asks for it, and asked for ever after', async () => {
    await ask(setPolicy, { requireSecondFactor: true });
    const email = 'factor@example.com';
    const { temporaryPassword } = await invited(email);
    const first = await signIn(email, temporaryPassword);
    const setup = await answer(first, { newPassword: password });
    expect(setup.challenge).toBe('MFA_SETUP');
    expect(setup.idToken).toBeUndefined();
    expect(setup.otpauthUrl).toContain(`secret=${setup.secret}`);
    expect(setup.qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(await answer(setup, { code: '000000x' })).toMatchObject({ status: 401, code: 'CodeMismatch' });
    const secret = setup.secret ?? '';
    const code = totpCodeAt(secret, Date.now());
    const done = await answer(setup, { code });
    expect(await whoIs(done.idToken)).toBe(email);
    expect(done.recoveryCodes).toHaveLength(10);
    const listed = (await askAs(adminToken, '{ users { email hasMfa } }')).data?.['users'];
    expect(listed).toEqual(
      expect.arrayContaining([
        { email, hasMfa: true },
        { email: administrator.email, hasMfa: false },
      ]),
    );

    const again = await signIn(email, password);
    expect(again).toMatchObject({ status: 200, challenge: 'SOFTWARE_TOKEN_MFA' });
    // A code counts once, and the code of one sign-in says nothing of another kind of challenge.
    expect(await answer(again, { code })).toMatchObject({ status: 401, code: 'CodeMismatch' });
    expect(await post('challenge', { challenge: 'MFA_SETUP', session: again.session, code })).toMatchObject({
      status: 401,
      code: 'SignInExpired',
    });
    const next = totpCodeAt(secret, Date.now() + 30_000);
    expect(await whoIs((await answer(again, { code: next })).idToken)).toBe(email);

    const [recovery = ''] = done.recoveryCodes ?? [];
    const lost = await signIn(email, password);
    expect(await whoIs((await answer(lost, { code: recovery.toUpperCase() })).idToken)).toBe(email);
    const twice = await signIn(email, password);
    expect(await answer(twice, { code: recovery })).toMatchObject({ status: 401, code: 'CodeMismatch' });
    await ask(setPolicy, { requireSecondFactor: false });
    // Who has one is asked for it whatever the setting.
    expect((await signIn(email, password)).challenge).toBe('SOFTWARE_TOKEN_MFA');
  });

  it('is asked of a role, stays before a new password, and is taken away by an administrator', async () => {
    const role = await ask(createRole, {
      name: 'Careful',
      permissions: ['AlertRead'],
      requiresSecondFactor: true,
    });
    expect(role.errors).toBeUndefined();
    const email = 'careful@example.com';
    const { id, temporaryPassword } = await invited(email, 'Careful');
    const setup = await answer(await signIn(email, temporaryPassword), { newPassword: password });
    expect(setup.challenge).toBe('MFA_SETUP');
    const secret = setup.secret ?? '';
    const session = await answer(setup, { code: totpCodeAt(secret, Date.now()) });

    expect(await whoIs(session.idToken)).toBe(email);
    const reset = await ask(resetPassword, { id });
    const { temporaryPassword: second } = z
      .object({ temporaryPassword: z.string() })
      .parse(reset.data?.['resetUserPassword']);
    expect(await whoIs(session.idToken)).toBeUndefined();
    const code = await signIn(email, second);
    expect(code.challenge).toBe('SOFTWARE_TOKEN_MFA');
    const fresh = await answer(code, { code: totpCodeAt(secret, Date.now() + 30_000) });
    expect(fresh.challenge).toBe('NEW_PASSWORD_REQUIRED');
    expect(fresh.idToken).toBeUndefined();
    expect((await answer(fresh, { newPassword: 'Correct-horse-9' })).idToken).toBeTypeOf('string');

    expect((await ask(resetMfa, { id })).data).toEqual({ resetUserMfa: { id } });
    expect((await signIn(email, 'Correct-horse-9')).challenge).toBe('MFA_SETUP');
    expect(faultOf(await ask(resetMfa, { id })).message).toBe(
      'careful@example.com has no second factor that could be reset.',
    );
  });

  it('ends a sign-in after five wrong codes, and makes the next ones wait', async () => {
    const email = 'careful@example.com';
    const setup = await signIn(email, 'Correct-horse-9');
    const wrong = () => answer(setup, { code: 'no code' });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push(await wrong());
    expect(statuses.map(({ code }) => code)).toEqual(Array(5).fill('CodeMismatch'));
    expect(await wrong()).toMatchObject({ status: 401, code: 'SignInExpired' });
    const other = await signIn(email, 'Correct-horse-9');
    expect(await answer(other, { code: 'no code' })).toMatchObject({ status: 429, code: 'LimitExceeded' });
  });
});

describe('a session', () => {
  it('is renewed by a token that counts once, in two tabs at once too', async () => {
    const { email, refreshToken } = await colleague('tabs@example.com');
    const [one, other] = await Promise.all([
      post('refresh', { refreshToken }),
      post('refresh', { refreshToken }),
    ]);
    expect(one.status).toBe(200);
    expect(other.refreshToken).toBe(one.refreshToken);
    expect(one.refreshToken).not.toBe(refreshToken);
    const third = await post('refresh', { refreshToken: one.refreshToken });
    expect(await whoIs(third.idToken)).toBe(email);
    // The first token is two renewals old: somebody else has it. Nobody goes on with that session.
    expect((await post('refresh', { refreshToken })).status).toBe(401);
    expect((await post('refresh', { refreshToken: third.refreshToken })).status).toBe(401);
    expect(await whoIs(third.idToken)).toBeUndefined();
  });

  it.each(['', 'x', 'a.0.b', `${'a'.repeat(64)}.0.${'b'.repeat(43)}`])(
    'is renewed by nothing like %j',
    async (refreshToken) => expect((await post('refresh', { refreshToken })).status).toBe(401),
  );
});

describe('people', () => {
  it('[000-7.18] [002-7.11] [002-6.1] are given another name, email and role, which counts at once', async () => {
    const { id, idToken } = await colleague('edit@example.com', 'AnalystReadOnly');
    const roles = (await askAs(adminToken, '{ roles { id name } }')).data?.['roles'] as {
      id: string;
      name: string;
    }[];
    const admin = roles.find(({ name }) => name === 'Admin')?.id ?? '';
    expect(faultOf(await askAs(idToken, createRole, { input: { name: 'X', permissions: [] } })).code).toBe(
      'FORBIDDEN',
    );
    const changed = await ask(update, {
      id,
      email: 'edited@example.com',
      givenName: 'Edith',
      familyName: 'Clarke',
      role: { kind: 'Id', value: admin },
    });
    expect(changed.data).toEqual({
      updateUser: {
        user: {
          id,
          email: 'edited@example.com',
          givenName: 'Edith',
          familyName: 'Clarke',
          enabled: true,
          role: { name: 'Admin' },
        },
      },
    });
    expect(
      faultOf(await askAs(idToken, createRole, { input: { name: 'By Edith', permissions: [] } })),
    ).toEqual({ message: undefined, code: undefined });
    expect(faultOf(await ask(update, { id, email: administrator.email })).message).toBe(
      'Email already in use',
    );
    // A person may change their own names, and nothing else.
    const other = await colleague('self@example.com');
    const renamed = await askAs(other.idToken, update, {
      input: { id: other.id, givenName: 'Self', familyName: 'Named' },
    });
    expect(renamed.errors).toBeUndefined();
    for (const change of [
      { role: { kind: 'Id', value: admin } },
      { email: 'o@example.com' },
      { enabled: true },
    ])
      expect(faultOf(await askAs(other.idToken, update, { input: { id: other.id, ...change } })).code).toBe(
        'FORBIDDEN',
      );
  });

  it('are out at once when they are deactivated or deleted, and their email is free again', async () => {
    const { id, email, idToken, refreshToken } = await colleague('leaver@example.com');
    expect(await whoIs(idToken)).toBe(email);
    await ask(update, { id, enabled: false });
    expect(await whoIs(idToken)).toBeUndefined();
    expect((await post('refresh', { refreshToken })).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(401);
    await ask(update, { id, enabled: true });
    // What was ended stays ended.
    expect((await post('refresh', { refreshToken })).status).toBe(401);
    expect((await signIn(email, password)).status).toBe(200);
    expect((await ask(deleteUser, { id })).data).toEqual({ deleteUser: { id } });
    expect((await signIn(email, password)).status).toBe(401);
    expect(faultOf(await ask(update, { id, givenName: 'Back' })).code).toBe('NotFound');
    await colleague(email);
  });

  it('keep one who can manage them, and no Admin falls to somebody who is none', async () => {
    const { id: managerRole } = z
      .object({ createRole: z.object({ role: z.object({ id: z.string() }) }) })
      .parse((await ask(createRole, { name: 'Manager', permissions: ['UserModify'] })).data).createRole.role;
    const manager = await colleague('manager@example.com', 'Manager');
    const me = (await askAs(adminToken, '{ me { id } }')).data?.['me'] as { id: string };
    for (const [query, input] of [
      [update, { id: me.id, enabled: false }],
      [update, { id: me.id, role: { kind: 'Name', value: 'Analyst' } }],
      [update, { id: me.id, email: 'mine@example.com' }],
      [resetPassword, { id: me.id }],
      [resetMfa, { id: me.id }],
      [deleteUser, { id: me.id }],
    ] as const)
      expect(faultOf(await askAs(manager.idToken, query, { input })).code).toBe('FORBIDDEN');
    // Nor may one do these things to oneself.
    for (const [query, input] of [
      [update, { id: me.id, enabled: false }],
      [update, { id: me.id, role: { kind: 'Name', value: 'Analyst' } }],
      [resetPassword, { id: me.id }],
      [deleteUser, { id: me.id }],
    ] as const)
      expect(faultOf(await ask(query, input)).code).toBe('InvalidUpdate');
    expect(faultOf(await ask(deleteRole, { id: managerRole }))).toEqual({
      code: 'InUse',
      message: '1 person has the role Manager. Give them another role first.',
    });
    expect(await whoIs(adminToken)).toBe(administrator.email);
  });
});

describe('roles', () => {
  const roleOf = (reply: Answered, mutation: string) =>
    (reply.data?.[mutation] as { role: { id: string } & Record<string, unknown> } | undefined)?.role;

  it('[000-6.7] [000-3.19] [002-3.48] are made, changed and deleted, and count for those who have them at once', async () => {
    const made = roleOf(
      await ask(createRole, {
        name: ' Okta only ',
        permissions: ['AlertRead', 'OrganizationApiTokenRead', 'AlertRead'],
        logTypeAccessKind: 'ALLOW',
        logTypeAccess: ['Okta.SystemLog'],
      }),
      'createRole',
    );
    expect(made).toMatchObject({
      name: 'Okta only',
      permissions: ['AlertRead', 'OrganizationAPITokenRead'],
      logTypeAccessKind: 'ALLOW',
      logTypeAccess: ['Okta.SystemLog'],
    });
    const id = made?.id ?? '';
    const { idToken, id: userId } = await colleague('okta@example.com', 'Okta only');
    const sees = async () => faultOf(await askAs(idToken, '{ roles { id } }')).code;
    expect(await sees()).toBe('FORBIDDEN');
    const changed = roleOf(
      await ask(updateRole, { id, permissions: ['UserRead'], logTypeAccessKind: 'ALLOW_ALL' }),
      'updateRole',
    );
    expect(changed).toMatchObject({ name: 'Okta only', logTypeAccessKind: 'ALLOW_ALL', logTypeAccess: [] });
    expect(await sees()).toBeUndefined();
    await ask(updateRole, { id, permissions: [] });
    expect(await sees()).toBe('FORBIDDEN');
    await ask(deleteUser, { id: userId });
    expect((await ask(deleteRole, { id })).data).toEqual({ deleteRole: { id } });
    expect(faultOf(await ask(updateRole, { id, name: 'Back' })).code).toBe('NotFound');
  });

  it('[002-6.11] are shown to who may read or manage users, as the people are, and to nobody else', async () => {
    const codesFor = async (permission: string) => {
      const name = `Only ${permission}`;
      await ask(createRole, { name, permissions: [permission] });
      const { idToken } = await colleague(`${permission}@example.com`, name);
      return Promise.all(
        ['{ roles { id } }', '{ users { id lastLoggedInAt } }'].map(
          async (query) => faultOf(await askAs(idToken, query)).code,
        ),
      );
    };
    expect(await codesFor('UserRead')).toEqual([undefined, undefined]);
    expect(await codesFor('UserModify')).toEqual([undefined, undefined]);
    expect(await codesFor('GeneralSettingsModify')).toEqual(['FORBIDDEN', 'FORBIDDEN']);
  });

  it('are not changed over what somebody else changed meanwhile', async () => {
    const one = 'query ($id: ID!) { roleById(id: $id) { permissions updatedAt } }';
    const id = roleOf(await ask(createRole, { name: 'Two hands', permissions: [] }), 'createRole')?.id ?? '';
    const read = async () =>
      (await askAs(adminToken, one, { id })).data?.['roleById'] as {
        permissions: string[];
        updatedAt: string;
      };
    const { updatedAt } = await read();
    expect((await ask(updateRole, { id, updatedAt, permissions: ['AlertRead'] })).errors).toBeUndefined();
    expect(faultOf(await ask(updateRole, { id, updatedAt, permissions: ['UserModify'] }))).toEqual({
      code: 'RevisionConflict',
      message:
        'Somebody else changed the role Two hands meanwhile. Load the page again, then make your change.',
    });
    const now = await read();
    expect(now.permissions).toEqual(['AlertRead']);
    const again = await ask(updateRole, { id, updatedAt: now.updatedAt, permissions: [] });
    expect(again.errors).toBeUndefined();
    await ask(deleteRole, { id });
  });

  const reservedReply = async (name: string) =>
    expect(faultOf(await ask(createRole, { name, permissions: [] })).message).toBe(
      `The name ${name.trim()} is reserved. Choose another name.`,
    );
  it('[000-6.70] [002-3.49] are never called Admin by anybody', async () => {
    for (const name of ['Admin', 'admin ', 'Ａdmin', 'ＡＤＭＩＮ']) await reservedReply(name);
  });
  it('[000-6.71] [002-3.50] are never called as single sign-on and support call theirs', async () => {
    for (const name of ['SAML Default', 'PantherSupport']) await reservedReply(name);
  });

  it('say what is wrong with them', async () => {
    const refused = async (input: object) =>
      faultOf(await ask(createRole, { name: 'R', permissions: [], ...input }));
    expect((await refused({ name: '  ' })).message).toBe('A role needs a name.');
    for (const name of ['Ad\u200bmin', 'nimdA\u202e.', 'Two\nlines', 'No\u0000text'])
      expect((await refused({ name })).message).toMatch(
        /^The name of the role has a character that cannot be seen/,
      );
    expect((await refused({ name: 'analyst' })).message).toBe(
      'A role called Analyst exists already. Choose another name.',
    );
    expect((await refused({ permissions: ['Fly'] })).message).toMatch(/^There is no permission Fly/);
    expect((await refused({ logTypeAccessKind: 'ALLOW' })).message).toMatch(/at least one log type/);
    expect((await refused({ logTypeAccessKind: 'DENY_ALL', logTypeAccess: ['A.B'] })).message).toMatch(
      /no log types are listed/,
    );
    const roles = (await askAs(adminToken, '{ roles { id name } }')).data?.['roles'] as {
      id: string;
      name: string;
    }[];
    const admin = roles.find(({ name }) => name === 'Admin')?.id;
    expect(faultOf(await ask(updateRole, { id: admin, permissions: ['UserModify'] })).code).toBe(
      'InvalidUpdate',
    );
    expect(faultOf(await ask(deleteRole, { id: admin })).code).toBe('InvalidUpdate');
  });
});

it('keeps in the audit log who did it, to whom, and what was before', async () => {
  const rows = await server.platform.store.query<{ action: string; params: Record<string, unknown> }>(
    `select action, params from audit_log where action like '%USER%' and actor_kind = 'person' order by created_at, id`,
  );
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set([
      'CREATE_USER',
      'CREATE_USER_ROLE',
      'DELETE_USER',
      'DELETE_USER_ROLE',
      'RESET_USER_MFA',
      'RESET_USER_PASSWORD',
      'UPDATE_USER',
      'UPDATE_USER_ROLE',
    ]),
  );
  const change = rows.find(({ action }) => action === 'UPDATE_USER_ROLE')?.params;
  expect(change).toMatchObject({
    before: { permissions: ['AlertRead', 'OrganizationAPITokenRead'] },
    after: { permissions: ['UserRead'] },
  });
  expect(JSON.stringify(rows)).not.toContain('Correct-horse');
});
