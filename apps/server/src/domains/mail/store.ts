import { firstRow, type Sql } from '@margay/store';

export interface WaitingMail {
  id: string;
  recipient: string;
  subject: string;
  /** The whole message, encrypted: codes and passwords stand in it. */
  sealed: string;
  /** The person who is told when it cannot be sent. */
  toldTo: string | null;
  /** Those before this one. */
  attempts: number;
  goodUntil: Date;
}

interface Row {
  id: string;
  recipient: string;
  subject: string;
  sealed: string;
  told_to: string | null;
  attempts: number;
  good_until: Date;
}

export async function insertMail(
  sql: Sql,
  mail: Omit<WaitingMail, 'attempts'> & { createdAt: Date },
): Promise<void> {
  await sql.query(
    `insert into mails (id, recipient, subject, sealed, told_to, next_attempt_at, good_until, created_at)
     values ($1, $2, $3, $4, $5, $7, $6, $7)`,
    [mail.id, mail.recipient, mail.subject, mail.sealed, mail.toldTo, mail.goodUntil, mail.createdAt],
  );
}

/** The next one that is due. Nobody else gets it before `until`, also when this process dies over it. */
export async function claimMail(sql: Sql, now: Date, until: Date): Promise<WaitingMail | undefined> {
  const row = await firstRow<Row>(
    sql,
    `update mails set attempts = attempts + 1, next_attempt_at = $2
     where id = (select id from mails where next_attempt_at <= $1 order by next_attempt_at, id limit 1 for update skip locked)
     returning id, recipient, subject, sealed, told_to, attempts, good_until`,
    [now, until],
  );
  return (
    row && {
      id: row.id,
      recipient: row.recipient,
      subject: row.subject,
      sealed: row.sealed,
      toldTo: row.told_to,
      attempts: row.attempts - 1,
      goodUntil: row.good_until,
    }
  );
}

export async function postponeMail(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.query('update mails set next_attempt_at = $2 where id = $1', [id, at]);
}

export async function deleteMail(sql: Sql, id: string): Promise<void> {
  await sql.query('delete from mails where id = $1', [id]);
}
