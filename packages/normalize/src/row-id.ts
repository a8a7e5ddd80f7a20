import { createHash } from 'node:crypto';

const wholeId = /^[0-9a-f]{32}$/;
const prefixLength = 24;

/** What the row ids of one batch have in common. */
export const batchOfRow = (rowId: string): string => rowId.slice(0, prefixLength);

/**
 * Row ids of one batch: 32 hex characters, the same for the same batch and position, so that a batch taken twice
 * makes the same rows. They begin like the batch id when it is one of `newId`, and so are ordered by time.
 */
export function rowIdsOf(batchId: string): (ordinal: number) => string {
  const plain = batchId.replaceAll('-', '').toLowerCase();
  const whole = wholeId.test(plain) ? plain : createHash('sha256').update(batchId).digest('hex');
  const prefix = whole.slice(0, prefixLength);
  return (ordinal) => prefix + ordinal.toString(16).padStart(32 - prefixLength, '0');
}
