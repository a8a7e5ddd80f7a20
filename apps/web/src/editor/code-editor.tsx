import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx';
import { SkeletonLines } from '../ui/layout/states.tsx';
import type { CodeEditorProps } from './code-editor-props.ts';
import styles from './code-editor.module.css';

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
