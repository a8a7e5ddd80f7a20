import * as z from 'zod/mini';
import type { StoredText } from '../storage.ts';
import { AuthError } from './auth-client.ts';
import type { AuthClient } from './auth-client.ts';
import type { Tokens } from './auth-replies.ts';
import { userFromIdToken } from './claims.ts';
import type { SignedInUser } from './claims.ts';

export type SessionState =
  /** `hasEnded`: nobody signed out, the session was over or refused. */
  | { kind: 'signed-out'; hasEnded?: boolean }
  /** A stored session is being picked up. */
  | { kind: 'restoring' }
  | { kind: 'signed-in'; user: SignedInUser };

const recordSchema = z.object({
  lastUserId: z.string(),
  refreshToken: z.string(),
  /** Milliseconds since 1970 of the sign-in. */
  authTime: z.number(),
  refreshTokenHours: z.number(),
});
type SessionRecord = z.infer<typeof recordSchema>;

const hourMs = 3_600_000;
/** A token that ends sooner than this is renewed first. */
const renewBeforeMs = 60_000;
/** The server, or what stands before it, says that it cannot answer now; 0: nothing answered at all. */
const silences: readonly number[] = [0, 429, 502, 503, 504];

export interface SessionDeps {
  auth: AuthClient;
  /** Survives the window: last user, refresh token, time of sign-in. */
  record: StoredText;
  /** Where to go after the next sign-in. */
  returnPath: StoredText;
  now: () => number;
  /** Runs one renewal at a time over all windows of this browser. */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
}

export interface Session {
  state(): SessionState;
  subscribe(listener: () => void): () => void;
  /**
   * Picks up what an earlier window left, if it is still good: the server has to know the person. Any other answer signs
   * out; without an answer it throws AuthError and may be tried again.
   */
  restore(): Promise<void>;
  begin(tokens: Tokens): void;
  /** A good ID token, renewed when needed; empty text when signed out. Throws AuthError when the server is away. */
  idToken(options?: { renew?: boolean }): Promise<string>;
  /** The server no longer knows the session: forget it and remember where the person was. */
  expire(path: string): void;
  signOut(options?: { everywhere?: boolean }): Promise<void>;
  /** Where to go after signing in; reading takes it out. */
  takeReturnPath(): string | undefined;
  rememberPath(path: string): void;
}

/**
 * Only paths of this console, so that a crafted address cannot lead away after sign-in. Browsers leave tabs and line ends out
 * of an address, and read a backslash as a slash.
 */
export function isSafePath(path: string | undefined): path is string {
  return path !== undefined && /^\/(?![/\\])\P{Cc}*$/u.test(path) && !path.startsWith('/sign-in');
}

function readRecord(text: string | undefined): SessionRecord | undefined {
  if (text === undefined) return undefined;
  try {
    const parsed = recordSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined; // not JSON: nothing of ours
  }
}

/** The session of one browser window. ID and access token stay in memory; the refresh token is stored. */
export function createSession(deps: SessionDeps): Session {
  const { auth, record, returnPath, now } = deps;
  let state: SessionState = readRecord(record.read()) ? { kind: 'restoring' } : { kind: 'signed-out' };
  let current: { idToken: string; endsAt: number } | undefined;
  let renewal: Promise<string> | undefined;
  const listeners = new Set<() => void>();

  function change(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }
  function end({ hasEnded = true } = {}) {
    current = undefined;
    record.write(undefined);
    if (state.kind !== 'signed-out') change({ kind: 'signed-out', hasEnded });
  }
  function keep(tokens: Tokens, previous: SessionRecord | undefined) {
    const user = userFromIdToken(tokens.idToken);
    const refreshToken = tokens.refreshToken ?? previous?.refreshToken;
    if (refreshToken === undefined)
      throw new AuthError('The server sent no refresh token. Sign in again.', 502);
    const next: SessionRecord = {
      lastUserId: user.id,
      refreshToken,
      authTime: tokens.authTime ?? previous?.authTime ?? now(),
      refreshTokenHours: tokens.refreshTokenHours,
    };
    record.write(JSON.stringify(next));
    current = { idToken: tokens.idToken, endsAt: now() + tokens.expiresIn * 1000 };
    change({ kind: 'signed-in', user });
  }
  function isOver(stored: SessionRecord): boolean {
    return stored.authTime + stored.refreshTokenHours * hourMs <= now();
  }

  async function renewNow(): Promise<string> {
    // Read inside the lock: another window may have renewed meanwhile.
    const stored = readRecord(record.read());
    if (!stored || isOver(stored)) {
      end();
      return '';
    }
    const isStart = state.kind === 'restoring';
    try {
      const tokens = await auth.refresh(stored.refreshToken);
      // The one before counts no more, whatever happens to this page now.
      if (tokens.refreshToken !== undefined)
        record.write(JSON.stringify({ ...stored, refreshToken: tokens.refreshToken }));
      if (isStart) await auth.currentUser(tokens.idToken);
      keep(tokens, stored);
    } catch (error) {
      if (!(error instanceof AuthError) || silences.includes(error.status)) throw error;
      // Somebody at work keeps their session through a fault of the server; the next renewal will show.
      if (!isStart && error.status >= 500) throw error;
      end();
    }
    return current?.idToken ?? '';
  }
  function renew(): Promise<string> {
    renewal ??= deps.exclusively(renewNow).finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async restore() {
      if (state.kind === 'restoring') await renew();
    },
    begin: (tokens) => keep(tokens, undefined),
    async idToken({ renew: mustRenew = false } = {}) {
      if (state.kind === 'signed-out') return '';
      if (!mustRenew && current && current.endsAt - renewBeforeMs > now()) return current.idToken;
      return renew();
    },
    expire(path) {
      if (isSafePath(path)) returnPath.write(path);
      end();
    },
    async signOut({ everywhere = false } = {}) {
      const stored = readRecord(record.read());
      if (stored) await auth.signOut(stored.refreshToken, everywhere);
      end({ hasEnded: false });
    },
    takeReturnPath() {
      const path = returnPath.read();
      returnPath.write(undefined);
      return isSafePath(path) ? path : undefined;
    },
    rememberPath(path) {
      if (isSafePath(path)) returnPath.write(path);
    },
  };
}
