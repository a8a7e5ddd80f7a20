import type { AlertType, Severity } from '@margay/model';
import { alertTypes, severities } from '@margay/model';
import { firstRow, type Sql } from '@margay/store';
import * as z from 'zod';
import { nullableAuthor, type Author } from '../../api/author.ts';

export const verificationStatuses = ['NOT_VERIFIED', 'VERIFIED', 'FAILED'] as const;
export type VerificationStatus = (typeof verificationStatuses)[number];

/** A destination without its secrets. */
export interface Destination {
  outputId: string;
  outputType: string;
  displayName: string;
  defaultForSeverity: Severity[];
  alertTypes: AlertType[];
  logTypes: string[];
  /** Settings that are no secrets. */
  settings: Record<string, unknown>;
  verificationStatus: VerificationStatus;
  createdAt: Date;
  createdBy: Author | null;
  updatedAt: Date;
  updatedBy: Author | null;
}

export interface StoredDestination extends Destination {
  sealedSecrets: string | null;
}

const Row = z
  .object({
    output_id: z.string(),
    output_type: z.string(),
    display_name: z.string(),
    default_for_severity: z.array(z.enum(severities)),
    alert_types: z.array(z.enum(alertTypes)),
    log_types: z.array(z.string()),
    settings: z.record(z.string(), z.unknown()),
    secrets: z.string().nullable(),
    verification_status: z.enum(verificationStatuses),
    created_at: z.date(),
    created_by: z.unknown(),
    updated_at: z.date(),
    updated_by: z.unknown(),
  })
  .transform((row): StoredDestination => ({
    outputId: row.output_id,
    outputType: row.output_type,
    displayName: row.display_name,
    defaultForSeverity: row.default_for_severity,
    alertTypes: row.alert_types,
    logTypes: row.log_types,
    settings: row.settings,
    sealedSecrets: row.secrets,
    verificationStatus: row.verification_status,
    createdAt: row.created_at,
    createdBy: nullableAuthor(row.created_by),
    updatedAt: row.updated_at,
    updatedBy: nullableAuthor(row.updated_by),
  }));

const columns = `output_id, output_type, display_name, default_for_severity, alert_types, log_types, settings, secrets,
  verification_status, created_at, created_by, updated_at, updated_by`;

/** In the order they were made. */
export async function listDestinations(sql: Sql): Promise<StoredDestination[]> {
  const rows = await sql.query(`select ${columns} from destinations order by created_at, output_id`);
  return rows.map((row) => Row.parse(row));
}

export async function findDestination(sql: Sql, outputId: string): Promise<StoredDestination | undefined> {
  const row = await firstRow(sql, `select ${columns} from destinations where output_id = $1`, [outputId]);
  return row && Row.parse(row);
}

export async function isNameTaken(sql: Sql, displayName: string, exceptId: string): Promise<boolean> {
  const row = await firstRow(sql, 'select 1 from destinations where display_name = $1 and output_id <> $2', [
    displayName,
    exceptId,
  ]);
  return row !== undefined;
}

export async function writeDestination(sql: Sql, destination: StoredDestination): Promise<void> {
  await sql.query(
    `insert into destinations (${columns})
     values ($1, $2, $3, $4::text[], $5::text[], $6::text[], $7::jsonb, $8, $9, $10, $11::jsonb, $12, $13::jsonb)
     on conflict (output_id) do update set
       display_name = excluded.display_name, default_for_severity = excluded.default_for_severity,
       alert_types = excluded.alert_types, log_types = excluded.log_types, settings = excluded.settings,
       secrets = excluded.secrets, verification_status = excluded.verification_status,
       consecutive_failures = 0, circuit_open_until = null,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
    [
      destination.outputId,
      destination.outputType,
      destination.displayName,
      destination.defaultForSeverity,
      destination.alertTypes,
      destination.logTypes,
      JSON.stringify(destination.settings),
      destination.sealedSecrets,
      destination.verificationStatus,
      destination.createdAt,
      JSON.stringify(destination.createdBy),
      destination.updatedAt,
      JSON.stringify(destination.updatedBy),
    ],
  );
}

export async function deleteDestination(sql: Sql, outputId: string): Promise<void> {
  await sql.query('delete from destinations where output_id = $1', [outputId]);
}

/** A success closes the circuit; a failure counts. Returns the failures in a row. */
export async function countAttempt(sql: Sql, outputId: string, success: boolean): Promise<number> {
  const row = await firstRow<{ consecutive_failures: number }>(
    sql,
    `update destinations set
       consecutive_failures = case when $2::boolean then 0 else consecutive_failures + 1 end,
       circuit_open_until = case when $2::boolean then null else circuit_open_until end,
       verification_status = case when $2::boolean then 'VERIFIED' else verification_status end
     where output_id = $1 returning consecutive_failures`,
    [outputId, success],
  );
  return row?.consecutive_failures ?? 0;
}

/** Nothing is sent to the destination before `until`. A success in between ends the pause. */
export async function openCircuit(sql: Sql, outputId: string, until: Date): Promise<void> {
  await sql.query('update destinations set circuit_open_until = $2 where output_id = $1', [outputId, until]);
}

export async function setVerification(sql: Sql, outputId: string, status: VerificationStatus): Promise<void> {
  await sql.query('update destinations set verification_status = $2 where output_id = $1', [
    outputId,
    status,
  ]);
}
