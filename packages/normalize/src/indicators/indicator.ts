import type { IndicatorName } from '@margay/schema';
import type { IndicatorField } from '@margay/model';

/** Takes what a scanner found. Values are trimmed already; empty ones never get here. */
export type AddIndicator = (field: IndicatorField, value: string) => void;

/** One indicator of the schema language. */
export interface Indicator {
  name: IndicatorName;
  /** For a person who chooses an indicator for a field. */
  description: string;
  scan(value: string, add: AddIndicator): void;
}
