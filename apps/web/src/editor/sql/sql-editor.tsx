import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Extension } from '@codemirror/state';
import { CodeEditor } from '../code-editor.tsx';
import type { CodeEditorProps } from '../code-editor-props.ts';
import type { FieldValues } from '../field-values.ts';
import type { SqlKeys } from './sql-language.ts';
import type { SqlTable } from './sql-tables.ts';

export interface SqlEditorProps extends Omit<CodeEditorProps, 'language'> {
  /** Tables and columns to complete; must stay the same object while they are the same. */
  tables: readonly SqlTable[];
  values: FieldValues;
  /** Mod+Enter. */
  onRun: () => void;
}

/** Loads SQL for a `CodeEditor`. Stays the same function while tables and values do. */
export function useSqlLanguage(
  tables: readonly SqlTable[],
  values: FieldValues,
  keys: SqlKeys,
): () => Promise<Extension> {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  const runsSelection = keys.onRunSelection !== undefined;
  return useCallback(
    async () =>
      (await import('./sql-language.ts')).sqlLanguageParts(tables, values, {
        onRun: () => latest.current.onRun(),
        ...(runsSelection ? { onRunSelection: () => latest.current.onRunSelection?.() } : {}),
      }),
    [tables, values, runsSelection],
  );
}

/** The text editor for SQL. */
export function SqlEditor({ tables, values, onRun, ...rest }: SqlEditorProps) {
  const language = useSqlLanguage(tables, values, { onRun });
  return <CodeEditor {...rest} language={language} />;
}
