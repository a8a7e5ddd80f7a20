import type { CandidateTest } from '@margay/model';
import type { StoredColumn } from './stored-table.ts';

/** Names whose JSON text is the name itself, and whose case folds byte by byte. */
const plainKey = /^[A-Za-z0-9_]+$/;

/**
 * The one column a rule's path can read. Undefined where there is none, where several differ in case only, or where
 * the path leads into or around a column: then nothing is asked of the lake.
 */
export function columnOf<Column extends StoredColumn>(
  columns: readonly Column[],
  path: CandidateTest['path'],
): Column | undefined {
  if (!path.keys.every((key) => plainKey.test(key))) return undefined;
  const wanted = path.keys.join('\0').toLowerCase();
  const alike = columns.filter((column) => {
    if (column.role !== 'value') return false;
    const own = column.path.join('\0').toLowerCase();
    return own === wanted || own.startsWith(`${wanted}\0`) || wanted.startsWith(`${own}\0`);
  });
  const [column] = alike;
  if (alike.length !== 1 || column === undefined || column.path.length !== path.keys.length) return undefined;
  if (path.isExact && column.path.join('\0') !== path.keys.join('\0')) return undefined;
  return column;
}
