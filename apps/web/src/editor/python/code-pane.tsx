import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { ReadOnlyTag } from '../../ui/marks/badge.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import type { EditorNote, EditorProblem } from '../code-editor-props.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { checkPython } from './check-python.ts';
import styles from './code-pane.module.css';
import type { PythonKnowledge } from './knowledge.ts';
import { PythonEditor } from './python-editor.tsx';
import type { Diagnostic } from './use-body-check.ts';

export interface CodePaneProps {
  className?: string | undefined;
  title: ReactNode;
  label: string;
  body: string;
  onBody: (body: string) => void;
  /** The saved body, to compare with; undefined for a new one. */
  savedBody: string | undefined;
  /** Of the real parser; undefined until its first answer. */
  diagnostics: readonly Diagnostic[] | undefined;
  /** They are of a body before this one. */
  isChecking: boolean;
  /** Must stay the same object while it is the same. */
  knowledge: PythonKnowledge;
  /** The body as it was a moment ago; schemas and helpers are held against it. */
  settledBody: string;
  /** Further ones, such as where a test raised. */
  problems?: readonly EditorProblem[];
  /** At their lines. */
  notes?: readonly EditorNote[];
  /** Why the stored version does not run. */
  loadError: string | null;
  readOnly: boolean;
  /** `show` puts a body into the editor and goes to a line of it. */
  actions?: (show: (body: string, line: number) => void) => ReactNode;
}

interface Place {
  line: number;
  column: number;
}

const noProblems: readonly EditorProblem[] = [];
const severityOf = ({ severity }: Diagnostic): EditorProblem['severity'] =>
  severity === 'warning' ? 'warning' : 'error';

/** Python with the errors of the real parser, what is not in schemas and helpers, and changes since the last save. */
export function CodePane(props: CodePaneProps) {
  const { body, onBody, savedBody, diagnostics, knowledge, settledBody, loadError, readOnly } = props;
  const { problems: further = noProblems } = props;
  const [goTo, setGoTo] = useState<Place>();
  const [line, setLine] = useState(1);
  const [view, setView] = useState<'text' | 'changes'>('text');
  const canCompare = savedBody !== undefined && savedBody !== body;
  const shown = canCompare ? view : 'text';
  const known = useMemo(() => checkPython(settledBody, knowledge), [settledBody, knowledge]);
  const problems = useMemo<EditorProblem[]>(
    () => [
      ...known,
      ...(diagnostics ?? []).map((diagnostic) => ({ ...diagnostic, severity: severityOf(diagnostic) })),
      ...further,
    ],
    [known, diagnostics, further],
  );
  function show(next: string, at: number) {
    onBody(next);
    setView('text');
    setGoTo({ line: at, column: 1 });
  }
  return (
    <Pane
      className={props.className}
      title={
        <span className={styles.title}>
          {props.title}
          {readOnly && <ReadOnlyTag />}
          {canCompare && (
            <SegmentedControl
              label="View of the code"
              size="sm"
              options={[
                { value: 'text', label: 'Text' },
                { value: 'changes', label: 'Changes' },
              ]}
              value={shown}
              onChange={setView}
            />
          )}
        </span>
      }
      actions={props.actions?.(show)}
      footer={
        <>
          <SyntaxState diagnostics={diagnostics} isChecking={props.isChecking} onGo={setGoTo} />
          <Warnings problems={problems} line={line} onGo={setGoTo} />
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
        {shown === 'changes' && savedBody !== undefined ? (
          <div className={styles.scroll}>
            <DiffView before={savedBody} after={body} />
          </div>
        ) : (
          <PythonEditor
            label={props.label}
            value={body}
            onChange={onBody}
            readOnly={readOnly}
            problems={problems}
            {...(props.notes ? { notes: props.notes } : {})}
            knowledge={knowledge}
            goTo={goTo}
            onCursor={setLine}
          />
        )}
      </div>
    </Pane>
  );
}

function SyntaxState(props: {
  diagnostics: readonly Diagnostic[] | undefined;
  isChecking: boolean;
  onGo: (place: Place) => void;
}) {
  const { diagnostics, isChecking, onGo } = props;
  const first = diagnostics?.find((entry) => severityOf(entry) === 'error');
  if (first === undefined)
    return (
      <span
        className={styles.state}
        data-settled={(diagnostics !== undefined && !isChecking) || undefined}
        role="status"
      >
        {diagnostics !== undefined && <IconCircleCheck size={14} stroke={1.5} aria-hidden />}
        {diagnostics === undefined ? 'Checking syntax' : 'Syntax'}
      </span>
    );
  const more = diagnostics!.length - 1;
  return (
    <button
      type="button"
      className={styles.problem}
      onClick={() => onGo({ line: first.line, column: first.column })}
    >
      <IconCircleX size={14} stroke={1.5} aria-hidden />
      <span className={styles.message} role="status">
        {`Line ${first.line}, column ${first.column}: ${first.message}`}
        {more > 0 && `, and ${more} more`}
      </span>
    </button>
  );
}

/** How many warnings there are; a click goes from one to the next. */
function Warnings(props: { problems: readonly EditorProblem[]; line: number; onGo: (place: Place) => void }) {
  const { problems, line, onGo } = props;
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const next = warnings.find((problem) => problem.line > line) ?? warnings[0];
  if (!next) return null;
  return (
    <button
      type="button"
      className={styles.warnings}
      title={next.message}
      onClick={() => onGo({ line: next.line, column: next.column })}
    >
      <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
      {countOf(warnings.length, 'warning')}
    </button>
  );
}
