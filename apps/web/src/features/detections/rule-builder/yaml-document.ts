import type { FaultPath, SimpleFault } from '@margay/detect/simple';
import { isMap, isNode, isScalar, LineCounter, type Pair, parseDocument, stringify } from 'yaml';
import type { EditorProblem } from '../../../editor/code-editor-props.ts';

/** A YAML text as detections are read everywhere: version 1.2, and whole numbers with all their digits. */
export function parseYaml(text: string) {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    version: '1.2',
    logLevel: 'silent',
    lineCounter: lines,
    intAsBigInt: true,
    strict: false,
    uniqueKeys: true,
  });
  return { document, lines };
}
export type ParsedYaml = ReturnType<typeof parseYaml>;

export const syntaxErrorText = 'There is an error in your syntax.';

/** What keeps a text from being YAML at all. */
export function syntaxProblems({ document, lines }: ParsedYaml): EditorProblem[] {
  return document.errors.slice(0, 20).map((error) => {
    const [from, to] = error.pos;
    const reason = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    return { ...placed(lines, from, to), severity: 'error', message: `${syntaxErrorText} ${reason}.` };
  });
}

export function valueOfYaml({ document }: ParsedYaml): unknown {
  try {
    return withNumbers(document.toJS({ maxAliasCount: 100 }));
  } catch {
    return undefined; // more aliases than any detection has
  }
}

function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNumbers(inner)]));
}

export function printYaml(value: unknown): string {
  return stringify(value, {
    version: '1.2',
    aliasDuplicateObjects: false,
    lineWidth: 0,
    blockQuote: 'literal',
    sortMapEntries: false,
  });
}

function placed(lines: LineCounter, from: number, to: number) {
  const start = lines.linePos(from);
  const end = lines.linePos(Math.max(to, from + 1));
  return { line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
}

/** A fault at the value its path names, at its key where there is no value, or at what should hold it. */
export function problemOf({ document, lines }: ParsedYaml, fault: SimpleFault, base: FaultPath = []) {
  const path = fault.path.slice(base.length);
  const [from, to] = rangeOf(document, path);
  const problem: EditorProblem = {
    ...placed(lines, from, to),
    severity: 'error',
    message: `${fault.code}: ${fault.message} ${fault.remedy}`,
  };
  return problem;
}

function rangeOf(document: ParsedYaml['document'], path: FaultPath): [number, number] {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) {
      const isWhole = length === path.length;
      // Of a mapping that lacks something, its first line is marked.
      const [from, to] = node.range;
      return isMap(node) && !isWhole ? (firstKeyRange(node.items) ?? [from, to]) : [from, to];
    }
  }
  const root = document.contents;
  return root?.range ? [root.range[0], root.range[0] + 1] : [0, 0];
}

function firstKeyRange(items: readonly Pair[]): [number, number] | undefined {
  const key = items[0]?.key;
  return isScalar(key) && key.range ? [key.range[0], key.range[1]] : undefined;
}
