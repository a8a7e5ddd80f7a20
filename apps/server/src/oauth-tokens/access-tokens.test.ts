import { createSecretBox } from '@margay/auth';
import { newId } from '@margay/kit';
import { createHttpClient } from '@margay/kit/node';
import type { TokenGrant } from '@margay/oauth';
import { startTokenServer, type TokenServer } from '@margay/oauth/testing';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../testing/all-migrations.ts';
import { syncPulls } from '../domains/log-sources/pulling/store.ts';
import { createAccessTokens } from './access-tokens.ts';
import { claimToken, findToken, forgetToken, keepToken } from './store.ts';

class Killed extends Error {}

describe('access tokens of an owner', { timeout: 120_000 }, () => {
  let store: Store;
  let server: TokenServer;
  let now: Date;
  let owner: string;
  const http = createHttpClient({
    allowPrivate: true,
    timeoutMs: 20_000,
    maxResponseBytes: 100_000,
    userAgent: 'Margay',
  });
  const secrets = createSecretBox(new Uint8Array(32).fill(7));

  beforeAll(async () => {
    store = await openTestStore(migrations);
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    server = await startTokenServer();
    now = new Date('2026-03-01T12:00:00Z');
    owner = `source:${newId()}`;
    return () => server.close();
  });

  const process = (sql: Partial<Store> = {}, processId = newId()) =>
    createAccessTokens({ store: { ...store, ...sql }, secrets, http, clock: () => now, processId });
  const base = () => ({
    tokenUrl: server.tokenUrl,
    ...server.client,
    clientAuthentication: 'basic' as const,
  });
  const credentials = (scope?: string): TokenGrant => ({ ...base(), grant: 'clientCredentials', scope });
  const refresh = (refreshToken = server.refreshToken, scope?: string): TokenGrant => ({
    ...base(),
    grant: 'refreshToken',
    refreshToken,
    scope,
  });
  const current = (tokens: ReturnType<typeof process>, grant: TokenGrant) =>
    tokens.of(owner, grant).current();

  it('are asked for once, by whichever process, until they are too old', async () => {
    const first = await current(process(), credentials());
    const again = await current(process(), credentials());
    expect(again).toEqual({ accessToken: first.accessToken, isNew: false });
    expect(server.asked).toHaveLength(1);
    now = new Date(now.getTime() + 3_541_000);
    const next = await current(process(), credentials());
    expect(next.isNew).toBe(true);
    expect(next.accessToken).not.toBe(first.accessToken);
  });

  it('are good until they are refused where nobody says how long', async () => {
    server.lifetimeSeconds = undefined;
    const { accessToken } = await current(process(), credentials());
    now = new Date(now.getTime() + 365 * 86_400_000);
    expect(await current(process(), credentials())).toEqual({ accessToken, isNew: false });
    const next = await process().of(owner, credentials()).renewed(accessToken);
    expect(next.accessToken).not.toBe(accessToken);
    // Somebody who was refused the old one as well takes the new one.
    expect(await process().of(owner, credentials()).renewed(accessToken)).toEqual({ ...next, isNew: false });
    expect(server.asked).toHaveLength(2);
  });

  it('are void with other settings, and rest sealed for their owner', async () => {
    const { accessToken } = await current(process(), credentials('a'));
    expect((await current(process(), credentials('b'))).isNew).toBe(true);
    const row = await findToken(store, owner);
    expect(JSON.stringify(row)).not.toMatch(/access-|refresh-/);
    expect(JSON.stringify(row)).not.toContain(accessToken);
    expect(secrets.open(row!.sealed!, `access-token:${owner}`)).toContain(server.given.at(-1));
    expect(() => secrets.open(row!.sealed!, 'access-token:source:other')).toThrow(/cannot be read/);
  });

  it('come from the refresh token that came last, until a person enters another one', async () => {
    const typed = server.refreshToken;
    await current(process(), refresh(typed));
    const rotated = server.refreshToken;
    now = new Date(now.getTime() + 7_200_000);
    await current(process(), refresh(typed));
    // Another scope needs another access token, and has the same refresh token.
    await current(process(), refresh(typed, 'more'));
    expect(server.asked.map(({ form }) => form['refresh_token'])).toMatchObject([typed, rotated, /refresh/]);
    server.refreshToken = 'entered anew';
    await current(process(), refresh('entered anew'));
    expect(server.asked.at(-1)?.form['refresh_token']).toBe('entered anew');
    // Nor does the kept one go to another server.
    const elsewhere = await startTokenServer();
    const moved = { ...refresh('entered anew'), tokenUrl: elsewhere.tokenUrl };
    await expect(current(process(), moved)).rejects.toMatchObject({ code: 'AccessTokenRefused' });
    expect(elsewhere.asked.map(({ form }) => form['refresh_token'])).toEqual(['entered anew']);
    await elsewhere.close();
  });

  it('are never lost between their coming and their use, wherever the process dies', async () => {
    const outcomes: string[] = [];
    for (const when of ['before', 'after'] as const) {
      for (let step = 0; ; step++) {
        owner = `source:${newId()}`;
        const typed = server.refreshToken;
        const askedBefore = server.asked.length;
        let calls = 0;
        const query: Store['query'] = async (sql, params) => {
          const mine = calls++;
          if (mine > step || (mine === step && when === 'before')) throw new Killed();
          const rows = await store.query(sql, params);
          if (mine === step) throw new Killed();
          return rows as never; // rows of the same query
        };
        const used = await current(process({ query }), refresh(typed)).catch(() => undefined);
        if (calls <= step) break;
        // It came, and was used only if it is kept.
        if (used !== undefined) expect(await process().kept(owner, refresh(typed))).toBe(used.accessToken);
        const wasAsked = server.asked.length > askedBefore;
        const isKept = (await findToken(store, owner))?.sealed != null;
        const heir = await current(process(), refresh(typed)).catch((error: { code: string }) => error.code);
        if (wasAsked && !isKept) {
          // Spent, and what came for it died with the process: the one moment in which only the other side can help.
          expect(heir).toBe('AccessTokenRefused');
          outcomes.push(`${when} ${step}`);
          continue;
        }
        expect(server.isGood((heir as { accessToken: string }).accessToken), `${when} ${step}`).toBe(true);
        expect(server.asked.length - askedBefore).toBe(1);
      }
    }
    // Before the one call that keeps it.
    expect(outcomes).toEqual(['before 2']);
  });

  it('are kept after all by the process that could not keep them at first', async () => {
    let isDown = false;
    const query: Store['query'] = (sql, params) => {
      if (isDown && sql.startsWith('update oauth_tokens set got_with')) throw new Error('the store is down');
      return store.query(sql, params);
    };
    const tokens = process({ query });
    const typed = server.refreshToken;
    isDown = true;
    await expect(current(tokens, refresh(typed))).rejects.toMatchObject({
      code: 'AccessTokenFailed',
      cause: new Error('the store is down'),
    });
    isDown = false;
    const { accessToken } = await current(tokens, refresh(typed));
    expect(server.isGood(accessToken)).toBe(true);
    expect(await process().kept(owner, refresh(typed))).toBe(accessToken);
    expect(server.asked).toHaveLength(1);
  });

  it('are asked for by one process at a time: the others wait and take what it kept', async () => {
    const ids = [newId(), newId(), newId()];
    for (const id of ids)
      await store.query(
        `insert into processes (id, roles, host, lease_until) values ($1, '{ingest}', 'here', now() + interval '1 hour')`,
        [id],
      );
    const typed = server.refreshToken;
    const runners = ids.map((id) => process({}, id));
    // Each process twice, as sources and destinations of one process do.
    const found = await Promise.all(
      [...runners, ...runners].map((tokens) => current(tokens, refresh(typed))),
    );
    expect(new Set(found.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(server.asked).toHaveLength(1);
    await store.query('delete from processes');
  });

  it('are asked for by another process when the one that held them is dead, whose late answer changes nothing', async () => {
    const [late, heir] = [newId(), newId()];
    await store.query(
      `insert into processes (id, roles, host, lease_until) values ($1, '{ingest}', 'here', now() + interval '1 hour')`,
      [late],
    );
    const held = await claimToken(store, owner, late);
    expect(held?.claim.fence).toBe(1);
    expect(await claimToken(store, owner, heir)).toBe(undefined);
    await store.query(`update processes set lease_until = now() - interval '1 second' where id = $1`, [late]);
    const { accessToken } = await current(process({}, heir), credentials());
    const row = (await findToken(store, owner))!;
    expect(await keepToken(store, held!.claim, { ...row, gotWith: 'late' })).toBe(false);
    expect(await current(process(), credentials())).toEqual({ accessToken, isNew: false });
    await store.query('delete from processes');
  });

  it('do not come back for an owner that went while they were asked for', async () => {
    const { accessToken } = await current(process(), credentials());
    const query: Store['query'] = async (sql, params) => {
      // Between the answer and the moment in which it would be kept.
      if (sql.startsWith('update oauth_tokens set got_with')) await forgetToken(store, owner);
      return store.query(sql, params);
    };
    const renewed = process({ query }).of(owner, credentials()).renewed(accessToken);
    await expect(renewed).rejects.toMatchObject({ code: 'AccessTokenFailed' });
    expect(await findToken(store, owner)).toBe(undefined);
  });

  it('that were kept after their owner went are forgotten with the next look at all sources', async () => {
    await current(process(), credentials());
    const webhook = `destination:${newId()}`;
    await process().of(webhook, credentials()).current();
    await syncPulls(store, [], now);
    expect([await findToken(store, owner), await findToken(store, webhook)]).toEqual([undefined, undefined]);
  });

  it('tell of a refusal, and hold nobody up after it', async () => {
    server.answer(() => ({ status: 400, json: { error: 'invalid_scope' } }));
    const tokens = process();
    await expect(current(tokens, credentials())).rejects.toMatchObject({ code: 'AccessTokenRefused' });
    server.answer();
    expect((await current(process(), credentials())).isNew).toBe(true);
  });
});
