import { totpCodeAt } from '@margay/auth';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { RunningServer } from './server.ts';
import { addPerson } from './testing/add-person.ts';
import { authClient, faultOf, type AuthReply } from './testing/auth-client.ts';
import { administrator } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';
import { startServerOn } from './testing/server-on.ts';
import { softwareAuthenticator } from './testing/software-authenticator.ts';

// A passkey as the second factor, made and used against a real server by a security key in software, and bent by attackers.
const site = { origin: 'https://margay.example.com', rpId: 'margay.example.com' };
const password = 'Correct-horse-8';
let folder: string;
let server: RunningServer;
let admin = '';
const { post, signIn, answer, ask } = authClient(() => server.url);

const start = (url?: string) =>
  startServerOn(folder, { MARGAY_ROLES: 'api', ...(url === undefined ? {} : { MARGAY_URL: url }) });
const idTokenOf = async (email: string) => (await signIn(email, password)).idToken ?? '';
beforeAll(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  folder = await newDataFolder('margay-passkeys-');
  server = await start(site.origin);
  admin = (await signIn(administrator.email, administrator.password)).idToken ?? '';
});
afterAll(async () => {
  await server.stop();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const startPasskey = `mutation ($input: StartPasskeyInput!) { startPasskey(input: $input) { options } }`;
const addPasskey = `mutation ($input: AddPasskeyInput!) { addPasskey(input: $input) {
  passkey { id name isUsable } recoveryCodes } }`;
const renamePasskey = `mutation ($input: RenamePasskeyInput!) { renamePasskey(input: $input) { name } }`;
const removePasskey = `mutation ($input: RemovePasskeyInput!) { removePasskey(input: $input) { id } }`;
const resetMfa = 'mutation ($input: IdInput!) { resetUserMfa(input: $input) { id } }';
const own = `{ ownAccess { hasApp passkeysUnavailable passkeyOrigin passkeys { id name isUsable lastUsedAt } } }`;
const setGroup = `mutation ($input: UpdateSettingGroupInput!) { updateSettingGroup(input: $input) { id } }`;
const require = (requireSecondFactor: boolean) =>
  ask(admin, setGroup, { input: { id: 'sign-in', values: { requireSecondFactor } } });

const Started = z.object({ startPasskey: z.object({ options: z.looseObject({ challenge: z.string() }) }) });
const Added = z.object({
  addPasskey: z.object({ passkey: z.looseObject({ id: z.string() }), recoveryCodes: z.array(z.string()) }),
});
async function optionsFor(idToken: string) {
  const reply = await ask(idToken, startPasskey, { input: { password } });
  return Started.parse(reply.data).startPasskey.options;
}
async function added(idToken: string, authenticator = softwareAuthenticator(site), name = 'Key') {
  const response = authenticator.create(await optionsFor(idToken));
  const reply = await ask(idToken, addPasskey, { input: { name, response } });
  return { authenticator, ...Added.parse(reply.data).addPasskey };
}
/** Somebody whose only second factor is a passkey. */
async function withPasskey(email: string) {
  await addPerson(server, { email, password }, 'Analyst');
  return { email, ...(await added(await idTokenOf(email))) };
}
const asked = async (challenge: Pick<AuthReply, 'session'>) =>
  (await post('passkey', { session: challenge.session })).body;
const whoIs = async (idToken: string | undefined) =>
  ((await ask(idToken, '{ me { email } }')).data?.['me'] as { email: string } | undefined)?.email;

describe('a passkey', () => {
  it('is made by who proves again who they are, and asked for at every sign-in after that', async () => {
    const email = 'grace@example.com';
    await addPerson(server, { email, password }, 'Analyst');
    const idToken = await idTokenOf(email);
    for (const [input, message] of [
      [{}, 'The password is wrong.'],
      [{ password: 'Wrong-horse-7' }, 'The password is wrong.'],
      [{ code: '123456' }, 'This code is wrong, was used, or its time is over. Enter another one.'],
    ] as const)
      expect(faultOf(await ask(idToken, startPasskey, { input })).message).toBe(message);

    const options = await optionsFor(idToken);
    expect(options).toMatchObject({
      rp: { id: site.rpId, name: 'Margay' },
      user: { name: email },
      attestation: 'none',
    });
    const authenticator = softwareAuthenticator(site);
    const response = authenticator.create(options);
    const nameless = await ask(idToken, addPasskey, { input: { name: ' ', response } });
    expect(faultOf(nameless).message).toMatch(/^A name is required/);
    const made = await ask(idToken, addPasskey, { input: { name: ' Blue  key ', response } });
    const { passkey, recoveryCodes } = Added.parse(made.data).addPasskey;
    expect(passkey).toMatchObject({ name: 'Blue key', isUsable: true });
    expect(recoveryCodes).toHaveLength(10);
    // What was asked counts for one answer.
    expect(faultOf(await ask(idToken, addPasskey, { input: { name: 'Again', response } })).code).toBe(
      'ChallengeExpired',
    );

    const challenge = await signIn(email, password);
    expect(challenge).toMatchObject({ status: 200, challenge: 'PASSKEY', hasApp: false });
    expect(challenge.idToken).toBeUndefined();
    const request = await asked(challenge);
    expect(request).toMatchObject({
      rpId: site.rpId,
      allowCredentials: [{ id: authenticator.id, type: 'public-key' }],
    });
    const done = await answer(challenge, { passkey: authenticator.get(request) });
    expect(await whoIs(done.idToken)).toBe(email);
    const mine = (await ask(done.idToken, own)).data?.['ownAccess'];
    expect(mine).toMatchObject({
      hasApp: false,
      passkeysUnavailable: null,
      passkeyOrigin: site.origin,
      passkeys: [{ name: 'Blue key', lastUsedAt: expect.any(String) as string }],
    });
    const listed = (await ask(admin, '{ users { email hasMfa } }')).data?.['users'];
    expect(listed).toContainEqual({ email, hasMfa: true });
  });

  it('may be left aside for a recovery code, which counts once', async () => {
    const { email, recoveryCodes } = await withPasskey('lost@example.com');
    const byCode = async () => {
      const { session } = await signIn(email, password);
      return answer({ challenge: 'SOFTWARE_TOKEN_MFA', session }, { code: recoveryCodes[0] });
    };
    expect(await whoIs((await byCode()).idToken)).toBe(email);
    expect(await byCode()).toMatchObject({ status: 401, code: 'CodeMismatch' });
  });

  it('stands beside an app, and either signs in', async () => {
    const email = 'both@example.com';
    await addPerson(server, { email, password }, 'Analyst');
    await require(true);
    const setup = await signIn(email, password);
    expect(setup.challenge).toBe('MFA_SETUP');
    const secret = setup.secret ?? '';
    const { idToken = '' } = await answer(setup, { code: totpCodeAt(secret, Date.now() - 30_000) });
    await require(false);
    const code = totpCodeAt(secret, Date.now());
    const started = await ask(idToken, startPasskey, { input: { code } });
    const authenticator = softwareAuthenticator(site);
    const response = authenticator.create(Started.parse(started.data).startPasskey.options);
    const made = await ask(idToken, addPasskey, { input: { name: 'Phone', response } });
    // The codes of the app stay.
    expect(Added.parse(made.data).addPasskey.recoveryCodes).toEqual([]);
    const first = await signIn(email, password);
    expect(first).toMatchObject({ challenge: 'PASSKEY', hasApp: true });
    const byApp = { challenge: 'SOFTWARE_TOKEN_MFA', session: first.session };
    // The code was used to add the passkey.
    expect(await answer(byApp, { code })).toMatchObject({ status: 401 });
    const next = totpCodeAt(secret, Date.now() + 30_000);
    expect(await whoIs((await answer(byApp, { code: next })).idToken)).toBe(email);
    const second = await signIn(email, password);
    const byPasskey = await answer(second, { passkey: authenticator.get(await asked(second)) });
    expect(await whoIs(byPasskey.idToken)).toBe(email);
  });

  it('is renamed and removed by its owner; the last one stays where a second factor is required', async () => {
    const { email, authenticator, passkey } = await withPasskey('owner@example.com');
    const challenge = await signIn(email, password);
    const { idToken = '' } = await answer(challenge, { passkey: authenticator.get(await asked(challenge)) });
    const renamed = await ask(idToken, renamePasskey, { input: { id: passkey.id, name: 'Green key' } });
    expect(renamed.data).toEqual({ renamePasskey: { name: 'Green key' } });
    const remove = (proof: object) =>
      ask(idToken, removePasskey, { input: { id: passkey.id, ...proof } }).then(faultOf);
    expect((await remove({ password: 'Wrong-horse-7' })).message).toBe('The password is wrong.');
    await require(true);
    expect(await remove({ password })).toEqual({
      code: 'InvalidUpdate',
      message: 'Green key is your last second factor, and one is required of you. Add another passkey first.',
    });
    const other = await added(idToken);
    expect(other.recoveryCodes).toEqual([]);
    expect(await remove({ password })).toEqual({ code: undefined, message: undefined });
    await require(false);
    const last = await ask(idToken, removePasskey, { input: { id: other.passkey.id, password } });
    expect(last.errors).toBeUndefined();
    expect((await signIn(email, password)).idToken).toBeTypeOf('string');
  });

  it('goes with everything else when an administrator resets a second factor', async () => {
    const { email, recoveryCodes } = await withPasskey('reset@example.com');
    const waiting = await signIn(email, password);
    const users = (await ask(admin, '{ users { id email } }')).data?.['users'] as {
      id: string;
      email: string;
    }[];
    const id = users.find((user) => user.email === email)?.id ?? '';
    expect((await ask(admin, resetMfa, { input: { id } })).data).toEqual({ resetUserMfa: { id } });
    const late = { challenge: 'SOFTWARE_TOKEN_MFA', session: waiting.session };
    expect((await answer(late, { code: recoveryCodes[0] })).status).toBe(401);
    expect((await signIn(email, password)).idToken).toBeTypeOf('string');
  });

  it('belongs to people: an API token has none', async () => {
    const token = await ask(
      admin,
      'mutation ($input: CreateAPITokenInput!) { createAPIToken(input: $input) { value } }',
      { input: { name: 'ci', permissions: ['AlertRead'] } },
    );
    const value = Object.values(token.data ?? {})[0] as { value: string } | undefined;
    const reply = await fetch(`${server.url}/internal/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': value?.value ?? '' },
      body: JSON.stringify({ query: '{ ownAccess { passkeys { id } } }' }),
    });
    expect(await reply.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });
});

describe('whoever bends a passkey is refused, and the account stays with its owner:', () => {
  let victim: Awaited<ReturnType<typeof withPasskey>>;
  let attacker: Awaited<ReturnType<typeof withPasskey>>;
  beforeAll(async () => {
    victim = await withPasskey('victim@example.com');
    attacker = await withPasskey('mallory@example.com');
  });
  const notAccepted = { status: 401, code: 'PasskeyMismatch' };
  /** What the audit log says of the newest refusal. */
  const reason = async () =>
    (
      await server.platform.store.query<{ reason: string }>(
        `select params->>'reason' as reason from audit_log
         where action = 'SIGN_IN' and result = 'FAILED' order by id desc limit 1`,
      )
    )[0]?.reason;

  it.each([
    ['another origin', { origin: 'https://evil.example' }, /origin/i],
    ['a neighbour of the origin', { origin: 'https://margay.example.com.evil.example' }, /origin/i],
    ['the origin without its s', { origin: 'http://margay.example.com' }, /origin/i],
    ['another relying party', { rpId: 'evil.example' }, /RP ID/i],
    ['an answer of another kind', { type: 'webauthn.create' }, /type/i],
    ['nobody present', { flags: 0x04 }, /present/i],
    ['a signature of nothing', { signature: randomBytes(70) }, /./],
  ])('%s', async (_what, bent, words) => {
    const challenge = await signIn(victim.email, password);
    const passkey = victim.authenticator.get(await asked(challenge), bent);
    expect(await answer(challenge, { passkey })).toMatchObject(notAccepted);
    expect(await reason()).toMatch(words);
    await server.platform.store.query('delete from sign_in_failures');
  });

  it('a count that goes back, as that of a copy does', async () => {
    const first = await signIn(victim.email, password);
    const good = victim.authenticator.get(await asked(first), { counter: 500 });
    expect((await answer(first, { passkey: good })).status).toBe(200);
    for (const counter of [500, 499, 0]) {
      const challenge = await signIn(victim.email, password);
      const passkey = victim.authenticator.get(await asked(challenge), { counter });
      expect(await answer(challenge, { passkey })).toMatchObject(notAccepted);
      expect(await reason()).toMatch(/counter/i);
    }
    await server.platform.store.query('delete from sign_in_failures');
    const again = await signIn(victim.email, password);
    const next = victim.authenticator.get(await asked(again), { counter: 501 });
    expect((await answer(again, { passkey: next })).status).toBe(200);
  });

  it('the passkey of somebody else', async () => {
    const challenge = await signIn(victim.email, password);
    const passkey = attacker.authenticator.get(await asked(challenge));
    expect(await answer(challenge, { passkey })).toMatchObject(notAccepted);
    expect(await reason()).toBe('The passkey is none of this account.');
    const pretending = attacker.authenticator.get(await asked(challenge), { id: victim.authenticator.id });
    expect(await answer(challenge, { passkey: pretending })).toMatchObject(notAccepted);
  });

  it('the same answer twice, and at another sign-in', async () => {
    const challenge = await signIn(victim.email, password);
    const passkey = victim.authenticator.get(await asked(challenge), { counter: 600 });
    const both = await Promise.all([answer(challenge, { passkey }), answer(challenge, { passkey })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(await answer(challenge, { passkey })).toMatchObject({ status: 401, code: 'SignInExpired' });
    const other = await signIn(victim.email, password);
    await asked(other);
    expect(await answer(other, { passkey })).toMatchObject(notAccepted);
    await server.platform.store.query('delete from sign_in_failures');
  });

  it('what another sign-in was asked, what nobody was asked, and what was asked before', async () => {
    const [one, two] = [await signIn(victim.email, password), await signIn(victim.email, password)];
    const ofOne = await asked(one);
    await asked(two);
    expect(await answer(two, { passkey: victim.authenticator.get(ofOne, { counter: 700 }) })).toMatchObject(
      notAccepted,
    );
    const made = victim.authenticator.get({ challenge: randomBytes(32).toString('base64url') });
    expect(await answer(one, { passkey: made })).toMatchObject(notAccepted);
    const older = await asked(one);
    await asked(one);
    expect(await answer(one, { passkey: victim.authenticator.get(older) })).toMatchObject(notAccepted);
    await server.platform.store.query('delete from sign_in_failures');
  });

  it('what was asked more than five minutes ago', async () => {
    const challenge = await signIn(victim.email, password);
    const request = await asked(challenge);
    await server.platform.store.query(
      `update passkey_challenges set expires_at = now() - interval '1 second'`,
    );
    const passkey = victim.authenticator.get(request, { counter: 800 });
    expect(await answer(challenge, { passkey })).toMatchObject(notAccepted);
    const { rows } = {
      rows: await server.platform.store.query<{ minutes: number }>(
        `select extract(epoch from expires_at - now()) / 60 as minutes from passkey_challenges`,
      ),
    };
    for (const { minutes } of rows) expect(Number(minutes)).toBeLessThanOrEqual(5);
  });

  it('an answer where a code was asked for, or where nothing waits', async () => {
    expect((await post('passkey', { session: 'x' })).code).toBe('SignInExpired');
    await require(true);
    const email = 'no-factor@example.com';
    await addPerson(server, { email, password }, 'Analyst');
    const setup = await signIn(email, password);
    expect(setup.challenge).toBe('MFA_SETUP');
    expect((await post('passkey', { session: setup.session })).code).toBe('SignInExpired');
    const passkey = victim.authenticator.get({ challenge: 'AAAA' });
    const jumped = await answer({ challenge: 'PASSKEY', session: setup.session }, { passkey });
    expect(jumped).toMatchObject({ status: 401, code: 'SignInExpired' });
    await require(false);
    const challenge = await signIn(victim.email, password);
    expect((await answer(challenge, {})).status).toBe(401);
    expect((await answer(challenge, { passkey: { id: '../../x' } })).status).toBe(400);
  });

  it('five wrong answers, after which the sign-in begins anew', async () => {
    await server.platform.store.query('delete from sign_in_failures');
    const challenge = await signIn(victim.email, password);
    const statuses: (string | undefined)[] = [];
    for (let i = 0; i < 6; i++) {
      const passkey = victim.authenticator.get({ challenge: 'AAAA' });
      statuses.push((await answer(challenge, { passkey })).code);
    }
    expect(statuses).toEqual([...Array<string>(5).fill('PasskeyMismatch'), 'SignInExpired']);
    await server.platform.store.query('delete from sign_in_failures');
  });

  it('a new passkey for another account, session or site', async () => {
    const signedIn = async ({ email, authenticator }: typeof victim, counter: number) => {
      const challenge = await signIn(email, password);
      const passkey = authenticator.get(await asked(challenge), { counter });
      return (await answer(challenge, { passkey })).idToken ?? '';
    };
    const [hers, his] = [await signedIn(victim, 900), await signedIn(attacker, 900)];
    const add = async (idToken: string, response: object) =>
      faultOf(await ask(idToken, addPasskey, { input: { name: 'Bent', response } })).code;
    const ofHis = await optionsFor(his);
    expect(await add(hers, softwareAuthenticator(site).create(ofHis))).toBe('ChallengeExpired');
    const foreign = softwareAuthenticator({ ...site, origin: 'https://evil.example' });
    expect(await add(his, foreign.create(ofHis))).toBe('PasskeyMismatch');
    const taken = victim.authenticator.create(await optionsFor(his));
    expect(await add(his, taken)).toBe('AlreadyExists');
    const elsewhere = await signedIn(attacker, 901);
    expect(await add(elsewhere, softwareAuthenticator(site).create(await optionsFor(his)))).toBe(
      'ChallengeExpired',
    );
    for (const [query, input] of [
      [renamePasskey, { id: victim.passkey.id, name: 'Mine' }],
      [removePasskey, { id: victim.passkey.id, password }],
    ] as const)
      expect(faultOf(await ask(his, query, { input })).code).toBe('NotFound');
  });
});

describe('after a restart', () => {
  it('what was asked before is answered by the next process; at another address no passkey counts', async () => {
    const { email, authenticator, recoveryCodes } = await withPasskey('restart@example.com');
    const challenge = await signIn(email, password);
    const request = await asked(challenge);
    await server.stop();
    server = await start(site.origin);
    const done = await answer(challenge, { passkey: authenticator.get(request) });
    expect(await whoIs(done.idToken)).toBe(email);

    await server.stop();
    server = await start('https://other.example.com');
    const moved = await signIn(email, password);
    expect(moved.challenge).toBe('SOFTWARE_TOKEN_MFA');
    const { idToken } = await answer(moved, { code: recoveryCodes[1] });
    expect((await ask(idToken, own)).data?.['ownAccess']).toMatchObject({
      passkeys: [{ name: 'Key', isUsable: false }],
    });

    await server.stop();
    server = await start();
    const here = (await signIn('reset@example.com', password)).idToken;
    expect((await ask(here, own)).data?.['ownAccess']).toMatchObject({
      passkeysUnavailable: expect.stringMatching(/^Browsers make no passkeys for an address like/) as string,
      passkeyOrigin: null,
    });
    expect(faultOf(await ask(here, startPasskey, { input: { password } })).code).toBe('FORBIDDEN');
  });
});
