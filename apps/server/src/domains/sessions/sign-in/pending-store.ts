import { firstRow, type Sql } from '@margay/store';
import type { Provider } from '../store.ts';
import type { ChallengeKind } from './challenge.ts';

/** A sign-in that waits for the answer to a challenge. */
export interface PendingSignIn {
  userId: string;
  provider: Provider;
  challenge: ChallengeKind;
  /** Of an authenticator app that is being set up; sealed. */
  secret: string | null;
  /** The browser, where the account knows it. */
  deviceId: string | null;
  isFactorProved: boolean;
  expiresAt: Date;
}

interface PendingRow {
  user_id: string;
  provider: Provider;
  challenge: ChallengeKind;
  secret: string | null;
  device_id: string | null;
  is_factor_proved: boolean;
  expires_at: Date;
}

export async function insertPending(sql: Sql, digest: string, pending: PendingSignIn): Promise<void> {
  await sql.query(
    `insert into pending_sign_ins (digest, user_id, provider, challenge, secret, device_id, is_factor_proved, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      digest,
      pending.userId,
      pending.provider,
      pending.challenge,
      pending.secret,
      pending.deviceId,
      pending.isFactorProved,
      pending.expiresAt,
    ],
  );
}

export async function findPending(sql: Sql, digest: string): Promise<PendingSignIn | undefined> {
  const row = await firstRow<PendingRow>(
    sql,
    `select user_id, provider, challenge, secret, device_id, is_factor_proved, expires_at
     from pending_sign_ins where digest = $1`,
    [digest],
  );
  return (
    row && {
      userId: row.user_id,
      provider: row.provider,
      challenge: row.challenge,
      secret: row.secret,
      deviceId: row.device_id,
      isFactorProved: row.is_factor_proved,
      expiresAt: row.expires_at,
    }
  );
}

/** Ends it; false when somebody did before. */
export async function takePending(sql: Sql, digest: string): Promise<boolean> {
  const taken = await sql.query('delete from pending_sign_ins where digest = $1 returning digest', [digest]);
  return taken.length > 0;
}

/** Counts a wrong answer, and ends the sign-in at the last one allowed. */
export async function countWrongAnswer(sql: Sql, digest: string, most: number): Promise<void> {
  await sql.query('update pending_sign_ins set failures = failures + 1 where digest = $1', [digest]);
  await sql.query('delete from pending_sign_ins where digest = $1 and failures >= $2', [digest, most]);
}

export async function dropExpiredPending(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from pending_sign_ins where expires_at < $1', [before]);
}

/** Whoever stands before a challenge of this person begins anew. */
export async function endPendingOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('delete from pending_sign_ins where user_id = $1', [userId]);
}
