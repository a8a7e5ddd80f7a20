import { quoteIdentifier } from '../dialects/clickhouse/quoting.ts';
import type { Bind } from './leaf-sql.ts';

/** The only letter outside ASCII whose lower case is an ASCII letter: KELVIN SIGN. */
const kelvinSign = '\u212A';

/** Whether the overflow, which is JSON text, so much as names one of the fields: then the columns are not the whole truth. */
export function overflowNames(overflowColumn: string, fields: readonly string[], bind: Bind): string {
  const overflow = quoteIdentifier(overflowColumn);
  const names = `multiSearchAnyCaseInsensitive(${overflow}, ${bind(fields, 'Array(String)')})`;
  return `(${overflow} != '' AND (${names} OR position(${overflow}, ${bind(kelvinSign, 'String')}) > 0))`;
}
