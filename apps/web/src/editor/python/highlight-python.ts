import { pythonLanguage } from '@codemirror/lang-python';
import { classHighlighter, highlightCode } from '@lezer/highlight';

/** A stretch of code with the classes of its token, for instance `tok-keyword`. */
export interface CodePiece {
  text: string;
  className?: string;
}

/** The lines of a Python text in coloured pieces, for places that show code without an editor. */
export function highlightPython(code: string): CodePiece[][] {
  const text = code.replaceAll('\r\n', '\n');
  const lines: CodePiece[][] = [[]];
  highlightCode(
    text,
    pythonLanguage.parser.parse(text),
    classHighlighter,
    (piece, classes) =>
      lines.at(-1)!.push(classes === '' ? { text: piece } : { text: piece, className: classes }),
    () => lines.push([]),
  );
  return lines;
}
