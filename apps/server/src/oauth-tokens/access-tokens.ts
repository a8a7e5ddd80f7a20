import type { SecretBox } from '@margay/auth';
import { type HttpClient, MargayError } from '@margay/kit';
import { askForToken, tokenFailed, type TokenGrant, type TokenSource } from '@margay/oauth';
import type { Store } from '@margay/store';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { createFingerprints } from './fingerprints.ts';
import {
  claimToken,
  findToken,
  keepToken,
  releaseToken,
  type StoredToken,
  type TokenClaim,
} from './store.ts';

/** How often, and how long at most, it is looked whether another process has the token by now. */
const lookMs = 250;
const longestWaitMs = 60_000;

export interface AccessTokens {
  /** Tokens for whoever has these settings: one that is kept as long as it is good, or else a new one, kept before it is used. */
  of(owner: string, grant: TokenGrant): TokenSource;
  /** The kept token, where there is one that was got with these settings and is thought to be good. Asks nobody. */
  kept(owner: string, grant: TokenGrant): Promise<string | undefined>;
}

const Sealed = z.object({ accessToken: z.string(), refreshToken: z.string().optional() });

/** What of the kept tokens fits the settings. */
interface Known {
  /** Only while it is thought to be good. */
  accessToken?: string;
  refreshToken?: string | undefined;
}

/**
 * Access tokens of sources and destinations, in the state store. One process at a time asks for the next token of an
 * owner, since a refresh token may be good for one use; the others wait and take what it kept.
 */
export function createAccessTokens(deps: {
  store: Store;
  secrets: SecretBox;
  http: HttpClient;
  clock: () => Date;
  /** Of this process among those that share the state store. */
  processId: string;
}): AccessTokens {
  const { store, secrets, http, clock, processId } = deps;
  const fingerprints = createFingerprints(secrets);
  /** What this process does for an owner now: one after the other. */
  const underWay = new Map<string, Promise<unknown>>();
  /**
   * What came for a refresh token and could not be kept, and what was kept before it: the refresh token is spent, so nobody
   * gets this again.
   */
  const unkept = new Map<string, { before: string | null; token: StoredToken }>();
  const placeOf = (owner: string) => `access-token:${owner}`;

  function knownOf(owner: string, grant: TokenGrant, row: StoredToken | undefined): Known {
    if (!row?.sealed) return {};
    const isRefreshable = row.refreshedWith !== null && row.refreshedWith === fingerprints.ofRefresh(grant);
    const isCurrent = row.gotWith === fingerprints.ofAll(grant);
    if (!isRefreshable && !isCurrent) return {};
    const { accessToken, refreshToken } = Sealed.parse(JSON.parse(secrets.open(row.sealed, placeOf(owner))));
    const isGood = isCurrent && (row.expiresAt === null || row.expiresAt > clock());
    return { ...(isGood ? { accessToken } : {}), ...(isRefreshable ? { refreshToken } : {}) };
  }

  async function inTurn<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const mine = (underWay.get(owner) ?? Promise.resolve()).then(work, work);
    underWay.set(owner, mine);
    try {
      return await mine;
    } finally {
      if (underWay.get(owner) === mine) underWay.delete(owner);
    }
  }

  /** The claim, or the token that another process kept meanwhile. */
  async function claimOrToken(
    owner: string,
    isWanted: (row: StoredToken | undefined) => string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<{ claim: TokenClaim; token: StoredToken } | { accessToken: string }> {
    for (let waitedMs = 0; ; waitedMs += lookMs) {
      if (signal?.aborted === true) throw tokenFailed('Asking for the access token was cancelled.');
      const claimed = await claimToken(store, owner, processId);
      if (claimed !== undefined) return claimed;
      const accessToken = isWanted(await findToken(store, owner));
      if (accessToken !== undefined) return { accessToken };
      if (waitedMs >= longestWaitMs)
        throw tokenFailed(
          'Another process asks for the access token and got none so far. It is asked again.',
        );
      // Ends early where it is cancelled, which is told above.
      await pause(lookMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    }
  }

  /** What is known for sure: what this process got and could not keep is kept now. */
  async function caughtUp(claim: TokenClaim, row: StoredToken): Promise<StoredToken> {
    const missing = unkept.get(claim.owner);
    if (missing === undefined) return row;
    if (missing.before === row.sealed) await keep(claim, missing.token);
    unkept.delete(claim.owner);
    return missing.before === row.sealed ? missing.token : row;
  }

  async function keep(claim: TokenClaim, token: StoredToken): Promise<void> {
    if (await keepToken(store, claim, token)) return;
    throw tokenFailed('Another process asks for the access token by now. It is asked again.');
  }

  function obtain(owner: string, grant: TokenGrant, refused: string | undefined, signal?: AbortSignal) {
    const isWanted = (row: StoredToken | undefined) => {
      const { accessToken } = knownOf(owner, grant, row);
      return accessToken === refused ? undefined : accessToken;
    };
    return inTurn(owner, async () => {
      const claimed = await claimOrToken(owner, isWanted, signal);
      if ('accessToken' in claimed) return { ...claimed, isNew: false };
      const { claim } = claimed;
      try {
        const row = await caughtUp(claim, claimed.token);
        const accessToken = isWanted(row);
        if (accessToken !== undefined) return { accessToken, isNew: false };
        return { accessToken: await ask(claim, grant, row, signal), isNew: true };
      } finally {
        // Where this fails, the claim is taken again by this process, or ends by itself.
        await releaseToken(store, claim).catch(() => undefined);
      }
    });
  }

  /** A new token, kept before anybody uses it. */
  async function ask(
    claim: TokenClaim,
    grant: TokenGrant,
    row: StoredToken,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const { owner } = claim;
    if (grant.grant !== 'refreshToken') {
      const { accessToken, expiresAt } = await askForToken(grant, { http, clock, signal });
      const sealed = secrets.seal(JSON.stringify({ accessToken }), placeOf(owner));
      await keep(claim, { gotWith: fingerprints.ofAll(grant), refreshedWith: null, sealed, expiresAt });
      return accessToken;
    }
    const spent = knownOf(owner, grant, row).refreshToken ?? grant.refreshToken;
    // Not to be ended from outside: nobody could know whether the refresh token is spent. It has a time limit of its own.
    const came = await askForToken({ ...grant, refreshToken: spent }, { http, clock });
    const { accessToken, refreshToken = spent, expiresAt } = came;
    const token = {
      gotWith: fingerprints.ofAll(grant),
      refreshedWith: fingerprints.ofRefresh(grant),
      sealed: secrets.seal(JSON.stringify({ accessToken, refreshToken }), placeOf(owner)),
      expiresAt,
    };
    unkept.set(owner, { before: row.sealed, token });
    await keep(claim, token);
    unkept.delete(owner);
    return accessToken;
  }

  const kept = async (owner: string, grant: TokenGrant) =>
    knownOf(owner, grant, await findToken(store, owner)).accessToken;

  return {
    kept,
    of: (owner, grant) => ({
      current: (signal) =>
        passing(async () => {
          const accessToken = await kept(owner, grant);
          if (accessToken !== undefined) return { accessToken, isNew: false };
          return obtain(owner, grant, undefined, signal);
        }),
      renewed: (refused, signal) => passing(() => obtain(owner, grant, refused, signal)),
    }),
  };
}

/** A state store that does not answer passes by itself; nobody's settings are to blame. */
async function passing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof MargayError) throw cause;
    throw tokenFailed('The access token could not be read or kept just now. It is tried again.', { cause });
  }
}
