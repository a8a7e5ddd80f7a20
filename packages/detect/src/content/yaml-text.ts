import { parseDocument, stringify } from 'yaml';
import { plainValueOf } from './document.ts';

/** YAML 1.2 as people write it: block style, long texts unfolded, no aliases. */
export function printYaml(value: unknown): string {
  return stringify(value, {
    version: '1.2',
    aliasDuplicateObjects: false,
    lineWidth: 0,
    blockQuote: 'literal',
    sortMapEntries: false,
  });
}

/** The value of a YAML text by the same rules as content files, or why it has none. */
export function readYaml(text: string): { value: unknown } | { error: string; line: number; column: number } {
  const document = parseDocument(text, {
    version: '1.2',
    intAsBigInt: true,
    strict: false,
    uniqueKeys: true,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line = 1, col: column = 1 } = error.linePos?.[0] ?? {};
    return { error: error.message.split('\n')[0] ?? error.message, line, column };
  }
  try {
    return { value: plainValueOf(document) };
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : 'it cannot be read', line: 1, column: 1 };
  }
}
