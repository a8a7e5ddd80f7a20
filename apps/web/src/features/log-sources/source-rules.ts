import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import type { SourceTeaser } from './queries.ts';

const longestLabel = 36;

/** What is wrong with a label, in the fixed words; undefined when it may be used. */
export function labelFault(
  label: string,
  ingestionType: string,
  others: readonly Pick<SourceTeaser, 'integrationLabel' | 'ingestionType'>[],
): string | undefined {
  if (label.trim() === '') return fieldMessages.required;
  if (label.length > longestLabel) return `Must be at most ${longestLabel} characters`;
  if (!/^[A-Za-z0-9 -]+$/.test(label)) return 'Only letters, digits, dashes and spaces are allowed';
  const isTaken = others.some(
    (other) =>
      other.ingestionType === ingestionType && other.integrationLabel.toLowerCase() === label.toLowerCase(),
  );
  return isTaken ? 'You already have a Log Pulling source with the same label' : undefined;
}

/** Log types that no new source may choose. */
export const retiredLogTypes: ReadonlySet<string> = new Set(['Crowdstrike.Unknown']);
const aloneLogType = 'AWS.SecurityFindingFormat';

export function logTypesFault(logTypes: readonly string[]): string | undefined {
  if (logTypes.length === 0) return fieldMessages.required;
  if (logTypes.includes(aloneLogType) && logTypes.length > 1)
    return `${aloneLogType} cannot be combined with other log types`;
  return undefined;
}

/** A warning, not an error: only fields at the root of the document can enclose the array. */
export function envelopeWarning(field: string): string | undefined {
  return /[.[$]/.test(field)
    ? 'Nested fields are not supported. Please ensure the field is at the root'
    : undefined;
}
