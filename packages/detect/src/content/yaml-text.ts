import { stringify } from 'yaml';
import { plainValueOf } from './document.ts';
import { parseYaml } from '@margay/kit/yaml';

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
  try {
    const { document, faults } = parseYaml(text);
    const [fault] = faults;
    if (fault !== undefined) return { error: fault.message, line: fault.line, column: fault.column };
    return { value: plainValueOf(document) };
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : 'it cannot be read', line: 1, column: 1 };
  }
}
