import { scheduledRowsTable, type Field, type FieldType, type LakeDatabase } from '@margay/model';
import type { TableSeed } from './make-layout.ts';

const field = (
  name: string,
  kind: 'string' | 'bigint' | 'timestamp' | 'json',
  description: string,
): Field => {
  const type: FieldType = { kind };
  return { name, type, description };
};

const receipt = [
  field('p_source_id', 'string', 'Log source'),
  field('p_source_label', 'string', 'Label of the log source at that time'),
  field('p_parse_time', 'timestamp', 'When it was processed, UTC'),
  field('p_row_id', 'string', 'Unique id of the row'),
];

const monitor = (table: string, displayName: string, timeColumn: string, fields: Field[]): TableSeed => ({
  database: 'panther_monitor',
  table,
  displayName,
  hasLogType: false,
  timeColumn,
  shape: { logType: displayName, version: 1, fields },
});

/** Rows of scheduled queries that name no log type: counts and joins are of none, or of several. */
const scheduledRows = (database: LakeDatabase): TableSeed => ({
  database,
  table: scheduledRowsTable,
  displayName: 'Rows of scheduled queries',
  hasLogType: false,
  timeColumn: 'p_event_time',
  shape: {
    logType: 'Rows of scheduled queries',
    version: 1,
    fields: [
      field('p_scheduled_query', 'string', 'Scheduled query that returned the row'),
      field('p_scheduled_time', 'timestamp', 'Time the query was scheduled for, UTC'),
    ],
  },
});

/** Tables that are there from the first start. */
export const fixedTables: readonly TableSeed[] = [
  monitor('classification_failures', 'Classification failures', 'p_parse_time', [
    ...receipt,
    field('p_source_file', 'json', 'Object the entry came from'),
    field('id', 'string', 'Id of the failure'),
    field('payload', 'string', 'The entry, cut at 64 KiB'),
    field('logType', 'string', 'Log type that came closest'),
    field('error', 'string', 'Why no schema accepted the entry'),
    field('candidates', 'json', 'Every log type tried, with its error'),
    field('receivedAt', 'timestamp', 'When its batch arrived, UTC'),
  ]),
  monitor('data_audit', 'Data audit', 'p_parse_time', [
    ...receipt,
    field('bucket', 'string', 'Bucket or container'),
    field('key', 'string', 'Object or batch'),
    field('size', 'bigint', 'Bytes as delivered'),
    field('status', 'string', 'What became of it'),
    field('error', 'string', 'Why it could not be processed'),
    field('counts', 'json', 'Events per log type and outcome'),
  ]),
  monitor('event_balance', 'Event balance', 'minute', [
    field('p_row_id', 'string', 'Unique id of the row'),
    field('sourceId', 'string', 'Log source'),
    field('minute', 'timestamp', 'Start of the minute of arrival, UTC'),
    field('received', 'bigint', 'Events received'),
    field('stored', 'bigint', 'Events stored'),
    field('duplicate', 'bigint', 'Events left out because they were stored before'),
    field('failed', 'bigint', 'Entries no schema accepted'),
    field('bytes', 'bigint', 'Bytes received'),
  ]),
  {
    database: 'panther_signals',
    table: 'correlation_signals',
    displayName: 'Correlation signals',
    hasLogType: false,
    timeColumn: 'p_event_time',
    shape: { logType: 'Correlation signals', version: 1, fields: [] },
  },
  scheduledRows('panther_rule_matches'),
  scheduledRows('panther_signals'),
  scheduledRows('panther_rule_errors'),
];
