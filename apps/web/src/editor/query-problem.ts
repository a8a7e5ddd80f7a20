import { replacementOf } from '@margay/query';
import type { EditorProblem } from './code-editor-props.ts';

/** What a check of a query says of it, by the editor's own engine or by the server. */
interface QueryDiagnostic extends Pick<
  EditorProblem,
  'line' | 'column' | 'endLine' | 'endColumn' | 'message'
> {
  code: string;
  severity: string;
  suggestion?: string | null;
}

/** A fault of a query at its place; of a misspelt name with the one that was meant, for one click. */
export function queryProblem(diagnostic: QueryDiagnostic): EditorProblem {
  const { line, column, endLine, endColumn, severity, message } = diagnostic;
  const meant = replacementOf(diagnostic);
  return {
    line,
    column,
    endLine,
    endColumn,
    severity: severity === 'error' ? 'error' : 'warning',
    message,
    ...(meant === undefined
      ? {}
      : {
          fixes: [{ label: `Change to ${meant}`, edit: (_text, from, to) => [{ from, to, insert: meant }] }],
        }),
  };
}
