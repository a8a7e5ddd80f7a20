import type { SqlTable } from './sql-tables.ts';

const name = String.raw`(?:[\p{L}_][\p{L}\p{N}_$]*|"[^"]+")`;
const path = `(${name}(?:[.:]${name})*)`;
const text = `'(?:[^']|'')*'`;
const comparison = String.raw`(?:=|!=|<>|(?:not\s+)?i?like|(?:not\s+)?in\s*\((?:\s*${text}\s*,)*)`;
const openText = new RegExp(String.raw`${path}\s*${comparison}\s*'((?:[^']|'')*)$`, 'iu');

/** Characters; the longer they are, the longer it takes, and on each key. */
const lookBehind = 2_000;

/** The field that a text at the end is compared with, as far as the text is written: `a:b = 'x` is `a.b` and `x`. */
export function comparedText(
  before: string,
  tables: readonly SqlTable[],
): { field: string; typed: string } | undefined {
  const [, written = '', typed = ''] = openText.exec(before.slice(-lookBehind)) ?? [];
  const parts = written.split(/[.:]/).map((part) => part.replaceAll('"', ''));
  const isColumn = (part: string | undefined) =>
    tables.some(({ columns }) => columns.some((column) => column.name.toLowerCase() === part?.toLowerCase()));
  // The name of a table or its alias may stand before.
  const first = parts.findIndex(isColumn);
  return first === 0 || first === 1 ? { field: parts.slice(first).join('.'), typed } : undefined;
}
