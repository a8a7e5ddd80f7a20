import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../ui/choice.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconLock } from '../../ui/icons.ts';
import { Note } from '../../ui/note.tsx';
import { Pane } from '../../ui/page.tsx';
import { countOf } from '../../lib/format-number.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import type { EditorProblem } from '../code-editor.tsx';
import { DiffView } from '../diff/diff-view.tsx';
import { checkPython } from './check-python.ts';
import type { PythonKnowledge } from './knowledge.ts';
import { PythonEditor } from './python-editor.tsx';
import styles from './python-pane.module.css';
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

/** Python of a policy, helper or data model: editor, syntax by the real parser, changes since the last save. */
export function PythonPane(props: PythonPaneProps) {
  const { title, label, kind, body, onBody, savedBody, knowledge, loadError, readOnly, actions } = props;
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const [line, setLine] = useState(1);
  const [view, setView] = useState<'text' | 'changes'>('text');
  const settled = useDebounced(body, checkDelayMs);
  const check = useBodyCheck(settled, kind);
  const canCompare = savedBody !== undefined && savedBody !== body;
  const known = useMemo(() => checkPython(settled, knowledge), [settled, knowledge]);
  const problems = useMemo<EditorProblem[]>(
    () => [
      ...known,
      ...(check.data ?? []).map((entry) => ({
        ...entry,
        severity: entry.severity === 'warning' ? ('warning' as const) : ('error' as const),
      })),
    ],
    [known, check.data],
  );
  const error = problems.find(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const nextWarning = warnings.find((warning) => warning.line > line) ?? warnings[0];
  return (
    <Pane
      title={
        <span className={styles.title}>
          {title}
          {readOnly && (
            <span className={styles.readOnly}>
              <IconLock size={12} stroke={1.5} aria-hidden />
              Read Only
            </span>
          )}
          {canCompare && (
            <SegmentedControl
              label="View of the code"
              size="sm"
              options={[
                { value: 'text', label: 'Text' },
                { value: 'changes', label: 'Changes' },
              ]}
              value={view}
              onChange={setView}
            />
          )}
        </span>
      }
      actions={actions}
      footer={
        <>
          {error ? (
            <button type="button" className={styles.problem} onClick={() => setGoTo({ ...error })}>
              <IconCircleX size={14} stroke={1.5} aria-hidden />
              <span
                className={styles.message}
                role="status"
              >{`Line ${error.line}, column ${error.column}: ${error.message}`}</span>
            </button>
          ) : (
            <span className={styles.state} data-settled={check.data !== undefined || undefined} role="status">
              <IconCircleCheck size={14} stroke={1.5} aria-hidden />
              {check.data === undefined ? 'Checking syntax' : 'Syntax'}
            </span>
          )}
          {nextWarning && (
            <button
              type="button"
              className={styles.warnings}
              title={nextWarning.message}
              onClick={() => setGoTo({ ...nextWarning })}
            >
              <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
              {countOf(warnings.length, 'warning')}
            </button>
          )}
          <span className={styles.line}>{`Line ${line}`}</span>
          <span className={styles.hint}>Esc then Tab leaves the editor</span>
        </>
      }
    >
      <div className={styles.code}>
        {loadError !== null && (
          <Note tone="danger" title="The saved version does not run">
            {loadError}
          </Note>
        )}
        {canCompare && view === 'changes' ? (
          <div className={styles.scroll}>
            <DiffView before={savedBody} after={body} />
          </div>
        ) : (
          <PythonEditor
            label={label}
            value={body}
            onChange={onBody}
            readOnly={readOnly}
            problems={problems}
            knowledge={knowledge}
            goTo={goTo}
            onCursor={setLine}
          />
        )}
      </div>
    </Pane>
  );
}
