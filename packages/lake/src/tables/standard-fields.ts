import type { Field, FieldType, LakeDatabase } from '@margay/model';
import { indicatorFields } from '@margay/model';

const string: FieldType = { kind: 'string' };
const timestamp: FieldType = { kind: 'timestamp' };
const json: FieldType = { kind: 'json' };
const strings: FieldType = { kind: 'array', element: string };
const object = (...fields: Field[]): FieldType => ({ kind: 'object', fields });
const named = (name: string, type: FieldType, description?: string): Field => ({ name, type, description });

const endpoint = object(
  named('address', string),
  named('ip', string),
  named('domain', string),
  named('mac', string),
  named('port', { kind: 'int' }),
  named('bytes', { kind: 'bigint' }),
  named('arns', strings),
);

/** Core fields: only these three prefixes exist. */
const coreFields = object(
  named('source', endpoint),
  named('destination', endpoint),
  named(
    'user',
    object(
      named('name', string),
      named('full_name', string),
      named('email', string),
      named('provider_id', string),
      named('domain', string),
      named('arns', strings),
    ),
  ),
);

/** Fields every row of every event table has, in the order they are shown. */
export const eventStandardFields: readonly Field[] = [
  named('p_event_time', timestamp, 'When it happened, UTC'),
  named('p_log_type', string, 'Log type'),
  named('p_row_id', string, 'Unique id of the row'),
  named('p_parse_time', timestamp, 'When the platform parsed it, UTC'),
  named('p_schema_version', { kind: 'int' }, 'Version of the schema the row was parsed with'),
  named('p_source_id', string, 'Id of the log source that delivered it'),
  named('p_source_label', string, 'Label of the log source at that time'),
  named('p_source_file', json, 'Object the row came from, for object stores'),
  named('p_header', json, 'Envelope of the log stream, where it is kept'),
  named('p_udm', coreFields, 'Core fields'),
  ...indicatorFields.map((name) => named(name, strings, 'Indicator values found in the row')),
];

/** What a detection adds to the event. */
export const detectionFields: readonly Field[] = [
  named('p_rule_id', string, 'Detection'),
  named('p_alert_id', string, 'Alert the row belongs to; empty for a signal without an alert'),
  named('p_alert_creation_time', timestamp, 'First match of the alert'),
  named('p_alert_update_time', timestamp, 'Last match of the alert'),
  named('p_alert_context', json, 'Result of alert_context()'),
  named('p_alert_severity', string, 'Severity of the alert'),
  named('p_alert_title', string, 'Title of the alert'),
  named('p_dedup_string', string, 'Text the alert is grouped by'),
  named('p_rule_severity', string, 'Severity the detection states'),
  named('p_rule_tags', strings, 'Tags of the detection'),
  named('p_rule_reports', json, 'Report mapping of the detection'),
  named('p_rule_error', string, 'Error text; empty on a match'),
  named('p_enrichment', json, 'Enrichment as the detection saw it'),
];

const lookupFields: readonly Field[] = [
  named('p_log_type', string, 'Schema of the table'),
  named('p_row_id', string, 'Unique id of the row'),
  named('p_parse_time', timestamp, 'When the table was loaded, UTC'),
];

/** The `p_` fields of a database's tables. Fixed tables of `panther_monitor` bring their own. */
export function standardFieldsOf(database: LakeDatabase): readonly Field[] {
  switch (database) {
    case 'panther_logs':
    case 'panther_cloudsecurity':
      return eventStandardFields;
    case 'panther_rule_matches':
    case 'panther_signals':
    case 'panther_rule_errors':
      return [...eventStandardFields, ...detectionFields];
    case 'panther_lookups':
      return lookupFields;
    case 'panther_monitor':
    case 'panther_views':
      return [];
  }
}
