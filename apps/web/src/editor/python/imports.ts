import type { ReadText } from './knowledge.ts';
import type { ImportStatement } from './read/outline.ts';

export interface TextEdit {
  from: number;
  to: number;
  insert: string;
}

/** The edit that imports a name, or a whole module when there is no name; undefined when it is imported already. */
export function withImport(body: ReadText, module: string, name: string | undefined): TextEdit | undefined {
  const { imports } = body.outline;
  const isThere = imports.some(
    (statement) => statement.module === module && statement.names.some((entry) => entry.name === name),
  );
  if (isThere) return undefined;
  const same = imports.find(
    (statement) =>
      name !== undefined &&
      statement.module === module &&
      !statement.isOpenEnded &&
      statement.names[0]?.name !== undefined,
  );
  if (same) return { from: same.to, to: same.to, insert: `, ${name}` };
  const line = name === undefined ? `import ${module}` : `from ${module} import ${name}`;
  return insertLine(body, line);
}

/** Below the last import at the left edge; without one at the top, below a docstring. */
function insertLine({ text, tokens, outline }: ReadText, line: string): TextEdit {
  const atEdge = outline.imports.filter(({ from }) => from === 0 || text[from - 1] === '\n');
  const last = atEdge.at(-1);
  if (last) {
    const end = lineEnd(text, last.to);
    return { from: end, to: end, insert: `\n${line}` };
  }
  const first = tokens.find((token) => token.kind !== 'comment' && token.kind !== 'newline');
  if (first?.kind === 'string') {
    const end = lineEnd(text, first.to);
    return { from: end, to: end, insert: `\n\n${line}` };
  }
  const from = first?.from ?? text.length;
  return { from, to: from, insert: `${line}\n\n\n` };
}

/** The edit that takes one name out of an import, or the whole line when nothing else is in it. */
export function withoutImport(text: string, statement: ImportStatement, index: number): TextEdit {
  const own = statement.names[index]!;
  if (statement.names.length === 1) {
    const from = text.lastIndexOf('\n', statement.from - 1) + 1;
    const isAlone = text.slice(from, statement.from).trim() === '';
    const end = lineEnd(text, statement.to);
    return isAlone
      ? { from, to: Math.min(text.length, end + 1), insert: '' }
      : { from: statement.from, to: statement.to, insert: 'pass' };
  }
  const next = statement.names[index + 1];
  if (next) return { from: own.from, to: next.from, insert: '' };
  return { from: statement.names[index - 1]!.to, to: own.to, insert: '' };
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
