import { useCallback } from 'react';
import { CodeEditor } from '../code-editor.tsx';
import type { CodeEditorProps } from '../code-editor-props.ts';
import { emptyKnowledge } from './knowledge.ts';
import type { PythonKnowledge } from './knowledge.ts';

export interface PythonEditorProps extends Omit<CodeEditorProps, 'language'> {
  /** Fields and modules to complete and explain; must stay the same object while they are the same. */
  knowledge?: PythonKnowledge;
}

/** The text editor for the Python of detections and helpers. */
export function PythonEditor({ knowledge = emptyKnowledge, ...rest }: PythonEditorProps) {
  const language = useCallback(
    async () => (await import('./python-language.ts')).pythonLanguageParts(knowledge),
    [knowledge],
  );
  return <CodeEditor {...rest} language={language} />;
}
