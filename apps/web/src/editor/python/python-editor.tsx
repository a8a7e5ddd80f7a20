import { CodeEditor } from '../code-editor.tsx';
import type { CodeEditorProps } from '../code-editor.tsx';

const pythonLanguage = async () => (await import('./python-language.ts')).pythonLanguageParts;

/** The text editor for the Python of detections and helpers. */
export function PythonEditor(props: Omit<CodeEditorProps, 'language'>) {
  return <CodeEditor {...props} language={pythonLanguage} />;
}
