import { parseYaml } from '@margay/kit/yaml';
import { isMap, isNode, isScalar } from 'yaml';
import type { Document, LineCounter, Node } from 'yaml';
import { textOfPath } from '../problem.ts';
import type { PathPart, SchemaProblem } from '../problem.ts';

const longestText = 2 * 1024 * 1024;

export interface Place {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

export interface YamlReading {
  /** Plain data; undefined when the text is not YAML. Whole numbers beyond 2^53 are bigint. */
  value: unknown;
  problems: SchemaProblem[];
  /** Where the value at a path stands, or its key with `at: 'key'`. Falls back to the closest parent. */
  locate(path: readonly PathPart[], at?: 'key' | 'value'): Place;
}

const start: Place = { line: 1, column: 1, endLine: 1, endColumn: 1 };

/** Reads one YAML (or JSON) document into plain data and remembers where everything stands. Never throws. */
export function readYaml(text: string): YamlReading {
  if (text.length > longestText) {
    return refused('The text is larger than 2 MiB.', 'Split the schema or move samples out of it.');
  }
  const { document, lines, faults, isTooDeep } = parseYaml(text, { strict: true });
  if (isTooDeep) return refused('The YAML is nested too deep to be read.', 'Use less nesting.');
  const problems = faults.map(({ message, ...place }): SchemaProblem => ({
    code: 'InvalidSyntax',
    path: '',
    ...place,
    message: `This is not valid YAML: ${message.replace(/\s+/g, ' ')}.`.replace('..', '.'),
    remedy: 'Fix the YAML at this place.',
  }));
  const locate = (path: readonly PathPart[], at: 'key' | 'value' = 'value') =>
    placeInDocument(document, lines, path, at);
  if (problems.length > 0) return { value: undefined, problems, locate };
  try {
    return { value: plainNumbers(document.toJS({ maxAliasCount: 200 }), 0), problems, locate };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return refused(`The YAML cannot be read: ${reason}.`, 'Use fewer aliases and less nesting.');
  }
}

function refused(message: string, remedy: string): YamlReading {
  const problem: SchemaProblem = { code: 'InvalidSyntax', path: '', ...start, message, remedy };
  return { value: undefined, problems: [problem], locate: () => start };
}

/** Integers were read as bigint to keep large ones exact; the safe ones become numbers again. */
function plainNumbers(value: unknown, depth: number): unknown {
  if (depth > 200) throw new Error('it is nested more than 200 levels deep');
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  if (Array.isArray(value)) return value.map((item) => plainNumbers(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item, depth + 1)]));
}

function placeOf(lines: LineCounter, from: number, to: number): Place {
  const first = lines.linePos(from);
  const last = lines.linePos(to);
  return { line: first.line, column: first.col, endLine: last.line, endColumn: last.col };
}

function placeInDocument(
  document: Document,
  lines: LineCounter,
  path: readonly PathPart[],
  at: 'key' | 'value',
): Place {
  if (at === 'key' && path.length > 0) {
    const key = keyNode(document, path);
    if (key?.range) return placeOf(lines, key.range[0], key.range[1]);
  }
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return placeOf(lines, node.range[0], node.range[1]);
  }
  return start;
}

function keyNode(document: Document, path: readonly PathPart[]): Node | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  const wanted = path.at(-1);
  for (const pair of parent.items) {
    if (isScalar(pair.key) && String(pair.key.value) === wanted) return pair.key;
  }
  return undefined;
}

export function problemAt(
  reading: YamlReading,
  path: readonly PathPart[],
  at: 'key' | 'value',
  message: string,
  remedy: string,
): SchemaProblem {
  return {
    code: 'InvalidLogSchema',
    path: textOfPath(path),
    ...reading.locate(path, at),
    message,
    remedy,
  };
}
