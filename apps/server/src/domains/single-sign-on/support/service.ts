import { digestOfToken, newOpaqueToken } from '@margay/auth';
import { invalidInput, notFound, unauthenticated } from '@margay/kit';
import type { Store } from '@margay/store';
import { systemActor, type Actor } from '../../../api/actor.ts';
import type { Caller } from '../../../api/http-parts.ts';
import type { SessionsService, SignInReply } from '../../sessions/index.ts';
import type { Invitation, User, UsersService } from '../../users/index.ts';

export const mostSupportHours = 12;

export interface SupportAccess {
  user: User;
  /** To hand over; it opens the sign-in once, and cannot be read again. */
  address: string;
  until: Date;
}

/**
 * Lets a support engineer in: an account without a password, for some hours and one sign-in, with a role that an
 * administrator chose. It is in the list of users like everybody, and ends sooner when it is deactivated or deleted.
 */
export interface SupportSignIn {
  isOn: boolean;
  /** Needs UserModify. Throws `NotFound` where the feature is off, and `InvalidInput` with the field. */
  letIn(actor: Actor, guest: Invitation, hours: number): Promise<SupportAccess>;
  /** Throws `unauthenticated` in the same words for a code that is wrong, used or over. */
  signIn(code: string, caller: Caller): Promise<SignInReply>;
  /** The accounts whose hours are over are deleted; what they did keeps their name. */
  dropExpired(): Promise<void>;
}

export function createSupportSignIn(deps: {
  store: Store;
  users: UsersService;
  sessions: SessionsService;
  isOn: boolean;
  /** Of the page where a code is taken. */
  address: () => string;
  clock: () => Date;
}): SupportSignIn {
  const { store, users, sessions, isOn, clock } = deps;
  const off = () =>
    notFound(
      'Support sign-in is off here. Whoever runs the server turns it on with MARGAY_FEATURE_FLAGS=ENABLE_SUPPORT_SIGN_IN=on.',
    );
  return {
    isOn,
    async letIn(actor, guest, hours) {
      if (!isOn) throw off();
      if (!Number.isInteger(hours) || hours < 1 || hours > mostSupportHours)
        throw invalidInput(`Support may come in for 1 to ${mostSupportHours} hours.`, {
          details: { field: 'hours' },
        });
      const until = new Date(clock().getTime() + hours * 3_600_000);
      const user = await users.addGuest(actor, guest, { method: 'support', until: until.toISOString() });
      const code = newOpaqueToken();
      await store.query('insert into support_codes (digest, user_id, expires_at) values ($1, $2, $3)', [
        digestOfToken(code),
        user.id,
        until,
      ]);
      // Behind the hash it reaches no log of any server on the way.
      return { user, address: `${deps.address()}#${code}`, until };
    },
    async signIn(code, caller) {
      if (!isOn) throw off();
      const refused = () =>
        unauthenticated('This support code is wrong, was used already, or its hours are over.', {
          code: 'NotAuthorized',
        });
      const [row] = await store.query<{ user_id: string; expires_at: Date }>(
        `update support_codes set is_used = true where digest = $1 and not is_used and expires_at > $2
         returning user_id, expires_at`,
        [digestOfToken(code), clock()],
      );
      const user = row && (await users.byId(row.user_id));
      if (row === undefined || user === undefined || !user.enabled || user.isDeleted) throw refused();
      return sessions.enter(
        { user, provider: 'support', isFactorProved: true, until: row.expires_at },
        caller,
      );
    },
    async dropExpired() {
      const over = await store.query<{ user_id: string }>(
        'delete from support_codes where expires_at < $1 returning user_id',
        [clock()],
      );
      for (const { user_id } of over) {
        const user = await users.byId(user_id);
        if (user !== undefined && !user.isDeleted)
          await users.remove({ ...systemActor(), roleName: 'Admin' }, user_id);
      }
    },
  };
}
