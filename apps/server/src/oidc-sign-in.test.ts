import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startBentOidcServer, type BentOidcServer } from './testing/identity-providers/bent-oidc-server.ts';
import { startOidcServer, type OidcServer } from './testing/identity-providers/oidc-server.ts';
import { addPerson } from './testing/add-person.ts';
import { claimsOf, startSsoServer, type SsoServer } from './testing/identity-providers/sso-server.ts';
import { codeIn, newVisitor, type Visitor } from './testing/identity-providers/visitor.ts';

// People of an OpenID provider come in, and whoever forges its word does not.
const people = {
  ann: {
    email: 'ann@example.com',
    email_verified: true,
    given_name: 'Ann',
    family_name: 'Smith',
    groups: ['soc', 'leads'],
  },
  bob: { email: 'ada@example.com', email_verified: true, given_name: 'Bob', family_name: 'Jones' },
  cy: { email: 'cy@example.com', email_verified: false, name: 'Cy Young' },
  eve: {},
  dee: { email: 'dee@example.com', email_verified: true, given_name: 'Dee', family_name: 'Reed' },
};
let sso: SsoServer;
let provider: OidcServer;
let bent: BentOidcServer;
const settings = (change: Record<string, unknown> = {}) => ({
  protocol: 'OIDC',
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  scopes: 'openid email profile',
  defaultRole: 'AnalystReadOnly',
  ...change,
});

beforeAll(async () => {
  // The provider of the test tells what a real one would have to set.
  for (const level of ['log', 'info', 'warn'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  sso = await startSsoServer();
  provider = await startOidcServer({
    redirectUri: `${sso.url}/oauth2/idpresponse`,
    signOutUri: `${sso.url}/sign-in/`,
    people,
  });
  bent = await startBentOidcServer('bent-client');
  expect(await sso.save(settings())).toBeUndefined();
}, 240_000);
afterAll(async () => {
  await provider?.close();
  await bent?.close();
  await sso?.stop();
  vi.restoreAllMocks();
});

/** Through the provider, as that person; gives the address of the console. */
async function comeBack(
  visitor: Visitor,
  as: string,
  authorize = visitor.authorizeAddress(),
): Promise<string> {
  const login = await visitor.follow(authorize, `${provider.issuer}/login/`);
  return visitor.follow(`${login}?as=${as}`, `${sso.url}/oauth/`);
}
async function signIn(as: string) {
  const visitor = newVisitor(sso.url);
  return { visitor, ...(await visitor.exchange(codeIn(await comeBack(visitor, as)))) };
}
const me = '{ me { id email givenName familyName status } }';
const statusOfMe = async (idToken: string | undefined) => (await sso.askAs(idToken, me)).data?.['me'];
const list =
  '{ users { id email status enabled hasSamlDefaultRole role { name } } samlConfig { defaultRoleId } roles { id name } }';
interface Listed {
  users: {
    id: string;
    email: string;
    status: string;
    hasSamlDefaultRole: boolean;
    role: { name: string } | null;
  }[];
  samlConfig: { defaultRoleId: string | null };
  roles: { id: string; name: string }[];
}
const listed = async () => (await sso.graphql(list)) as unknown as Listed;
const listedAs = async (email: string) => (await listed()).users.find((user) => user.email === email);
const updateUser =
  'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { hasSamlDefaultRole role { name } } } }';

describe('somebody of an OpenID provider', () => {
  it('[000-7.5] finds out how to sign in', async () => {
    const reply = await fetch(`${sso.url}/saml`);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toEqual({
      enabled: true,
      protocol: 'OIDC',
      authorizeUrl: `${sso.url}/oauth2/authorize`,
      clientId: 'margay-console',
      redirectUri: `${sso.url}/oauth/`,
      ssoOnly: false,
      supportSignIn: false,
    });
  });

  it('[000-7.6] [000-7.7] gets a session for a code', async () => {
    const { status, id_token, refresh_token, access_token, error } = await signIn('ann');
    expect({ status, error }).toEqual({ status: 200, error: undefined });
    expect(typeof refresh_token).toBe('string');
    expect(typeof access_token).toBe('string');
    expect(await statusOfMe(id_token)).toMatchObject({
      email: 'ann@example.com',
      givenName: 'Ann',
      familyName: 'Smith',
      status: 'EXTERNAL_PROVIDER',
    });
    const claims = claimsOf(id_token);
    expect(claims).toMatchObject({
      identities: [{ providerType: 'OIDC', providerName: provider.issuer, userId: 'ann' }],
      role: 'AnalystReadOnly',
      saml_default_role_name: 'AnalystReadOnly',
      enabled: true,
      email_verified: true,
    });
    expect(claims['username']).toBe(claims['sub']);
    const renewed = await fetch(`${sso.url}/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: refresh_token }),
    });
    expect(renewed.status).toBe(200);
  });

  it('[000-7.21] [002-7.9] [000-6.63] is listed with the default role, once', async () => {
    await signIn('ann');
    const { users, samlConfig, roles } = await listed();
    expect(users.filter(({ email }) => email === 'ann@example.com')).toMatchObject([
      { status: 'EXTERNAL_PROVIDER', hasSamlDefaultRole: true, role: { name: 'AnalystReadOnly' } },
    ]);
    expect(samlConfig.defaultRoleId).toBe(roles.find(({ name }) => name === 'AnalystReadOnly')?.id);
  });

  it('has the default role as it is, until an administrator gives another, and again after that', async () => {
    expect(await sso.save(settings({ defaultRole: 'Analyst', clientSecret: '' }))).toBeUndefined();
    const ann = await listedAs('ann@example.com');
    expect(ann).toMatchObject({ hasSamlDefaultRole: true, role: { name: 'Analyst' } });
    const give = (role: object) => sso.graphql(updateUser, { input: { id: ann?.id, role } });
    await give({ kind: 'Name', value: 'Admin' });
    await signIn('ann');
    expect(await listedAs('ann@example.com')).toMatchObject({
      hasSamlDefaultRole: false,
      role: { name: 'Admin' },
    });
    await give({ kind: 'Id', value: '' });
    expect(await listedAs('ann@example.com')).toMatchObject({
      hasSamlDefaultRole: true,
      role: { name: 'Analyst' },
    });
  });

  it('does not take over an account that has a password and the same email', async () => {
    const refused = await signIn('bob');
    expect(refused).toMatchObject({ status: 400, error: 'access_denied' });
    expect(refused.error_description).toMatch(/ada@example\.com has an account here .* Ask an administrator/);
    expect(refused.id_token).toBeUndefined();
    expect((await sso.signIn('ada@example.com', 'Correct-horse-7')).idToken).toBeDefined();
  });

  it('has no email where the provider has not verified it', async () => {
    const { id_token } = await signIn('cy');
    expect(await statusOfMe(id_token)).toMatchObject({ email: '', givenName: 'Cy', familyName: 'Young' });
    expect(claimsOf(id_token)['email_verified']).toBe(false);
  });

  it('[000-6.66] changes neither name nor email here', async () => {
    const { id_token } = await signIn('dee');
    const id = ((await statusOfMe(id_token)) as { id: string }).id;
    const rename = await sso.askAs(id_token, updateUser, { input: { id, givenName: 'Dora' } });
    expect(rename.errors?.[0]?.message).toMatch(/come from the identity provider/);
    const byAdmin = await sso.ask(updateUser, { input: { id, email: 'x@example.com' } });
    expect(byAdmin.errors?.[0]?.message).toMatch(/come from the identity provider/);
  });

  it('stays out once deactivated', async () => {
    const before = await signIn('dee');
    const dee = await listedAs('dee@example.com');
    await sso.graphql(updateUser, { input: { id: dee?.id, enabled: false } });
    expect(await signIn('dee')).toMatchObject({
      error: 'access_denied',
      error_description: 'This account is deactivated. Ask an administrator to reactivate it.',
    });
    expect((await sso.askAs(before.id_token, me)).message).toMatch(/session has ended/);
    await sso.graphql(updateUser, { input: { id: dee?.id, enabled: true } });
  });

  it('is told when the provider says no', async () => {
    expect(await signIn('mallory')).toMatchObject({
      error: 'access_denied',
      error_description: 'The identity provider did not let you in (access_denied).',
    });
  });

  it('has the role that an attribute names, where that is on', async () => {
    const byGroup = { rolesFromProvider: true, roleAttribute: 'groups' };
    const missing = await sso.save(
      settings({ ...byGroup, roleByValue: { soc: 'Nobodies' }, clientSecret: '' }),
    );
    expect(missing).toMatch(/There is no role Nobodies/);
    const roleByValue = { soc: 'AnalystReadOnly', leads: 'Admin', others: 'Analyst' };
    expect(await sso.save(settings({ ...byGroup, roleByValue, clientSecret: '' }))).toBeUndefined();
    expect(claimsOf((await signIn('ann')).id_token)['role']).toBe('Admin');
    expect(claimsOf((await signIn('dee')).id_token)['role']).toBe('AnalystReadOnly');
    expect(await sso.save(settings({ clientSecret: '' }))).toBeUndefined();
    expect(claimsOf((await signIn('ann')).id_token)['role']).toBe('AnalystReadOnly');
  });

  it('is asked for a second factor here too, where the settings say so', async () => {
    await sso.graphql(
      'mutation { updateSignInPolicy(input: { requireSecondFactor: true }) { requireSecondFactor } }',
    );
    expect((await signIn('ann')).challenge).toBeUndefined();
    await sso.save(settings({ asksSecondFactor: true, clientSecret: '' }));
    expect((await signIn('ann')).challenge).toBe('MFA_SETUP');
    await sso.save(settings({ clientSecret: '' }));
    await sso.graphql(
      'mutation { updateSignInPolicy(input: { requireSecondFactor: false }) { requireSecondFactor } }',
    );
  });

  it('is only looked at when an administrator tries it out', async () => {
    const visitor = newVisitor(sso.url);
    const back = await comeBack(visitor, 'ann', visitor.authorizeAddress({ purpose: 'try' }));
    const { idToken = '' } = await sso.signIn('ada@example.com', 'Correct-horse-7');
    const form = visitor.formOf(codeIn(back));
    const read = (authorization: string) =>
      fetch(`${sso.url}/internal/single-sign-on/tried`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(form),
      });
    expect((await read('')).status).toBe(401);
    const reply = await read(idToken);
    expect(await reply.json()).toMatchObject({
      issuer: provider.issuer,
      subject: 'ann',
      email: 'ann@example.com',
      attributes: { groups: ['soc', 'leads'] },
    });
    const other = newVisitor(sso.url);
    const tried = codeIn(await comeBack(other, 'ann', other.authorizeAddress({ purpose: 'try' })));
    expect(await other.exchange(tried)).toMatchObject({ error: 'invalid_grant' });
  });

  it('[000-4.16] [000-7.8] is signed out at the provider too', async () => {
    const { visitor } = await signIn('ann');
    const leave = (parameters: Record<string, string>) =>
      visitor.go(`${sso.url}/logout?${new URLSearchParams(parameters).toString()}`);
    const signInPage = `${sso.url}/sign-in/`;
    const right = { client_id: 'margay-console', logout_uri: signInPage };
    const { location } = await leave(right);
    expect(location).toContain(`${provider.issuer}/session/end`);
    expect(new URL(location).searchParams.get('post_logout_redirect_uri')).toBe(signInPage);
    expect(new URL(location).searchParams.get('id_token_hint')).toBeTruthy();
    // Once, and for whoever came with a password only to the sign-in page.
    expect((await leave(right)).location).toBe(signInPage);
  });
});

it('says something of a person whom the provider does not name', async () => {
  const { id_token } = await signIn('eve');
  expect(await statusOfMe(id_token)).toMatchObject({ email: '', givenName: '', familyName: '' });
  const { id } = (await statusOfMe(id_token)) as { id: string };
  expect((await sso.ask(updateUser, { input: { id, givenName: 'Eve' } })).errors?.[0]?.message).toBe(
    'Name and email of this person come from the identity provider. Change them there.',
  );
});

describe('whoever abuses the way to the console', () => {
  it('is sent nowhere but to the console', async () => {
    const visitor = newVisitor(sso.url);
    const changes: Record<string, string>[] = [
      { redirect_uri: 'https://evil.example/oauth/' },
      { redirect_uri: `${sso.url}/oauth/../evil` },
      { redirect_uri: `${sso.url}/oauth/?next=https://evil.example` },
      { client_id: 'another' },
      { code_challenge_method: 'plain' },
      { response_type: 'token' },
    ];
    for (const change of changes) {
      const { status, location } = await visitor.go(visitor.authorizeAddress(change));
      expect({ status, location, change }).toEqual({ status: 400, location: '', change });
    }
    for (const logout_uri of ['https://evil.example/', `${sso.url}/sign-in/?x`, '//evil.example/sign-in/']) {
      const parameters = new URLSearchParams({ client_id: 'margay-console', logout_uri });
      const { status, location } = await visitor.go(`${sso.url}/logout?${parameters.toString()}`);
      expect({ status, location }).toEqual({ status: 400, location: '' });
    }
  });

  it('reads on the sign-in page, in a browser, that there is something wrong', async () => {
    const visitor = newVisitor(sso.url);
    const open = async (address: string) => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const reply = await fetch(address, { headers, redirect: 'manual' });
      return { status: reply.status, location: reply.headers.get('location') };
    };
    expect(await open(visitor.authorizeAddress({ redirect_uri: 'https://evil.example/oauth/' }))).toEqual({
      status: 302,
      location: `${sso.url}/sign-in/?error=sso_refused`,
    });
    expect(await open(`${sso.url}/logout?logout_uri=https://evil.example/`)).toEqual({
      status: 302,
      location: `${sso.url}/sign-in/?error=sign_out_refused`,
    });
  });

  it('gets nothing for a code with another verifier, address or client, and ends it', async () => {
    const changes: Record<string, string>[] = [
      { code_verifier: 'x'.repeat(43) },
      { redirect_uri: 'https://evil.example/oauth/' },
    ];
    for (const change of changes) {
      const visitor = newVisitor(sso.url);
      const code = codeIn(await comeBack(visitor, 'ann'));
      expect(await visitor.exchange(code, change)).toMatchObject({ status: 400, error: 'invalid_grant' });
      expect(await visitor.exchange(code)).toMatchObject({ status: 400, error: 'invalid_grant' });
    }
    const visitor = newVisitor(sso.url);
    const code = codeIn(await comeBack(visitor, 'ann'));
    expect(await visitor.exchange(code, { client_id: 'another' })).toMatchObject({
      error: 'invalid_request',
    });
    expect(await visitor.exchange('made-up')).toMatchObject({ error: 'invalid_grant' });
  });

  it('ends the session of a code by using it again', async () => {
    const visitor = newVisitor(sso.url);
    const code = codeIn(await comeBack(visitor, 'ann'));
    const { id_token } = await visitor.exchange(code);
    expect(await statusOfMe(id_token)).toMatchObject({ email: 'ann@example.com' });
    expect(await visitor.exchange(code)).toMatchObject({ error: 'invalid_grant' });
    expect((await sso.askAs(id_token, me)).message).toMatch(/session has ended/);
    expect((await sso.refusals()).at(-1)).toBe('a code was used twice');
  });

  it('does not sign a person in with the answer of another browser', async () => {
    const attacker = newVisitor(sso.url);
    const login = await attacker.follow(attacker.authorizeAddress(), `${provider.issuer}/login/`);
    const answer = await attacker.follow(`${login}?as=ann`, `${sso.url}/oauth2/idpresponse`);
    const victim = newVisitor(sso.url);
    expect((await victim.go(answer)).location).toBe(`${sso.url}/oauth/?error=other_browser`);
    // Nor does it wait for the first browser after that.
    expect((await attacker.go(answer)).location).toBe(`${sso.url}/oauth/?error=login_expired`);
  });

  it('gets nothing for an answer that nobody asked for', async () => {
    const visitor = newVisitor(sso.url);
    const { location } = await visitor.go(`${sso.url}/oauth2/idpresponse?code=a&state=b`);
    expect(location).toBe(`${sso.url}/oauth/?error=login_expired`);
  });
});

describe('an ID token', () => {
  const bentSettings = () => ({
    ...settings({ issuer: bent.issuer, clientId: 'bent-client', clientSecret: 'bent' }),
  });
  beforeAll(async () => {
    expect(await sso.save(bentSettings())).toBeUndefined();
  });
  async function exchanged() {
    const visitor = newVisitor(sso.url);
    const back = await visitor.follow(visitor.authorizeAddress(), `${sso.url}/oauth/`);
    return visitor.exchange(codeIn(back));
  }
  it('is believed when everything about it is right', async () => {
    bent.bend({});
    expect((await exchanged()).id_token).toBeDefined();
  });
  const now = () => Math.floor(Date.now() / 1000);
  it.each([
    ['without a signature', () => ({ algorithm: 'none' as const }), /alg|signature|none/i],
    ['signed with the public key as a secret', () => ({ algorithm: 'HS256' as const }), /alg|HS256/i],
    ['signed by another key', () => ({ algorithm: 'RS256-of-another-key' as const }), /signature/i],
    ['for another request', () => ({ claims: { nonce: 'another' } }), /nonce/i],
    ['of another issuer', () => ({ claims: { iss: 'https://other.example' } }), /iss/i],
    ['for another client', () => ({ claims: { aud: 'another-client' } }), /aud/i],
    ['that has expired', () => ({ claims: { iat: now() - 900, exp: now() - 600 } }), /exp|timestamp/i],
  ])('%s is refused', async (_what, way, reason) => {
    bent.bend(way());
    const reply = await exchanged();
    expect(reply).toMatchObject({
      status: 400,
      error: 'access_denied',
      error_description: expect.stringContaining('was not accepted') as string,
    });
    expect(reply.id_token).toBeUndefined();
    expect((await sso.refusals()).at(-1)).toMatch(reason);
  });
});

describe('the settings', () => {
  it('need a provider that answers, and roles that are there', async () => {
    expect(await sso.save(settings({ issuer: 'http://127.0.0.1:1' }))).toMatch(
      /could not be read.*[^.]\. Check the issuer/,
    );
    expect(await sso.save(settings({ defaultRole: 'Nobodies' }))).toMatch(/There is no role Nobodies/);
    expect(await sso.save(settings({ scopes: 'email profile' }))).toMatch(/scopes: Must name openid/);
    // Otherwise a kept secret could be had by naming another issuer.
    expect(await sso.save(settings({ clientSecret: '' }))).toMatch(/clientSecret: Enter this again/);
  });

  it('are changed by who may manage people too, not by who may change settings alone', async () => {
    const createRole = 'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }';
    await sso.graphql(createRole, {
      input: { name: 'Keeper', permissions: ['GeneralSettingsModify', 'GeneralSettingsRead'] },
    });
    const keeper = { email: 'kim@example.com', password: 'Correct-horse-7' };
    await addPerson(sso.server, keeper, 'Keeper');
    const { idToken } = await sso.signIn(keeper.email, keeper.password);
    const refused = await sso.askAs(
      idToken,
      'mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { id } }',
      { input: { id: 'single-sign-on', values: { protocol: 'off' } } },
    );
    expect(refused.errors?.[0]?.message).toBe(
      'You may not change the settings Single sign-on. It needs UserModify.',
    );
  });

  it('go on naming a role that is renamed, which is not deleted meanwhile', async () => {
    const id = async (name: string) => (await listed()).roles.find((role) => role.name === name)?.id;
    const rename = async (from: string, to: string) =>
      sso.graphql('mutation ($input: UpdateRoleInput!) { updateRole(input: $input) { role { id } } }', {
        input: { id: await id(from), name: to },
      });
    const remove = async (name: string) =>
      (
        await sso.ask('mutation ($input: IdInput!) { deleteRole(input: $input) { id } }', {
          input: { id: await id(name) },
        })
      ).errors?.[0]?.message;
    const createRole = 'mutation ($input: CreateRoleInput!) { createRole(input: $input) { role { id } } }';
    for (const name of ['Newcomer', 'Lead'])
      await sso.graphql(createRole, { input: { name, permissions: ['AlertRead'] } });
    expect(
      await sso.save(
        settings({
          defaultRole: 'Newcomer',
          rolesFromProvider: true,
          roleAttribute: 'groups',
          roleByValue: { leads: 'Lead' },
        }),
      ),
    ).toBeUndefined();
    await rename('Newcomer', 'Guest');
    await rename('Lead', 'Leader');
    const facts = (await (await fetch(`${sso.url}/saml`)).json()) as { error?: string };
    expect(facts.error).toBeUndefined();
    expect(claimsOf((await signIn('dee')).id_token)['role']).toBe('Guest');
    expect(claimsOf((await signIn('ann')).id_token)['role']).toBe('Leader');
    const place = 'in Settings → General → Single sign-on. Choose another there first.';
    expect(await remove('Guest')).toBe(`The role Guest is the default role ${place}`);
    expect(await remove('Leader')).toBe(`The role Leader is the role of a value ${place}`);
  });

  it('switch passwords off only while an Admin of the provider is left, and never for Admins', async () => {
    expect(await sso.save(settings({ enforced: true }))).toMatch(/no enabled Admin signs in with/);
    expect(await sso.save(settings())).toBeUndefined();
    await signIn('ann');
    const ann = await listedAs('ann@example.com');
    await sso.graphql(updateUser, { input: { id: ann?.id, role: { kind: 'Name', value: 'Admin' } } });
    const { inviteUser } = (await sso.graphql(
      'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { temporaryPassword } }',
      {
        input: {
          email: 'local@example.com',
          givenName: 'Lo',
          familyName: 'Cal',
          role: { kind: 'Name', value: 'Analyst' },
        },
      },
    )) as unknown as { inviteUser: { temporaryPassword: string } };
    expect(await sso.save(settings({ enforced: true, clientSecret: '' }))).toBeUndefined();
    expect(await (await fetch(`${sso.url}/saml`)).json()).toMatchObject({ ssoOnly: true });
    const refused = await sso.signIn('local@example.com', inviteUser.temporaryPassword);
    expect(refused).toMatchObject({
      code: 'SingleSignOnOnly',
      message: expect.stringMatching(/^Here people sign in with single sign-on only: /) as string,
    });
    // Nothing tells whether the password was right, or whether there is such an account.
    expect(await sso.signIn('local@example.com', 'Wrong-horse-7')).toEqual(refused);
    expect(await sso.signIn('nobody@example.com', 'Wrong-horse-7')).toEqual(refused);
    expect((await sso.signIn('ada@example.com', 'Correct-horse-7')).idToken).toBeDefined();
    await sso.save(settings({ clientSecret: '' }));
  });

  it('make no passwords that open nothing, and keep the last Admin of the provider', async () => {
    expect(await sso.save(settings({ enforced: true, clientSecret: '' }))).toBeUndefined();
    const refusalOf = async (query: string, input: object) =>
      (await sso.ask(query, { input })).errors?.[0]?.message;
    const invite = (email: string, role: string) =>
      refusalOf('mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }', {
        email,
        givenName: 'Ne',
        familyName: 'Wer',
        role: { kind: 'Name', value: role },
      });
    expect(await invite('new@example.com', 'Analyst')).toBe(
      'Here people sign in with single sign-on only. They get an account at their first sign-in.',
    );
    expect(await invite('spare@example.com', 'Admin')).toBeUndefined();
    const local = await listedAs('local@example.com');
    const spare = await listedAs('spare@example.com');
    const { sessions } = sso.server.platform.services;
    const words =
      'Here people sign in with single sign-on only: a password lets local@example.com in no more.';
    const reset = 'mutation ($input: IdInput!) { resetUserPassword(input: $input) { user { id } } }';
    const link = 'mutation ($input: IdInput!) { createPasswordResetLink(input: $input) { url } }';
    for (const query of [reset, link]) {
      expect(await refusalOf(query, { id: local?.id })).toBe(words);
      expect(await refusalOf(query, { id: spare?.id })).toBeUndefined();
    }
    await sessions.resets.mailCode('local@example.com');
    expect(
      await sso.server.platform.store.query('select 1 from password_resets where user_id = $1', [local?.id]),
    ).toEqual([]);
    const ann = await listedAs('ann@example.com');
    const last = /^This is the last enabled Admin who signs in with the identity provider/;
    for (const change of [{ enabled: false }, { role: { kind: 'Name', value: 'Analyst' } }])
      expect(await refusalOf(updateUser, { id: ann?.id, ...change })).toMatch(last);
    const remove = 'mutation ($input: IdInput!) { deleteUser(input: $input) { id } }';
    expect(await refusalOf(remove, { id: ann?.id })).toMatch(last);
    await sso.save(settings({ clientSecret: '' }));
    expect(
      await refusalOf(updateUser, { id: ann?.id, role: { kind: 'Name', value: 'Analyst' } }),
    ).toBeUndefined();
  });

  it('take effect at once when they turn it off', async () => {
    const visitor = newVisitor(sso.url);
    const login = await visitor.follow(visitor.authorizeAddress(), `${provider.issuer}/login/`);
    expect(await sso.save({ protocol: 'off' })).toBeUndefined();
    expect(await visitor.follow(`${login}?as=ann`, `${sso.url}/oauth/`)).toBe(
      `${sso.url}/oauth/?error=login_expired`,
    );
    expect(await (await fetch(`${sso.url}/saml`)).json()).toEqual({
      enabled: false,
      ssoOnly: false,
      supportSignIn: false,
    });
    expect((await visitor.go(visitor.authorizeAddress())).status).toBe(400);
    await sso.save(settings());
  });
});
