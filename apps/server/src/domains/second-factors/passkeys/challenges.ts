import { newOpaqueToken } from '@margay/auth';
import { firstRow, type Sql } from '@margay/store';

const challengeMs = 5 * 60_000;

/** What a passkey is to sign: random, for one answer within five minutes, whichever process it comes to. */
export interface PasskeyChallenges {
  /** `boundTo`: the sign-in or the session it belongs to. The one it had before counts no more. */
  give(userId: string, boundTo: string): Promise<string>;
  /** Ends it, whatever the answer is worth; undefined when there is none, or its time is over. */
  take(userId: string, boundTo: string): Promise<string | undefined>;
  dropExpired(): Promise<void>;
}

export function createPasskeyChallenges({ sql, clock }: { sql: Sql; clock: () => Date }): PasskeyChallenges {
  return {
    async give(userId, boundTo) {
      const challenge = newOpaqueToken();
      await sql.query(
        `insert into passkey_challenges (bound_to, user_id, challenge, expires_at) values ($1, $2, $3, $4)
         on conflict (bound_to) do update set user_id = $2, challenge = $3, expires_at = $4`,
        [boundTo, userId, challenge, new Date(clock().getTime() + challengeMs)],
      );
      return challenge;
    },
    async take(userId, boundTo) {
      const row = await firstRow<{ challenge: string; expires_at: Date }>(
        sql,
        'delete from passkey_challenges where bound_to = $1 and user_id = $2 returning challenge, expires_at',
        [boundTo, userId],
      );
      return row !== undefined && row.expires_at > clock() ? row.challenge : undefined;
    },
    async dropExpired() {
      await sql.query('delete from passkey_challenges where expires_at <= $1', [clock()]);
    },
  };
}
