import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { administrator, httpSource, putSource } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

let folder: string;
let server: RunningServer;
let admin = '';
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  folder = await newDataFolder('margay-tokens-');
  server = await startServerOn(folder, { MARGAY_ROLES: 'api', MARGAY_TRUSTED_PROXIES: '127.0.0.1' });
  admin = await idTokenOf(administrator);
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

async function idTokenOf(credentials: { email: string; password: string }): Promise<string> {
  const reply = await fetch(`${server.url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return z.object({ idToken: z.string() }).parse(await reply.json()).idToken;
}

const Answer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  message: z.string().optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).loose() }))
    .optional(),
});
interface Shown {
  idToken?: string;
  key?: string;
  from?: string;
}
async function ask({ idToken, key, from }: Shown, query: string, variables: object = {}) {
  const reply = await fetch(`${server.url}/internal/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idToken === undefined ? {} : { authorization: idToken }),
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(from === undefined ? {} : { 'x-forwarded-for': from }),
    },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors, message } = Answer.parse(await reply.json());
  return {
    status: reply.status,
    data,
    code: errors?.[0]?.extensions.code,
    message: errors?.[0]?.message ?? message,
  };
}
const fields = `id name permissions allowedCIDRBlocks logTypeAccessKind logTypeAccess expiresAt lastUsedAt
  createdBy { name kind } updatedBy { kind } rotatedBy { kind }`;
const create = `mutation ($input: CreateAPITokenInput!) { createAPIToken(input: $input) { value token { ${fields} } } }`;
const update = `mutation ($input: UpdateAPITokenInput!) { updateAPIToken(input: $input) { value token { ${fields} } } }`;
const rotate = `mutation ($input: RotateAPITokenInput!) { rotateAPIToken(input: $input) { value } }`;
const remove = 'mutation ($input: IdInput!) { deleteAPIToken(input: $input) { id } }';
const Made = z.object({ value: z.string(), token: z.object({ id: z.string() }).loose() });

async function made(input: object, by: Shown = { idToken: admin }) {
  const reply = await ask(by, create, { input });
  return Made.parse(reply.data?.['createAPIToken']);
}
const readsRoles = async (shown: Shown) => {
  const { status, code } = await ask(shown, '{ roles { id } }');
  return code ?? status;
};
/** Somebody with a role of their own. */
async function somebody(name: string, role: object): Promise<string> {
  await ask(
    { idToken: admin },
    'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
    { input: { name, ...role } },
  );
  const credentials = {
    email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
    password: 'Correct-horse-8',
  };
  await addPerson(server, credentials, name);
  return idTokenOf(credentials);
}

describe('an API token', () => {
  it('[000-6.8] [002-3.46] [002-3.47] does what it has permissions for, and shows its value once', async () => {
    const { value, token } = await made({
      name: ' Build server ',
      permissions: ['UserRead', 'RunPantherAi'],
    });
    expect(value).toMatch(/^mgy_[\w-]{43}$/);
    expect(token).toMatchObject({
      name: 'Build server',
      permissions: ['UserRead', 'RunPantherAI'],
      allowedCIDRBlocks: [],
      logTypeAccessKind: 'ALLOW_ALL',
      expiresAt: null,
      createdBy: { name: 'First Administrator', kind: 'person' },
    });
    expect(await readsRoles({ key: value })).toBe(200);
    expect(await readsRoles({})).toBe('UNAUTHENTICATED');
    expect(
      (await ask({ key: value }, create, { input: { name: 'x', permissions: ['UserRead'] } })).code,
    ).toBe('FORBIDDEN');
    // A token is nobody: it has no profile, no password and no session.
    expect((await ask({ key: value }, '{ me { id } }')).data).toEqual({ me: null });
    const password = await fetch(`${server.url}/auth/change-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': value },
      body: JSON.stringify({ oldPassword: 'a', newPassword: 'b' }),
    });
    expect(password.status).toBe(401);
    const listed = await ask({ idToken: admin }, `{ apiTokens { ${fields} } }`);
    expect(JSON.stringify(listed)).not.toContain(value);
    expect(listed.data?.['apiTokens']).toMatchObject([{ id: token.id, lastUsedAt: expect.any(String) }]);
    const kept = await server.platform.store.query(
      'select t::text as all from api_tokens t union all select a::text from audit_log a',
    );
    expect(JSON.stringify(kept)).not.toContain(value);
  });

  it.each(['x', 'mgy_', `mgy_${'a'.repeat(43)}`, `mgy_${'a'.repeat(5000)}`])(
    'is none where it is not one of ours (%#)',
    async (key) => {
      expect(await ask({ key }, '{ roles { id } }')).toMatchObject({
        status: 401,
        message: 'The API token in X-API-Key is not valid, or it has expired or was deleted.',
      });
    },
  );

  it('is not shown together with a session', async () => {
    const { value } = await made({ name: 'Both', permissions: ['UserRead'] });
    expect((await ask({ key: value, idToken: admin }, '{ roles { id } }')).status).toBe(400);
  });

  it('counts from its networks only, whatever a stranger writes into a header', async () => {
    const { value, token } = await made({
      name: 'From there',
      permissions: ['UserRead'],
      allowedCIDRBlocks: ['203.0.113.77/24', '2001:db8::1'],
    });
    expect(token).toMatchObject({ allowedCIDRBlocks: ['203.0.113.0/24', '2001:db8::1/128'] });
    expect(await readsRoles({ key: value, from: '203.0.113.9' })).toBe(200);
    expect(await readsRoles({ key: value, from: '2001:db8::1' })).toBe(200);
    expect(await readsRoles({ key: value, from: '::ffff:203.0.113.9' })).toBe(200);
    for (const from of ['203.0.114.9', '2001:db8::2', '203.0.113.9, 198.51.100.1', 'nonsense'])
      expect(await ask({ key: value, from }, '{ roles { id } }')).toMatchObject({ status: 401 });
  });

  it('ends when it expires or is deleted, and its value when it is rotated', async () => {
    const { value, token } = await made({
      name: 'Short',
      permissions: ['UserRead'],
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const { id } = token;
    expect(await readsRoles({ key: value })).toBe(200);
    const valueOf = async (overlapHours: number) =>
      z
        .object({ value: z.string() })
        .parse(
          (await ask({ idToken: admin }, rotate, { input: { id, overlapHours } })).data?.['rotateAPIToken'],
        ).value;
    const second = await valueOf(0);
    expect([await readsRoles({ key: value }), await readsRoles({ key: second })]).toEqual([401, 200]);
    const third = await valueOf(1);
    expect([await readsRoles({ key: second }), await readsRoles({ key: third })]).toEqual([200, 200]);
    const fourth = await valueOf(0);
    for (const [key, status] of [
      [second, 401],
      [third, 401],
      [fourth, 200],
    ] as const)
      expect(await readsRoles({ key })).toBe(status);
    expect((await ask({ idToken: admin }, rotate, { input: { id, overlapHours: 25 } })).code).toBe(
      'InvalidInput',
    );
    await server.platform.store.query(
      `update api_tokens set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    await expect.poll(() => readsRoles({ key: fourth }), { timeout: 5_000 }).toBe(401);
    await ask({ idToken: admin }, update, { input: { id, expiresAt: null } });
    expect(await readsRoles({ key: fourth })).toBe(200);
    await ask({ idToken: admin }, remove, { input: { id } });
    await expect.poll(() => readsRoles({ key: fourth }), { timeout: 5_000 }).toBe(401);
    expect((await ask({ idToken: admin }, remove, { input: { id } })).code).toBe('NotFound');
  });

  it('is not changed over what somebody else changed meanwhile', async () => {
    const { token } = await made({ name: 'Two hands', permissions: ['AlertRead'] });
    const change = (input: object) => ask({ idToken: admin }, update, { input: { id: token.id, ...input } });
    const read = async () => {
      const { data } = await ask(
        { idToken: admin },
        'query ($id: ID!) { apiToken(id: $id) { permissions updatedAt } }',
        { id: token.id },
      );
      return z
        .object({ permissions: z.array(z.string()), updatedAt: z.string().nullable() })
        .parse(data?.['apiToken']);
    };
    expect((await read()).updatedAt).toBeNull();
    expect((await change({ updatedAt: null, permissions: ['RuleRead'] })).code).toBeUndefined();
    const refusal = await change({ updatedAt: null, permissions: ['UserRead'] });
    expect([refusal.code, refusal.message]).toEqual([
      'RevisionConflict',
      'Somebody else changed the API token Two hands meanwhile. Load the page again, then make your change.',
    ]);
    const { updatedAt, permissions } = await read();
    expect(permissions).toEqual(['RuleRead']);
    expect((await change({ updatedAt, permissions: ['UserRead'] })).code).toBeUndefined();
    expect((await change({ updatedAt, permissions: ['AlertRead'] })).code).toBe('RevisionConflict');
    // A script that knows nothing of it is not asked.
    expect((await change({ permissions: ['AlertRead'] })).code).toBeUndefined();
  });

  it('says what is wrong with it', async () => {
    const refused = async (input: object) =>
      (
        await ask({ idToken: admin }, create, {
          input: { name: 'Wrong', permissions: ['UserRead'], ...input },
        })
      ).message;
    expect(await refused({ name: ' ' })).toBe('A token needs a name.');
    for (const name of ['Build\u202edeliub', 'Two\nlines', 'Zero\u200bwidth', 'No\u0000text'])
      expect(await refused({ name })).toMatch(/^The name of the token has a character that cannot be seen/);
    await made({ name: 'Taken', permissions: ['UserRead'] });
    expect(await refused({ name: 'TAKEN' })).toBe(
      'An API token called Taken exists already. Choose another name.',
    );
    expect(await refused({ permissions: [] })).toMatch(/at least one permission/);
    expect(await refused({ permissions: ['Fly'] })).toMatch(/^There is no permission Fly/);
    expect(await refused({ allowedCIDRBlocks: ['203.0.113.0/33'] })).toBe(
      '203.0.113.0/33 is no network. Write it like 203.0.113.0/24 or 2001:db8::/32.',
    );
    expect(await refused({ allowedCIDRBlocks: [''] })).toBe(
      'A network is empty. Give a network such as 10.0.0.0/8, or leave it out.',
    );
    expect(await refused({ expiresAt: '2020-01-01T00:00:00Z' })).toMatch(/^This moment is over/);
    expect(await refused({ logTypeAccessKind: 'ALLOW' })).toMatch(/at least one log type/);
    expect(await refused({ logTypeAccess: ['A.B'] })).toMatch(/^Say whether these log types are meant by/);
  });
});

describe('nobody makes, changes or is shown a token that can do more than they can', () => {
  const oktaOnly = { logTypeAccessKind: 'ALLOW', logTypeAccess: ['Okta.SystemLog'] };
  it('by permission', async () => {
    const clerk = {
      idToken: await somebody('Token clerk', { permissions: ['OrganizationAPITokenModify', 'AlertModify'] }),
    };
    const wide = await made({ name: 'Wide', permissions: ['UserModify'] });
    expect((await ask(clerk, create, { input: { name: 'W', permissions: ['UserRead'] } })).code).toBe(
      'FORBIDDEN',
    );
    expect(
      (await ask(clerk, update, { input: { id: wide.token.id, permissions: ['AlertRead'] } })).code,
    ).toBe('FORBIDDEN');
    expect((await ask(clerk, rotate, { input: { id: wide.token.id } })).code).toBe('FORBIDDEN');
    // A Modify brings its Read.
    const narrow = await made({ name: 'Narrow', permissions: ['AlertRead'] }, clerk);
    expect(
      (await ask(clerk, update, { input: { id: narrow.token.id, permissions: ['RuleRead'] } })).code,
    ).toBe('FORBIDDEN');
    expect((await ask(clerk, remove, { input: { id: wide.token.id } })).data).toEqual({
      deleteAPIToken: { id: wide.token.id },
    });
  });

  it('[002-6.14] shown to who may read tokens, without their values, and changed by them in no way', async () => {
    const reader = { idToken: await somebody('Token reader', { permissions: ['OrganizationAPITokenRead'] }) };
    const { token, value } = await made({ name: 'Looked at', permissions: ['OrganizationAPITokenRead'] });
    const { data } = await ask(reader, `{ apiTokens { ${fields} } }`);
    expect(JSON.stringify(data)).toContain('"Looked at"');
    expect(JSON.stringify(data)).not.toContain(value.slice(4));
    expect((await ask(reader, '{ apiTokens { value } }')).code).toBe('GRAPHQL_VALIDATION_FAILED');
    const change = { id: token.id, name: 'Taken over' };
    for (const [query, input] of [
      [create, { name: 'Mine', permissions: ['OrganizationAPITokenRead'] }],
      [update, change],
      [rotate, { id: token.id }],
      [remove, { id: token.id }],
    ] as const)
      expect((await ask(reader, query, { input })).code).toBe('FORBIDDEN');
    expect(await readsRoles({ key: value })).toBe('FORBIDDEN');
  });

  it('by log type, also when less is left to its maker later', async () => {
    const permissions = ['OrganizationAPITokenModify', 'DataAnalyticsRead'];
    const maker = { idToken: await somebody('Okta clerk', { permissions, ...oktaOnly }) };
    const own = await made({ name: 'Own', permissions: ['DataAnalyticsRead'] }, maker);
    expect(own.token).toMatchObject(oktaOnly);
    for (const wider of [
      { logTypeAccessKind: 'ALLOW_ALL' },
      { logTypeAccessKind: 'DENY', logTypeAccess: ['Okta.SystemLog'] },
    ])
      expect(
        (await ask(maker, create, { input: { name: 'Wider', permissions: ['DataAnalyticsRead'], ...wider } }))
          .code,
      ).toBe('FORBIDDEN');
    const all = await made({ name: 'All', permissions: ['DataAnalyticsRead'] });
    expect((await ask(maker, rotate, { input: { id: all.token.id } })).code).toBe('FORBIDDEN');
    expect((await ask(maker, update, { input: { id: all.token.id, ...oktaOnly } })).code).toBe('FORBIDDEN');

    await ask({ idToken: admin }, putSource, {
      input: httpSource('Both', ['AWS.CloudTrail', 'Okta.SystemLog']),
    });
    const tables = async (key: string) =>
      JSON.stringify((await ask({ key }, '{ dataLakeDatabases { tables { name } } }')).data ?? {});
    await expect.poll(() => tables(all.value), { timeout: 10_000 }).toContain('aws_cloudtrail');
    expect(await tables(own.value)).toContain('okta_systemlog');
    expect(await tables(own.value)).not.toContain('aws_cloudtrail');
    await server.platform.store.query(
      `update roles set log_type_access_kind = 'DENY_ALL', log_type_access = '{}' where name = 'Okta clerk'`,
    );
    await expect.poll(() => tables(own.value), { timeout: 5_000 }).not.toContain('okta_systemlog');
  });
});

describe('a token does no more than whoever made it may do now', () => {
  const permissions = ['OrganizationAPITokenModify', 'UserRead'];
  const out = 'The person who made this token may not sign in any more. Rotate it to go on using it.';
  const saidOf = async (key: string) => {
    const { status, code, message } = await ask({ key }, '{ roles { id } }');
    return status === 401 ? message : (code ?? status);
  };
  const becomes = (key: string, said: unknown) =>
    expect.poll(() => saidOf(key), { timeout: 5_000 }).toBe(said);
  const userId = async (name: string) => {
    const users = await server.platform.services.users.list();
    return users.find(({ givenName }) => givenName.startsWith(name))?.id ?? '';
  };
  const valueAfter = async (by: Shown, id: string) => {
    const { data } = await ask(by, rotate, { input: { id } });
    return z.object({ value: z.string() }).parse(data?.['rotateAPIToken']).value;
  };

  it('when the role of the maker allows less', async () => {
    const maker = { idToken: await somebody('Shrinking', { permissions }) };
    const { value } = await made({ name: 'Shrinks', permissions: ['UserRead'] }, maker);
    expect(await saidOf(value)).toBe(200);
    await server.platform.store.query(
      `update roles set permissions = '{AlertRead}' where name = 'Shrinking'`,
    );
    await becomes(value, 'FORBIDDEN');
  });

  it('when the maker is deactivated or deleted, until somebody who may do it all rotates it', async () => {
    const maker = { idToken: await somebody('Leaver', { permissions }) };
    const clerk = { idToken: await somebody('Narrow clerk', { permissions: [permissions[0]] }) };
    const { value, token } = await made({ name: 'Left behind', permissions: ['UserRead'] }, maker);
    const id = await userId('leaver');
    const enable = (enabled: boolean) =>
      ask(
        { idToken: admin },
        'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }',
        {
          input: { id, enabled },
        },
      );
    expect(await saidOf(value)).toBe(200);
    await enable(false);
    await becomes(value, out);
    await enable(true);
    await becomes(value, 200);
    await ask({ idToken: admin }, 'mutation ($input: IdInput!) { deleteUser(input: $input) { id } }', {
      input: { id },
    });
    await becomes(value, out);
    expect((await ask(clerk, rotate, { input: { id: token.id } })).code).toBe('FORBIDDEN');
    expect(await saidOf(await valueAfter({ idToken: admin }, token.id))).toBe(200);
  });

  it('when it was made by a token, which is bounded itself', async () => {
    const maker = { idToken: await somebody('Robot owner', { permissions }) };
    const robot = await made({ name: 'Robot', permissions }, maker);
    const child = await made({ name: 'Child of robot', permissions }, { key: robot.value });
    expect(await saidOf(child.value)).toBe(200);
    // One that rotates itself, or what made it, does not come to stand on its own.
    const rotated = await valueAfter({ key: child.value }, robot.token.id);
    const again = await valueAfter({ key: rotated }, robot.token.id);
    expect([await saidOf(again), await saidOf(child.value)]).toEqual([200, 200]);
    await ask({ idToken: admin }, 'mutation ($input: IdInput!) { deleteUser(input: $input) { id } }', {
      input: { id: await userId('robot.owner') },
    });
    await becomes(again, out);
    await becomes(
      child.value,
      'The API token that made this token may not be used any more. Rotate it to go on using it.',
    );
    const taken = await valueAfter({ idToken: admin }, robot.token.id);
    expect(await saidOf(taken)).toBe(200);
    await becomes(child.value, 200);
    await ask({ idToken: admin }, remove, { input: { id: robot.token.id } });
    await becomes(
      child.value,
      'The API token that made this token may not be used any more. Rotate it to go on using it.',
    );
  });
});

it('costs a check of a value that is kept, not a question of the database, each time', async () => {
  const { value } = await made({ name: 'Often', permissions: ['UserRead'] });
  const asked = vi.spyOn(server.platform.store, 'query');
  await Promise.all(Array.from({ length: 50 }, () => ask({ key: value }, '{ __typename }')));
  const lookups = asked.mock.calls.filter(([text]) => text.includes('from api_tokens'));
  asked.mockRestore();
  expect(lookups.length).toBeLessThanOrEqual(2);
});
