import { formatCount } from '../format-number.ts';
import type { SearchProgress } from './queries.ts';

/** How far a search is, in the numbers its bar is drawn from. How much there is to read is known once it is more than was read. */
export function progressText(progress: SearchProgress | undefined): string | undefined {
  const { readRows = 0, totalRows = 0 } = progress ?? {};
  if (totalRows > readRows) return `${formatCount(readRows)} of ${formatCount(totalRows)} rows read`;
  return readRows > 0 ? `${formatCount(readRows)} rows read` : undefined;
}
