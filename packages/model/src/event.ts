/** A normalised event: the schema's fields plus the standard `p_` fields, exactly as detections see it. */
export type EventObject = Record<string, unknown>;

/**
 * `event` always carries `p_log_type`, `p_row_id`, `p_event_time`, `p_parse_time`, `p_schema_version`,
 * `p_source_id`, `p_source_label` and, when filled, `p_any_*`, `p_udm`, `p_source_file`, `p_header`.
 * Timestamps are UTC text `YYYY-MM-DD HH:MM:SS.fffffffff`. Null fields are absent. Whole numbers beyond 2^53 are
 * bigint: write events as JSON with `stringifyJson` of `@margay/kit`.
 */
export interface NormalizedEvent {
  logType: string;
  event: EventObject;
  /** For the raw column: the entry as it arrived, or the event as JSON text where its schema masks a field. */
  raw: string;
}

/**
 * The times a typed column of the lake can hold, as event timestamp text, both ends included. A time beyond them stays
 * in the event as text, and in the lake among the values that fit no column; it is never the time of the event.
 */
export const storableTimes = {
  first: '1900-01-01 00:00:00.000000000',
  last: '2262-04-11 23:47:15.999999999',
} as const;

/** Key in the overflow under which the reasons stand why values of the event rest elsewhere than where they belong. */
export const parseErrorsName = 'p_parse_errors';

/** An entry that no schema of its source accepted. */
export interface ClassificationFailure {
  rowId: string;
  sourceId: string;
  sourceLabel: string;
  parseTime: string;
  /** The raw entry, cut at 64 KiB. */
  payload: string;
  /** The log type that came closest, or empty when the entry could not even be framed. */
  logType: string;
  error: string;
  candidates: { logType: string; error: string }[];
}

export interface EventSource {
  id: string;
  label: string;
  /** Candidate log types in the order a person listed them. */
  logTypes: string[];
}

/** The indicator arrays, in the order they are shown. */
export const indicatorFields = [
  'p_any_ip_addresses',
  'p_any_domain_names',
  'p_any_emails',
  'p_any_usernames',
  'p_any_actor_ids',
  'p_any_md5_hashes',
  'p_any_sha1_hashes',
  'p_any_sha256_hashes',
  'p_any_trace_ids',
  'p_any_aws_account_ids',
  'p_any_aws_arns',
  'p_any_aws_instance_ids',
  'p_any_aws_tags',
  'p_any_mac_addresses',
  'p_any_serial_numbers',
] as const;
export type IndicatorField = (typeof indicatorFields)[number];
