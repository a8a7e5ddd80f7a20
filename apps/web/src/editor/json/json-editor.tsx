import { CodeEditor } from '../code-editor.tsx';
import type { CodeEditorProps } from '../code-editor-props.ts';

const jsonLanguage = async () => (await import('@codemirror/lang-json')).json();

/** The text editor for JSON. */
export function JsonEditor(props: Omit<CodeEditorProps, 'language'>) {
  return <CodeEditor {...props} language={jsonLanguage} />;
}
