import { CodeEditor } from '../code-editor.tsx';
import type { CodeEditorProps } from '../code-editor-props.ts';

const yamlLanguage = async () => (await import('@codemirror/lang-yaml')).yaml();

/** The text editor for YAML. */
export function YamlEditor(props: Omit<CodeEditorProps, 'language'>) {
  return <CodeEditor {...props} language={yamlLanguage} />;
}
