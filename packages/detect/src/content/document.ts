import { messageOf } from '@margay/kit';
import { isNode, type Document, type LineCounter } from 'yaml';
import type { ContentProblem } from './item.ts';
import { contentLimits } from './limits.ts';
import { parseYaml, type ParsedYaml } from '@margay/kit/yaml';

export interface ContentDocument {
  file: string;
  value: unknown;
  /** Where a value stands; the nearest parent when the path does not exist. */
  placeOf(path: readonly (string | number)[]): { line: number; column: number };
}

/**
 * Reads one YAML file by the rules of YAML 1.2: yes and no stay text, timestamps stay text, `0644` is decimal.
 * Whole numbers beyond 2^53 are bigint, so that they keep all their digits.
 */
export function readDocument(file: string, text: string): ContentDocument | { problems: ContentProblem[] } {
  if (text.length > contentLimits.yamlBytes)
    return {
      problems: [
        {
          file,
          id: '',
          field: '',
          line: 1,
          column: 1,
          message: `The file is larger than ${contentLimits.yamlBytes / 1_048_576} MB, so it is not read.`,
          remedy: 'Split it, or shorten the events of its unit tests.',
        },
      ],
    };
  let parsed: ParsedYaml;
  try {
    parsed = parseYaml(text);
  } catch (error) {
    return unreadable(file, error instanceof RangeError ? tooDeep : messageOf(error));
  }
  const { document, lines, faults } = parsed;
  if (parsed.isTooDeep) return unreadable(file, tooDeep);
  if (faults.length > 0) {
    return {
      problems: faults.map(({ message, ...place }) => ({
        file,
        id: '',
        field: '',
        ...place,
        message: `The YAML cannot be read: ${message}.`,
        remedy: 'Fix the line and try again.',
      })),
    };
  }
  try {
    const value = plainValueOf(document);
    return { file, value, placeOf: (path) => placeIn(document, lines, path) };
  } catch (error) {
    // More aliases than allowed, or an alias of nothing.
    return unreadable(file, error instanceof RangeError ? tooDeep : messageOf(error));
  }
}

/** The document's value without YAML's own objects. Throws for too many aliases or too deep a nesting. */
export function plainValueOf(document: Document.Parsed): unknown {
  return withNumbers(document.toJS({ maxAliasCount: 100 }));
}

const tooDeep = 'it is nested too deep';

function unreadable(file: string, reason: string): { problems: ContentProblem[] } {
  const message = `The YAML cannot be read: ${reason}.`;
  return {
    problems: [
      { file, id: '', field: '', line: 1, column: 1, message, remedy: 'Use fewer aliases and less nesting.' },
    ],
  };
}

function placeIn(document: Document, lines: LineCounter, path: readonly (string | number)[]) {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (!isNode(node) || !node.range) continue;
    const { line, col } = lines.linePos(node.range[0]);
    return { line, column: col };
  }
  return { line: 1, column: 1 };
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map(withNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumbers(inner)]));
}
