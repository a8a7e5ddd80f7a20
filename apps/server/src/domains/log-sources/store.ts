import type { StreamFormat, StreamType } from '@margay/model';
import { firstRow, type Sql } from '@margay/store';

export interface LogSource {
  id: string;
  label: string;
  providerId: string;
  /** For instance `HTTP`. */
  ingestionType: string;
  streamType: StreamType;
  streamOptions: Omit<StreamFormat, 'type'>;
  logTypes: string[];
  /** Settings of the transport, without its secrets. */
  config: Record<string, unknown>;
  createdAt: Date;
  createdBy: string | null;
  updatedAt: Date;
  updatedBy: string | null;
  lastReceivedAt: Date | null;
  lastProcessedAt: Date | null;
}

interface SourceRow {
  id: string;
  label: string;
  provider_id: string;
  ingestion_type: string;
  stream_type: StreamType;
  stream_options: Omit<StreamFormat, 'type'>;
  log_types: string[];
  config: Record<string, unknown>;
  secrets: string | null;
  created_at: Date;
  created_by: string | null;
  updated_at: Date;
  updated_by: string | null;
  last_received_at: Date | null;
  last_processed_at: Date | null;
}

const toSource = (row: SourceRow): LogSource => ({
  id: row.id,
  label: row.label,
  providerId: row.provider_id,
  ingestionType: row.ingestion_type,
  streamType: row.stream_type,
  streamOptions: row.stream_options,
  logTypes: row.log_types,
  config: row.config,
  createdAt: row.created_at,
  createdBy: row.created_by,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  lastReceivedAt: row.last_received_at,
  lastProcessedAt: row.last_processed_at,
});

export async function listSources(sql: Sql): Promise<LogSource[]> {
  const rows = await sql.query<SourceRow>(
    'select * from log_sources where deleted_at is null order by created_at desc, id',
  );
  return rows.map(toSource);
}

export interface StoredSource {
  source: LogSource;
  /** Sealed JSON of the transport's secrets. */
  secrets: string | null;
}

export async function findSource(sql: Sql, id: string): Promise<StoredSource | undefined> {
  const row = await firstRow<SourceRow>(
    sql,
    'select * from log_sources where id = $1 and deleted_at is null',
    [id],
  );
  return row && { source: toSource(row), secrets: row.secrets };
}

export async function isLabelTaken(
  sql: Sql,
  ingestionType: string,
  label: string,
  exceptId: string,
): Promise<boolean> {
  const row = await firstRow(
    sql,
    `select 1 from log_sources where ingestion_type = $1 and lower(label) = lower($2) and id <> $3 and deleted_at is null`,
    [ingestionType, label, exceptId],
  );
  return row !== undefined;
}

export async function writeSource(
  sql: Sql,
  source: Pick<
    LogSource,
    'id' | 'label' | 'providerId' | 'ingestionType' | 'streamType' | 'streamOptions' | 'logTypes' | 'config'
  >,
  secrets: string | null,
  actorId: string,
): Promise<void> {
  await sql.query(
    `insert into log_sources (id, label, provider_id, ingestion_type, stream_type, stream_options, log_types, config, secrets, created_by, updated_by)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::text[], $8::jsonb, $9, $10, $10)
     on conflict (id) do update set label = $2, provider_id = $3, stream_type = $5, stream_options = $6::jsonb,
       log_types = $7::text[], config = $8::jsonb, secrets = $9, updated_by = $10, updated_at = now()`,
    [
      source.id,
      source.label,
      source.providerId,
      source.ingestionType,
      source.streamType,
      JSON.stringify(source.streamOptions),
      source.logTypes,
      JSON.stringify(source.config),
      secrets,
      actorId,
    ],
  );
}

export async function markDeleted(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.query(
    'update log_sources set deleted_at = now(), secrets = null where id = $1 and deleted_at is null returning id',
    [id],
  );
  return rows.length > 0;
}

export interface SourceVolume {
  logType: string;
  hour: Date;
  events: number;
  bytes: number;
}

export async function readVolumes(sql: Sql, sourceId: string, since: Date): Promise<SourceVolume[]> {
  return sql.query<{ logType: string; hour: Date; events: number; bytes: number }>(
    `select log_type as "logType", hour, events, bytes from log_type_volume where source_id = $1 and hour >= $2 order by hour, log_type`,
    [sourceId, since],
  );
}

export interface SourceTotals {
  sourceId: string;
  events: number;
  failed: number;
  bytes: number;
  /** The newest of them. */
  lastHour: { stored: number; failed: number };
}

export interface TotalsWanted {
  since: Date;
  /** When the last hour of it began. */
  lately: Date;
  /** Of this source alone. */
  sourceId?: string;
}

/** Totals by source of what arrived since a moment. */
export async function readTotals(
  sql: Sql,
  { since, lately, sourceId }: TotalsWanted,
): Promise<SourceTotals[]> {
  const ofOne = sourceId === undefined ? '' : 'and source_id = $3';
  const rows = await sql.query<{
    source_id: string;
    events: number;
    failed: number;
    bytes: number;
    stored_lately: number;
    failed_lately: number;
  }>(
    `select source_id, sum(stored)::bigint as events, sum(failed)::bigint as failed, sum(bytes)::bigint as bytes,
       coalesce(sum(stored) filter (where minute >= $2), 0)::bigint as stored_lately,
       coalesce(sum(failed) filter (where minute >= $2), 0)::bigint as failed_lately
     from event_balance where minute >= $1 ${ofOne} group by source_id`,
    sourceId === undefined ? [since, lately] : [since, lately, sourceId],
  );
  return rows.map((row) => ({
    sourceId: row.source_id,
    events: row.events,
    failed: row.failed,
    bytes: row.bytes,
    lastHour: { stored: row.stored_lately, failed: row.failed_lately },
  }));
}
