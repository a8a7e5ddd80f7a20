import { readFileSync } from 'node:fs';
import path from 'node:path';

import { parse } from 'yaml';
import type { Diagnostic } from '../diagnostics.ts';

/** A PantherFlow text that is refused. */
export interface FlowErrorCase {
  name: string;
  text: string;
  code: string;
  /** line:column; columns count whole characters. */
  at: string;
  near: string;
}

const folder = path.join(import.meta.dirname, '../languages/pantherflow/cases');

export function flowErrorCases(): FlowErrorCase[] {
  return parse(readFileSync(path.join(folder, 'errors.yaml'), 'utf8')) as FlowErrorCase[];
}

/** What a case says of the first diagnostic, read off a real one. */
export function asErrorCase(text: string, diagnostic: Diagnostic | undefined, near: string) {
  if (!diagnostic) return undefined;
  const { code, start, line, column } = diagnostic;
  const before = text.slice(start - column + 1, start);
  return {
    code,
    at: `${line}:${Array.from(before).length + 1}`,
    near: text.slice(start, start + near.length),
  };
}
