import { useCallback, useLayoutEffect, useRef } from 'react';
import { CodeEditor } from '../code-editor.tsx';
import type { CodeEditorProps } from '../code-editor.tsx';
import type { SqlNames } from './sql-language.ts';

export interface SqlEditorProps extends Omit<CodeEditorProps, 'language'> {
  /** Tables and columns to complete; must stay the same object while they are the same. */
  names: SqlNames;
  /** Mod+Enter. */
  onRun: () => void;
}

/** The text editor for SQL. */
export function SqlEditor({ names, onRun, ...rest }: SqlEditorProps) {
  const latest = useRef(onRun);
  useLayoutEffect(() => {
    latest.current = onRun;
  });
  const language = useCallback(
    async () => (await import('./sql-language.ts')).sqlLanguageParts(names, () => latest.current()),
    [names],
  );
  return <CodeEditor {...rest} language={language} />;
}
