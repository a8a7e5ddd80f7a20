import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import type { LogicalRow } from '../dialects/clickhouse/decode.ts';

export interface FlowCase {
  name: string;
  query: string;
  columns: string[];
  ordered: boolean;
  rows: LogicalRow[];
  /** Over the tables and events of the test catalog instead of none. */
  catalog?: boolean;
}

export function readFlowCases(file: string): FlowCase[] {
  return parse(readFileSync(file, 'utf8')) as FlowCase[];
}

/** What differs between a case and the rows a query gave; undefined when nothing does. */
export function difference(test: FlowCase, columns: string[], rows: LogicalRow[]): string | undefined {
  if (columns.toSorted().join('\n') !== test.columns.toSorted().join('\n'))
    return `columns ${columns.join(', ')} instead of ${test.columns.join(', ')}`;
  const left: (LogicalRow | undefined)[] = [...rows];
  const isSame = test.rows.every((expected, index) => {
    const at = test.ordered ? index : left.findIndex((row) => isEqual(row, expected));
    if (!isEqual(left[at], expected)) return false;
    left[at] = undefined;
    return true;
  });
  const isWhole = isSame && rows.length === test.rows.length;
  return isWhole ? undefined : `rows ${JSON.stringify(rows)} instead of ${JSON.stringify(test.rows)}`;
}

function isEqual(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    const scale = Math.max(Math.abs(a), Math.abs(b));
    return a === b || Math.abs(a - b) <= 1e-9 * scale;
  }
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
