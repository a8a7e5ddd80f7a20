import { firstRow, storableJson, storableText, type Sql } from '@margay/store';
import { Author, nullableAuthor } from '../../api/author.ts';

export const commentFormats = ['PLAIN_TEXT', 'HTML'] as const;
export type CommentFormat = (typeof commentFormats)[number];

export interface CommentRecord {
  id: string;
  alertId: string;
  body: string;
  format: CommentFormat;
  createdAt: Date;
  createdBy: Author;
  updatedAt: Date | null;
  updatedBy: Author | null;
}

interface CommentRow {
  id: string;
  alert_id: string;
  body: string;
  format: CommentFormat;
  created_at: Date;
  created_by: unknown;
  updated_at: Date | null;
  updated_by: unknown;
}

const columns = 'id, alert_id, body, format, created_at, created_by, updated_at, updated_by';
const toComment = (row: CommentRow): CommentRecord => ({
  id: row.id,
  alertId: row.alert_id,
  body: row.body,
  format: row.format,
  createdAt: row.created_at,
  createdBy: Author.parse(row.created_by),
  updatedAt: row.updated_at,
  updatedBy: nullableAuthor(row.updated_by),
});

/** Returns the comments that were not there yet. */
export async function insertComments(tx: Sql, comments: readonly CommentRecord[]): Promise<CommentRecord[]> {
  if (comments.length === 0) return [];
  const rows = comments.map((comment) => ({
    id: comment.id,
    alert_id: comment.alertId,
    body: comment.body,
    format: comment.format,
    created_at: comment.createdAt,
    created_by: comment.createdBy,
  }));
  const inserted = await tx.query<{ id: string }>(
    `insert into alert_comments (id, alert_id, body, format, created_at, created_by)
     select id, alert_id, body, format, created_at, created_by from jsonb_to_recordset($1::jsonb)
       as n (id text, alert_id text, body text, format text, created_at timestamptz, created_by jsonb)
     on conflict (id) do nothing returning id`,
    [storableJson(rows)],
  );
  const ids = new Set(inserted.map(({ id }) => id));
  return comments.filter(({ id }) => ids.has(id));
}

export async function updateComment(
  sql: Sql,
  comment: Pick<CommentRecord, 'id' | 'body' | 'format'>,
  author: Author,
  at: Date,
): Promise<void> {
  await sql.query(
    'update alert_comments set body = $2, format = $3, updated_at = $4, updated_by = $5::jsonb where id = $1',
    [comment.id, storableText(comment.body), comment.format, at, JSON.stringify(author)],
  );
}

export async function deleteComment(tx: Sql, id: string): Promise<void> {
  await tx.query('delete from alert_history where comment_id = $1', [id]);
  await tx.query('delete from alert_comments where id = $1', [id]);
}

export async function findComment(sql: Sql, id: string): Promise<CommentRecord | undefined> {
  const row = await firstRow<CommentRow>(sql, `select ${columns} from alert_comments where id = $1`, [id]);
  return row && toComment(row);
}

/** Newest first. */
export async function listComments(sql: Sql, alertId: string): Promise<CommentRecord[]> {
  const rows = await sql.query<CommentRow>(
    `select ${columns} from alert_comments where alert_id = $1 order by created_at desc, id desc limit 1000`,
    [alertId],
  );
  return rows.map(toComment);
}
