import type { NamedPerson } from '../../lib/person-name.ts';

const systemErrorLabels: Record<string, string> = {
  ALERT_DELIVERY: 'Alert delivery failed',
  DETECTION_ALERT_LIMIT_EXCEEDED: 'Detection raises too many alerts',
  DETECTION_QUARANTINED: 'Detection is quarantined',
  SERVER_STALLED: 'Server stood still',
  SOURCE_CLASSIFICATION_FAILURES: 'Logs match no schema',
  SOURCE_LOG_PROCESSING_ERRORS: 'Logs could not be processed',
  SOURCE_NO_DATA: 'Source sends no data',
  SOURCE_PERMISSIONS_CHECKS: 'Source lacks permissions',
  SOURCE_SCANNING_ERRORS: 'Source could not be scanned',
  LOOKUP_TABLE_SYNC: 'Lookup table could not be read',
  ENRICHMENT_SYNC: 'Enrichment could not be read',
  SAVED_QUERY_FAILED: 'Scheduled search failed',
};
/** Words for the kind of a system error; a kind not known here reads as the server spells it. */
export function systemErrorLabel(type: string): string {
  return systemErrorLabels[type] ?? wordsOf(type);
}

/** `LOG_SOURCE` as `Log source`. */
export function wordsOf(name: string): string {
  const text = name.toLowerCase().replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The shortest name that tells people apart in a row. */
export function shortPersonName(person: NamedPerson): string {
  return person.givenName || person.email.replace(/@.*$/, '');
}

/** `AWS.CloudTrail`, or with more of them `AWS.CloudTrail` and 2. */
export function firstAndRest(names: readonly string[]): { first: string; rest: number } | undefined {
  const [first, ...others] = names;
  return first === undefined ? undefined : { first, rest: others.length };
}
