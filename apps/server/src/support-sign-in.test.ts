import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSsoServer, type SsoServer } from './testing/identity-providers/sso-server.ts';

let sso: SsoServer;
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  sso = await startSsoServer({ MARGAY_FEATURE_FLAGS: 'ENABLE_SUPPORT_SIGN_IN=on' });
}, 240_000);
afterAll(async () => {
  await sso?.stop();
  vi.restoreAllMocks();
});

const letIn =
  'mutation ($input: LetSupportInInput!) { letSupportIn(input: $input) { userId address until } }';
async function invited(change: object = {}) {
  const { roles } = (await sso.graphql('{ roles { id name } }')) as { roles: { id: string; name: string }[] };
  const roleId = roles.find(({ name }) => name === 'AnalystReadOnly')?.id;
  const guest = {
    email: 'sue@support.example',
    givenName: 'Sue',
    familyName: 'Port',
    roleId,
    hours: 2,
    ...change,
  };
  return sso.ask(letIn, { input: guest });
}
async function address() {
  const { data } = await invited();
  return (data as { letSupportIn: { userId: string; address: string; until: string } }).letSupportIn;
}
const codeOf = (link: string) => new URL(link).hash.slice(1);
async function enter(code: string) {
  const reply = await fetch(`${sso.url}/auth/support-sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return { status: reply.status, ...((await reply.json()) as { idToken?: string; message?: string }) };
}
const me = async (idToken: string | undefined) =>
  (await sso.askAs(idToken, '{ me { email role { name } } }')).data?.['me'];

describe('a support engineer', () => {
  it('[000-6.75] comes in once with what an administrator handed over, with the role they chose', async () => {
    const { address: link, until } = await address();
    expect(link.startsWith(`${sso.url}/support-sign-in/#`)).toBe(true);
    expect(new Date(until).getTime() - Date.now()).toBeLessThanOrEqual(2 * 3_600_000);
    const { status, idToken } = await enter(codeOf(link));
    expect(status).toBe(200);
    expect(await me(idToken)).toEqual({ email: 'sue@support.example', role: { name: 'AnalystReadOnly' } });
    expect(await enter(codeOf(link))).toMatchObject({ status: 401 });
    expect(await enter('made-up')).toMatchObject({
      status: 401,
      message: 'This support code is wrong, was used already, or its hours are over.',
    });
  });

  it('is out when somebody deactivates the account, and gone when the hours are over', async () => {
    const { address: link, userId } = await address();
    const { idToken } = await enter(codeOf(link));
    await sso.graphql('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { id } } }', {
      input: { id: userId, enabled: false },
    });
    expect((await sso.askAs(idToken, '{ me { email } }')).message).toMatch(/session has ended/);
    const { store, services } = sso.server.platform;
    await store.query(`update support_codes set expires_at = now() - interval '1 minute'`);
    await services.supportSignIn.dropExpired();
    const { users } = (await sso.graphql('{ users { email } }')) as { users: { email: string }[] };
    expect(users.map(({ email }) => email)).not.toContain('sue@support.example');
  });

  it('has a session no longer than the hours', async () => {
    const { address: link, userId, until } = await address();
    await enter(codeOf(link));
    const [session] = await sso.server.platform.store.query<{ expires_at: Date }>(
      'select expires_at from sessions where user_id = $1',
      [userId],
    );
    expect(session?.expires_at.getTime()).toBeLessThanOrEqual(new Date(until).getTime());
  });

  it('makes nothing that outlasts the hours, whatever the role', async () => {
    const { roles } = (await sso.graphql('{ roles { id name } }')) as {
      roles: { id: string; name: string }[];
    };
    const roleId = roles.find(({ name }) => name === 'Admin')?.id;
    const { data } = await invited({ email: 'al@support.example', roleId });
    const { address: link } = (data as { letSupportIn: { address: string } }).letSupportIn;
    const { idToken = '' } = await enter(codeOf(link));
    expect(await me(idToken)).toEqual({ email: 'al@support.example', role: { name: 'Admin' } });
    const names = { givenName: 'Later', familyName: 'On' };
    for (const [mutation, input] of [
      [
        'mutation ($input: CreateAPITokenInput!) { createAPIToken(input: $input) { value } }',
        { name: 'Back door', permissions: ['AlertRead'] },
      ],
      [
        'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { __typename } }',
        { email: 'later@support.example', ...names, role: { kind: 'Id', value: roleId } },
      ],
      [letIn, { email: 'later@support.example', ...names, roleId, hours: 12 }],
      [
        'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }',
        { name: 'Back door', permissions: ['UserModify'] },
      ],
      [
        'mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { __typename } }',
        { id: 'single-sign-on', values: {} },
      ],
    ] as const) {
      const { errors } = await sso.askAs(idToken, mutation, { input });
      expect([mutation, errors?.[0]?.extensions?.code]).toEqual([mutation, 'FORBIDDEN']);
    }
    expect((await sso.askAs(idToken, '{ users { email } apiTokens { id } }')).errors).toBeUndefined();
    const { groups } = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      groups: string[];
    };
    expect(groups).toEqual(expect.arrayContaining(['UserRead', 'RuleModify']));
    for (const name of ['UserModify', 'OrganizationAPITokenModify', 'GeneralSettingsModify'])
      expect(groups).not.toContain(name);
  });

  it('comes for twelve hours at most', async () => {
    for (const hours of [0, 13]) {
      const { errors } = await invited({ hours });
      expect(errors?.[0]?.message).toBe('Support may come in for 1 to 12 hours.');
    }
  });
});
