import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import { nullableAuthor } from '../../api/author.ts';
import type { TimePosition } from '../../api/time-cursor.ts';

const Row = z
  .object({
    id: z.string(),
    author: z.unknown(),
    email: z.string(),
    subject: z.string(),
    body: z.string(),
    created_at: z.date(),
  })
  .transform((row) => ({
    id: row.id,
    author: nullableAuthor(row.author),
    email: row.email,
    subject: row.subject,
    text: row.body,
    createdAt: row.created_at,
  }));
export type SupportRequest = z.output<typeof Row>;

/** `sender`: who it is counted for, a person or the network of somebody unknown. */
export async function insertRequest(sql: Sql, request: SupportRequest & { sender: string }): Promise<void> {
  await sql.query(
    `insert into support_requests (id, author, sender, email, subject, body, created_at)
     values ($1, $2::jsonb, $3, $4, $5, $6, $7)`,
    [
      request.id,
      request.author === null ? null : JSON.stringify(request.author),
      request.sender,
      request.email,
      request.subject,
      request.text,
      request.createdAt,
    ],
  );
}

/** Until the transaction ends nobody else adds one. */
export async function lockRequests(tx: Sql): Promise<void> {
  await tx.exec('lock table support_requests in share row exclusive mode');
}

/** Of one sender, or of all that nobody is known to have written. */
export async function countRequests(
  sql: Sql,
  { sender, since }: { sender: string | undefined; since: Date },
): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql,
    `select count(*)::int as count from support_requests
     where created_at >= $2 and case when $1::text is null then author is null else sender = $1 end`,
    [sender ?? null, since],
  );
  return row?.count ?? 0;
}

/** The newest first. */
export async function listRequests(
  sql: Sql,
  { after, limit }: { after?: TimePosition; limit: number },
): Promise<SupportRequest[]> {
  const rows = await sql.query(
    `select id, author, email, subject, body, created_at from support_requests
     where $1::timestamptz is null or (created_at, id) < ($1, $2) order by created_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? '', limit],
  );
  return rows.map((row) => Row.parse(row));
}

export async function dropOldRequests(sql: Sql, before: Date): Promise<void> {
  await sql.query('delete from support_requests where created_at < $1', [before]);
}
