import { useEffect, useState } from 'react';
import { reportError } from '../../lib/report-error.ts';
import { CodeEditor } from '../code-editor.tsx';
import type { CodeEditorProps } from '../code-editor-props.ts';
import styles from './flow-editor.module.css';
import { useFlowLanguage } from './use-flow-language.ts';
import type { FlowLanguageOptions } from './use-flow-language.ts';

export interface FlowEditorProps extends Omit<CodeEditorProps, 'language'> {
  options: FlowLanguageOptions;
}

/** The text editor for PantherFlow; a plain field when it cannot be loaded, which is only logged. */
export function FlowEditor({ options, ...rest }: FlowEditorProps) {
  const language = useFlowLanguage(options);
  const isBroken = useIsBroken();
  if (!isBroken) return <CodeEditor {...rest} language={language} />;
  const { label, value, onChange, readOnly } = rest;
  return (
    <textarea
      className={styles.plain}
      aria-label={label}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      readOnly={readOnly}
      spellCheck={false}
    />
  );
}

/** Whether the editor's code is out of reach, for instance after an update of the server. */
function useIsBroken(): boolean {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    import('../code-mirror.tsx').catch((error: unknown) => {
      reportError(error, 'loading the PantherFlow editor');
      setBroken(true);
    });
  }, []);
  return isBroken;
}
