import type { FieldIndex, FieldNode } from './event-fields.ts';
import type { UnifiedName } from './knowledge.ts';

/** `string`, or `string or int` where log types differ. */
export const typeText = (field: FieldNode): string => field.types.join(' or ') || 'object';

/** Which log types have a field, in a few words; empty when there is only one log type, or all have it. */
export function whereText(field: FieldNode, fields: FieldIndex): string {
  if (field.isCommon || fields.logTypes.length < 2) return '';
  return field.logTypes.join(', ');
}

/** What a unified name stands for, by log type. */
export const sourceText = (names: readonly UnifiedName[]): string =>
  names.map(({ logType, source }) => `${logType}: ${source}`).join('\n');
