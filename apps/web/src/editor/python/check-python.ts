import type { EditorProblem } from '../code-editor-props.ts';
import type { PythonKnowledge, ReadText } from './knowledge.ts';
import { readPython } from './knowledge.ts';
import { fieldProblems } from './check-fields.ts';
import { importProblems } from './check-imports.ts';
import type { LocalProblem } from './check-fields.ts';

/** What the schemas and helpers have to say about a body. Its syntax is the server's to judge. */
export function checkPython(text: string, knowledge: PythonKnowledge): EditorProblem[] {
  const body = readPython(text);
  const found = [...fieldProblems(body, knowledge), ...importProblems(body, knowledge)];
  return found.filter((problem) => !isSilenced(body, problem)).map((problem) => placed(text, problem));
}

/** `# noqa` at the end of a line, as Python checkers know it. */
function isSilenced({ text, tokens }: ReadText, { from }: LocalProblem): boolean {
  const end = text.indexOf('\n', from);
  const last = end === -1 ? text.length : end;
  return tokens.some(
    (token) =>
      token.kind === 'comment' && token.from > from && token.to <= last && /#\s*noqa\b/i.test(token.text),
  );
}

function placed(text: string, { from, to, ...rest }: LocalProblem): EditorProblem {
  const start = placeOf(text, from);
  const end = placeOf(text, to);
  return { ...rest, line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}
