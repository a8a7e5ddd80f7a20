import { lazy, Suspense } from 'react';
import type { Extension } from '@codemirror/state';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { SkeletonLines } from '../ui/states.tsx';
import styles from './code-editor.module.css';

/** Something wrong in the text. Lines and columns count from 1; the end is behind the last character. */
export interface EditorProblem {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  severity: 'error' | 'warning' | 'info';
  message: string;
}

export interface CodeEditorProps {
  /** Accessible name, for instance `Spec`. */
  label: string;
  value: string;
  onChange?: (value: string) => void;
  /** Loads highlighting and completion of the language. Must be the same function on every draw. */
  language: () => Promise<Extension>;
  readOnly?: boolean;
  problems?: readonly EditorProblem[];
  /** Moves the cursor there, scrolls to it and takes the focus; a new object is a new move. */
  goTo?: { line: number; column: number } | undefined;
  /** Reports the line of the cursor, from 1. */
  onCursor?: (line: number) => void;
  /** Starts with the focus inside. */
  autoFocus?: boolean;
}

// CodeMirror stays out of the first screen.
const CodeMirrorView = lazy(async () => ({ default: (await import('./code-mirror.tsx')).CodeMirrorView }));

/** The text editor of every language. It fills its parent and scrolls inside; Esc then Tab leaves it. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <div className={styles.frame}>
      <ErrorBoundary>
        <Suspense
          fallback={
            <div className={styles.loading}>
              <SkeletonLines lines={12} label="Loading the editor" />
            </div>
          }
        >
          <CodeMirrorView {...props} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
