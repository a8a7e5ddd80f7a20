import { isNode, LineCounter, parseDocument } from 'yaml';

/** Line and column, from 1, where the field of a tree begins in the text; undefined when it is gone. */
export function placeOfPath(text: string, path: string): { line: number; column: number } | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { logLevel: 'silent', lineCounter: lines });
  const steps = path
    .split(/[.[\]]/)
    .filter((step) => step !== '')
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const node = document.getIn(steps, true);
  const start = isNode(node) ? node.range?.[0] : undefined;
  if (start === undefined) return undefined;
  const { line, col } = lines.linePos(start);
  return { line, column: col };
}
