import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import { Author } from '../../api/author.ts';
import type { TimePosition } from '../../api/time-cursor.ts';

const Row = z
  .object({
    id: z.string(),
    author: Author,
    feature_name: z.string(),
    feedback_text: z.string(),
    feature_usefulness: z.number().nullable(),
    location_url: z.string(),
    screen_width: z.number().nullable(),
    created_at: z.date(),
  })
  .transform((row) => ({
    id: row.id,
    author: row.author,
    featureName: row.feature_name,
    feedbackText: row.feedback_text,
    featureUsefulness: row.feature_usefulness,
    locationUrl: row.location_url,
    screenWidth: row.screen_width,
    createdAt: row.created_at,
  }));
export type FeedbackRecord = z.output<typeof Row>;

export async function insertFeedback(sql: Sql, said: FeedbackRecord): Promise<void> {
  await sql.query(
    `insert into user_feedback (id, author, author_id, feature_name, feedback_text, feature_usefulness, location_url,
       screen_width, created_at) values ($1, $2::jsonb, $3, $4, $5, $6, $7, $8, $9)`,
    [
      said.id,
      JSON.stringify(said.author),
      said.author.id,
      said.featureName,
      said.feedbackText,
      said.featureUsefulness,
      said.locationUrl,
      said.screenWidth,
      said.createdAt,
    ],
  );
}

export async function countFeedback(sql: Sql, authorId: string, since: Date): Promise<number> {
  const row = await firstRow<{ count: number }>(
    sql,
    'select count(*)::int as count from user_feedback where author_id = $1 and created_at >= $2',
    [authorId, since],
  );
  return row?.count ?? 0;
}

/** The newest first. */
export async function listFeedback(
  sql: Sql,
  { after, limit }: { after?: TimePosition; limit: number },
): Promise<FeedbackRecord[]> {
  const rows = await sql.query(
    `select * from user_feedback where $1::timestamptz is null or (created_at, id) < ($1, $2)
     order by created_at desc, id desc limit $3`,
    [after?.at ?? null, after?.id ?? '', limit],
  );
  return rows.map((row) => Row.parse(row));
}
