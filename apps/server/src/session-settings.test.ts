import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { authClient, faultOf } from './testing/auth-client.ts';
import { administrator } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';

// Settings of the whole installation that decide about sessions, outgoing requests and events, as they count for everybody.
const password = 'Correct-horse-8';
let folder: string;
let server: RunningServer;
let admin = '';
const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const { post, signIn, ask } = authClient(() => server.url, firefox);
const start = (environment: Record<string, string> = {}) =>
  startServerOn(folder, { MARGAY_ROLES: 'api', ...environment });

beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  folder = await newDataFolder('margay-session-settings-');
  server = await start();
  admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const setGroup = `mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { values } }`;
const save = (id: string, values: object, as = admin) => ask(as, setGroup, { input: { id, values } });
const whoIs = async (idToken: string | undefined) =>
  ((await ask(idToken, '{ me { email } }')).data?.['me'] as { email: string } | undefined)?.email;
const refresh = (refreshToken: string | undefined) => post('refresh', { refreshToken });
const createRole = `mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }`;
async function personWith(email: string, role: object): Promise<string> {
  const name = `Role of ${email.split('@')[0]}`;
  const made = await ask(admin, createRole, { input: { name, permissions: [], ...role } });
  expect(made.errors).toBeUndefined();
  await addPerson(server, { email, password }, name);
  return (await signIn(email, password)).idToken ?? '';
}
/** Moves what is kept of everybody's sessions into the past. */
const age = (column: 'auth_time' | 'renewed_at', minutes: number) =>
  server.platform.store.query(`update sessions set ${column} = now() - make_interval(mins => $1)`, [minutes]);

describe('how long a session lasts', () => {
  const email = 'grace@example.com';
  beforeAll(() => addPerson(server, { email, password }, 'Analyst'));
  beforeEach(async () => {
    admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
    await save('sign-in', {});
  });

  it('is a setting that the console is told, and that new sessions follow', async () => {
    const hours = async () => (await ask(admin, '{ appConfig { refreshTokenHours } }')).data?.['appConfig'];
    expect(await hours()).toEqual({ refreshTokenHours: 12 });
    expect((await signIn(email, password)).refreshTokenHours).toBe(12);
    await save('sign-in', { sessionHours: 720 });
    expect(await hours()).toEqual({ refreshTokenHours: 720 });
    const session = await signIn(email, password);
    expect(session.refreshTokenHours).toBe(720);
    await age('auth_time', 700 * 60);
    expect(await refresh(session.refreshToken)).toMatchObject({ status: 200, refreshTokenHours: 720 });
  });

  it('ends older sessions at their next renewal once it is shorter, and leaves younger ones', async () => {
    const session = await signIn(email, password);
    await age('auth_time', 3 * 60);
    const kept = await refresh(session.refreshToken);
    expect(kept).toMatchObject({ status: 200, refreshTokenHours: 12 });
    await save('sign-in', { sessionHours: 4 });
    const shorter = await refresh(kept.refreshToken);
    expect(shorter).toMatchObject({ status: 200, refreshTokenHours: 4 });
    await save('sign-in', { sessionHours: 2 });
    expect(await refresh(shorter.refreshToken)).toMatchObject({ status: 401 });
    // It is over, not asleep.
    expect(await whoIs(shorter.idToken)).toBeUndefined();
    await save('sign-in', { sessionHours: 12 });
    expect((await refresh(shorter.refreshToken)).status).toBe(401);
  });

  it('ends where nobody used it for so long as the setting says', async () => {
    const session = await signIn(email, password);
    const renewed = await refresh(session.refreshToken);
    await age('renewed_at', 60);
    const later = await refresh(renewed.refreshToken);
    expect(later.status).toBe(200);
    await save('sign-in', { idleMinutes: 45 });
    await age('renewed_at', 44);
    const inTime = await refresh(later.refreshToken);
    expect(inTime.status).toBe(200);
    await age('renewed_at', 46);
    expect((await refresh(inTime.refreshToken)).status).toBe(401);
    // From the beginning too.
    const unused = await signIn(email, password);
    await age('auth_time', 46);
    expect((await refresh(unused.refreshToken)).status).toBe(401);
  });

  it.each([
    [{ sessionHours: 0 }],
    [{ sessionHours: 721 }],
    [{ sessionHours: 1.5 }],
    [{ idleMinutes: 29 }],
    [{ idleMinutes: -1 }],
    [{ sessionHours: '12' }],
  ])('is never %j', async (values) => {
    expect(faultOf(await save('sign-in', values)).code).toBe('InvalidInput');
  });

  it('counts in the sign-in policy that was kept before', async () => {
    const policy = '{ signInPolicy { requireSecondFactor } }';
    const update = `mutation ($input: SignInPolicyInput!) { updateSignInPolicy(input: $input) { requireSecondFactor } }`;
    await save('sign-in', { sessionHours: 24 });
    await ask(admin, update, { input: { requireSecondFactor: true } });
    expect((await ask(admin, policy)).data).toEqual({ signInPolicy: { requireSecondFactor: true } });
    expect((await ask(admin, '{ appConfig { refreshTokenHours } }')).data?.['appConfig']).toEqual({
      refreshTokenHours: 24,
    });
    await save('sign-in', { requireSecondFactor: false });
    expect((await ask(admin, policy)).data).toEqual({ signInPolicy: { requireSecondFactor: false } });
  });
});

describe('where somebody is signed in', () => {
  const email = 'places@example.com';
  const Sessions = z.object({
    ownAccess: z.object({
      sessions: z.array(
        z.object({ id: z.string(), isThis: z.boolean(), sourceIp: z.string(), userAgent: z.string() }),
      ),
    }),
  });
  const list = async (idToken: string | undefined) =>
    Sessions.parse(
      (await ask(idToken, '{ ownAccess { sessions { id isThis sourceIp userAgent startedAt lastUsedAt } } }'))
        .data,
    ).ownAccess.sessions;
  const end = (idToken: string | undefined, id: string) =>
    ask(idToken, 'mutation ($input: IdInput!) { endOwnSession(input: $input) { id } }', { input: { id } });
  beforeAll(() => addPerson(server, { email, password }, 'Analyst'));

  it('is shown to them with browser and address, and ended by them, one by one', async () => {
    const [here, there] = [await signIn(email, password), await signIn(email, password)];
    const sessions = await list(here.idToken);
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    for (const session of sessions)
      expect(session).toMatchObject({ sourceIp: '127.0.0.1', userAgent: firefox['user-agent'] });
    const other = sessions.find(({ isThis }) => !isThis)?.id ?? '';
    // Not by anybody else.
    expect(faultOf(await end(admin, other)).code).toBe('NotFound');
    expect(await whoIs(there.idToken)).toBe(email);
    expect((await end(here.idToken, other)).data).toEqual({ endOwnSession: { id: other } });
    expect(await whoIs(there.idToken)).toBeUndefined();
    expect((await refresh(there.refreshToken)).status).toBe(401);
    expect(await list(here.idToken)).toHaveLength(1);
    expect(faultOf(await end(here.idToken, other)).code).toBe('NotFound');
  });

  it('ends everywhere but here at once', async () => {
    const here = await signIn(email, password);
    const others = [await signIn(email, password), await signIn(email, password)];
    const ended = await ask(here.idToken, 'mutation { endOtherSessions { count } }');
    const { count } = z
      .object({ endOtherSessions: z.object({ count: z.number() }) })
      .parse(ended.data).endOtherSessions;
    expect(count).toBeGreaterThanOrEqual(2);
    for (const { idToken } of others) expect(await whoIs(idToken)).toBeUndefined();
    expect(await whoIs(here.idToken)).toBe(email);
    expect(await whoIs(admin)).toBe(administrator.email);
    const rows = await server.platform.store.query<{ params: unknown }>(
      `select params from audit_log where action = 'SIGN_OUT' and actor_name like 'places%'`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
  });
});

describe('signing out', () => {
  const email = 'leaver@example.com';
  beforeAll(() => addPerson(server, { email, password }, 'Analyst'));

  it('ends this session and no other, or all of them', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(email, password)));
    const [first, second, third] = sessions;
    await post('sign-out', { refreshToken: first?.refreshToken });
    expect(await whoIs(first?.idToken)).toBeUndefined();
    expect((await refresh(first?.refreshToken)).status).toBe(401);
    expect(await whoIs(second?.idToken)).toBe(email);
    expect(await whoIs(third?.idToken)).toBe(email);
    await post('sign-out', { refreshToken: second?.refreshToken, global: true });
    for (const session of [second, third]) {
      expect(await whoIs(session?.idToken)).toBeUndefined();
      expect((await refresh(session?.refreshToken)).status).toBe(401);
    }
    expect(await whoIs(admin)).toBe(administrator.email);
  });
});

describe('what is told of a person', () => {
  it('[000-3.5] [002-3.45] [002-7.12] has names, email, status, role with permissions, and when they came and were here', async () => {
    const email = 'told@example.com';
    await addPerson(server, { email, password }, 'AnalystReadOnly');
    const before = await ask(admin, '{ users { id email lastLoggedInAt } }');
    const users = before.data?.['users'] as { id: string; email: string; lastLoggedInAt: string | null }[];
    const user = users.find((each) => each.email === email);
    expect(user?.lastLoggedInAt).toBeNull();
    await signIn(email, password);
    const byId = `query ($id: ID!) { userById(id: $id) {
      id givenName familyName email createdAt lastLoggedInAt status enabled role { id name permissions } } }`;
    const { data } = await ask(admin, byId, { id: user?.id });
    expect(data?.['userById']).toEqual({
      id: user?.id,
      givenName: email,
      familyName: 'Test',
      email,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      lastLoggedInAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      status: 'CONFIRMED',
      enabled: true,
      role: {
        id: expect.any(String) as string,
        name: 'AnalystReadOnly',
        permissions: expect.arrayContaining(['AlertRead', 'RuleRead']) as string[],
      },
    });
    expect((await ask(admin, byId, { id: 'nobody' })).data).toEqual({ userById: null });
  });
});

describe('data-lake access control', () => {
  const tables = async (idToken: string): Promise<string[]> => {
    const { data } = await ask(idToken, '{ dataLakeDatabases { name tables { name } } }');
    const databases = data?.['dataLakeDatabases'] as { name: string; tables: { name: string }[] }[];
    return databases.find(({ name }) => name === 'panther_logs')?.tables.map(({ name }) => name) ?? [];
  };
  const isOn = async () => (await ask(admin, '{ appConfig { enableDatalakeRbac } }')).data?.['appConfig'];

  it('[000-6.72] [001-6.10] [002-6.22] is on by the setting or by the flag; with both off every log type is open', async () => {
    for (const logType of ['Okta.SystemLog', 'AWS.CloudTrail'])
      await server.platform.lake.ensureTable('panther_logs', { logType, version: 1, fields: [] });
    let eve = await personWith('eve@example.com', {
      permissions: ['DataAnalyticsRead'],
      logTypeAccessKind: 'ALLOW',
      logTypeAccess: ['Okta.SystemLog'],
    });
    expect(await isOn()).toEqual({ enableDatalakeRbac: true });
    expect(await tables(eve)).toEqual(['okta_systemlog']);

    await save('data', { dataLakeAccessControl: false });
    expect(await isOn()).toEqual({ enableDatalakeRbac: false });
    expect(await tables(eve)).toEqual(expect.arrayContaining(['aws_cloudtrail', 'okta_systemlog']));
    // What the role says is kept, and counts again.
    const roles = (await ask(admin, '{ roles { name logTypeAccessKind logTypeAccess } }')).data?.['roles'];
    expect(roles).toContainEqual({
      name: 'Role of eve',
      logTypeAccessKind: 'ALLOW',
      logTypeAccess: ['Okta.SystemLog'],
    });
    await save('data', { dataLakeAccessControl: true });
    expect(await tables(eve)).toEqual(['okta_systemlog']);

    await save('data', { dataLakeAccessControl: false });
    await server.stop();
    server = await start({ MARGAY_FEATURE_FLAGS: 'ENABLE_DATA_LAKE_ACCESS_CONTROL=on' });
    admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
    eve = (await signIn('eve@example.com', password)).idToken ?? '';
    expect(await isOn()).toEqual({ enableDatalakeRbac: true });
    expect(await tables(eve)).toEqual(['okta_systemlog']);
    await save('data', { dataLakeAccessControl: true });
    const changes = await server.platform.store.query<{ on: string }>(
      `select params->'after'->>'dataLakeAccessControl' as on from audit_log
       where action = 'UPDATE_GENERAL_SETTINGS' and params->'input'->>'id' = 'data' order by id`,
    );
    expect(changes.map(({ on }) => on)).toEqual(['false', 'true', 'false', 'true']);
  });

  it('is switched off by nobody who may not manage users', async () => {
    const keeper = await personWith('keeper@example.com', { permissions: ['GeneralSettingsModify'] });
    expect(faultOf(await save('data', { dataLakeAccessControl: false }, keeper))).toEqual({
      code: 'FORBIDDEN',
      message:
        'Switching data-lake access control off needs UserModify: it opens every log type to everybody.',
    });
    expect((await save('data', { retentionDays: 5000 }, keeper)).errors).toBeUndefined();
    expect(faultOf(await save('data', { retentionDays: 90 }, keeper))).toEqual({
      code: 'FORBIDDEN',
      message: 'Keeping events 90 days instead of 5000 needs UserModify: it removes what is older for good.',
    });
  });
});

describe('how long events stay', () => {
  it('is what the environment says until it is saved, and counts at once', async () => {
    await server.stop();
    server = await start({ MARGAY_RETENTION_DAYS: '400' });
    admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
    await server.platform.store.query(`delete from settings where key = 'group:data'`);
    const { organization } = server.platform.services;
    expect(await organization.retentionDays()).toBe(400);
    const groups = (await ask(admin, '{ settingGroups { id description values } }')).data?.['settingGroups'];
    expect(groups).toContainEqual({
      id: 'data',
      description: expect.stringContaining('400 days, as MARGAY_RETENTION_DAYS says') as string,
      values: { retentionDays: 400, dataLakeAccessControl: true },
    });
    await save('data', { retentionDays: 30 });
    expect(await organization.retentionDays()).toBe(30);
    for (const retentionDays of [0, 1.5, 100_000])
      expect(faultOf(await save('data', { retentionDays })).code).toBe('InvalidInput');
  });
});

describe('which private addresses are called', () => {
  let hook: Server;
  let hits = 0;
  let outputId = '';
  beforeAll(async () => {
    hook = createServer((_request, reply) => {
      hits++;
      reply.end('ok');
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    outputId = await destinationAt(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/`);
  });
  afterAll(() => void hook.close());

  async function destinationAt(webhookURL: string): Promise<string> {
    const add = 'mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }';
    const { data, errors } = await ask(admin, add, {
      input: {
        displayName: webhookURL,
        outputType: 'customwebhook',
        outputConfig: { webhookURL },
        defaultForSeverity: ['HIGH'],
        alertTypes: ['RULE'],
        logTypes: [],
      },
    });
    expect(errors).toBeUndefined();
    return (data as { addDestination: { outputId: string } }).addDestination.outputId;
  }
  async function tried(id = outputId): Promise<boolean> {
    const test = 'mutation ($ids: [ID!]!) { sendTestAlert(input: { outputIds: $ids }) { success message } }';
    const { data } = await ask(admin, test, { ids: [id] });
    return (data as { sendTestAlert: { success: boolean }[] }).sendTestAlert[0]?.success ?? false;
  }

  it('is decided by the environment until it is saved, then by the setting, at once', async () => {
    expect(await tried()).toBe(false);
    expect(hits).toBe(0);
    await save('network', { privateAddresses: 'networks', networks: ['10.0.0.0/8'] });
    expect(await tried()).toBe(false);
    await save('network', { privateAddresses: 'networks', networks: ['10.0.0.0/8', '127.0.0.0/8'] });
    expect(await tried()).toBe(true);
    expect(hits).toBe(1);
    await save('network', { privateAddresses: 'all' });
    expect(await tried()).toBe(true);
    await save('network', { privateAddresses: 'off' });
    expect(await tried()).toBe(false);
    expect(hits).toBe(2);
    // What was saved here decides, whatever the environment says now.
    await server.stop();
    server = await start({ MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' });
    admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
    expect(await tried()).toBe(false);
    await server.platform.store.query(`delete from settings where key = 'group:network'`);
    await server.stop();
    server = await start({ MARGAY_ALLOW_PRIVATE_DESTINATIONS: 'true' });
    admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
    expect(await tried()).toBe(true);
    const groups = (await ask(admin, '{ settingGroups { id description values } }')).data?.['settingGroups'];
    expect(groups).toContainEqual({
      id: 'network',
      description: expect.stringContaining('MARGAY_ALLOW_PRIVATE_DESTINATIONS=true decides') as string,
      values: { privateAddresses: 'all' },
    });
  });

  it('is never an address of metadata, however it is written', async () => {
    await save('network', {
      privateAddresses: 'networks',
      networks: ['0.0.0.0/0', '::/0', '2002:a9fe:a9fe::'],
    });
    for (const host of [
      '169.254.169.254',
      '[fd00:ec2::254]',
      '[2002:a9fe:a9fe::]',
      '[64:ff9b::a9fe:a9fe]',
      '[::ffff:169.254.169.254]',
      '0xa9fea9fe',
    ])
      expect(await tried(await destinationAt(`http://${host}/latest/meta-data/`)), host).toBe(false);
  });

  it('needs networks that may be called', async () => {
    const refused = async (...networks: string[]) =>
      faultOf(await save('network', { privateAddresses: 'networks', networks })).message;
    expect(await refused()).toBe('Settings Network, values.networks: This field is required');
    expect(await refused('')).toContain('Give a network such as 10.0.0.0/8');
    for (const network of ['169.254.0.0/16', '169.254.169.254', 'fd00:ec2::254', 'fe80::/12'])
      expect(await refused('10.0.0.0/8', network)).toContain(`${network} is refused always`);
  });

  it('is said in networks', async () => {
    const refused = async (networks: unknown) =>
      faultOf(await save('network', { privateAddresses: 'networks', networks })).code;
    for (const networks of [['10.0.0.0/33'], ['example.com'], [''], 'all', [7]])
      expect(await refused(networks)).toBe('InvalidInput');
  });
});

describe('the mail server', () => {
  const mail = { host: 'smtp.example.com', fromAddress: 'margay@example.com' };
  it.each([
    [{ ...mail, security: 'none' }, 'values.security: Mail would cross the network unencrypted'],
    [{ ...mail, fromName: 'Mar\ngay' }, 'values.fromName: Must not have line breaks'],
    [{ host: 'smtp.example.com' }, 'values.fromAddress: This field is required'],
  ])('%j is refused', async (values, said) => {
    expect(faultOf(await save('mail', values))).toMatchObject({
      code: 'InvalidInput',
      message: expect.stringContaining(said) as string,
    });
  });
  it('may be unencrypted on this machine', async () => {
    expect((await save('mail', { ...mail, host: '127.0.0.1', security: 'none' })).errors).toBeUndefined();
  });
});
