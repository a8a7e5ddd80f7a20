import type { Sql } from '@margay/store';

/** Figures of one detection, added up. */
export interface Figures {
  considered: number;
  evaluations: number;
  /** Of processor time. */
  microseconds: number;
  /** What passed while it waited for answers of the server. */
  waitedMicroseconds: number;
  matches: number;
  errors: number;
  skipped: number;
}

export interface DetectionFigures extends Figures {
  detectionId: string;
  lastMatchAt: Date | null;
  lastError: string | null;
  lastErrorAt: Date | null;
}

export interface HourFigures extends Figures {
  hour: Date;
}

const sums = `sum(considered)::bigint as considered, sum(evaluations)::bigint as evaluations,
  sum(microseconds)::bigint as microseconds,
  sum(waited_microseconds)::bigint as "waitedMicroseconds", sum(matches)::bigint as matches, sum(errors)::bigint as errors,
  sum(skipped)::bigint as skipped`;

/** What each detection did since then. */
export async function figuresSince(sql: Sql, since: Date): Promise<DetectionFigures[]> {
  const rows = await sql.query<
    Figures & {
      detection_id: string;
      last_match_at: Date | null;
      last_error: string | null;
      last_error_at: Date | null;
    }
  >(
    `select detection_id, ${sums}, max(last_match_at) as last_match_at, max(last_error_at) as last_error_at,
       (array_agg(last_error order by last_error_at desc nulls last))[1] as last_error
     from detection_statistics where hour >= $1 group by detection_id`,
    [since],
  );
  return rows.map(({ detection_id, last_match_at, last_error, last_error_at, ...figures }) => ({
    ...figures,
    detectionId: detection_id,
    lastMatchAt: last_match_at,
    lastError: last_error,
    lastErrorAt: last_error_at,
  }));
}

/** When each of these detections matched last; those that never did are absent. */
export async function lastMatchesOf(sql: Sql, detectionIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await sql.query<{ detection_id: string; at: Date }>(
    `select detection_id, max(last_match_at) as at from detection_statistics
     where detection_id = any($1::text[]) and last_match_at is not null group by detection_id`,
    [[...detectionIds]],
  );
  return new Map(rows.map(({ detection_id, at }) => [detection_id, at]));
}

/** What one detection did, hour by hour; hours without anything are absent. */
export async function figuresByHour(sql: Sql, detectionId: string, since: Date): Promise<HourFigures[]> {
  return sql.query<HourFigures>(
    `select hour, ${sums} from detection_statistics where detection_id = $1 and hour >= $2 group by hour order by hour`,
    [detectionId, since],
  );
}
