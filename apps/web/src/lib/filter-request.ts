/** A field of an event from which a filter of a detection shall be made. */
export interface FilterRequest {
  /** The detection that judged the event; undefined where a person chooses one of the log type's. */
  ruleId: string | undefined;
  logType: string | undefined;
  /** Keys and places from the event down to the value. */
  path: readonly (string | number)[];
  value: string | number | boolean;
  /** The whole event, for a unit test. */
  event: Record<string, unknown>;
}

/** Values a filter can compare with. */
export function isFilterable(value: unknown): value is FilterRequest['value'] {
  return (
    (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
  );
}
