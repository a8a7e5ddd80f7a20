import type { ReactNode } from 'react';
import { useDebounced } from '../../lib/use-debounced.ts';
import { CodePane } from './code-pane.tsx';
import type { PythonKnowledge } from './knowledge.ts';
import { useBodyCheck } from './use-body-check.ts';
import type { BodyKind } from './use-body-check.ts';

/** Syntax is checked this long after the last key. */
const checkDelayMs = 300;

export interface PythonPaneProps {
  title: ReactNode;
  label: string;
  kind: BodyKind;
  body: string;
  onBody: (body: string) => void;
  /** The saved body, to compare with; undefined for a new one. */
  savedBody: string | undefined;
  /** Must stay the same object while it is the same. */
  knowledge: PythonKnowledge;
  /** Why the stored version does not run. */
  loadError: string | null;
  readOnly: boolean;
  actions?: ReactNode;
}

/** Python of a policy, helper or data model. */
export function PythonPane({ kind, actions, ...rest }: PythonPaneProps) {
  const settledBody = useDebounced(rest.body, checkDelayMs);
  const check = useBodyCheck(settledBody, kind);
  return (
    <CodePane
      {...rest}
      diagnostics={check.data}
      isChecking={check.isPlaceholderData || settledBody !== rest.body}
      settledBody={settledBody}
      actions={() => actions}
    />
  );
}
