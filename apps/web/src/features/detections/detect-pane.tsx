import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { alertFunctions, lineOfFunction, withFunction } from '../../editor/python/alert-functions.ts';
import type { AlertFunction } from '../../editor/python/alert-functions.ts';
import type { EditorNote, EditorProblem } from '../../editor/code-editor.tsx';
import { checkPython } from '../../editor/python/check-python.ts';
import type { PythonKnowledge } from '../../editor/python/knowledge.ts';
import { PythonEditor } from '../../editor/python/python-editor.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { SegmentedControl } from '../../ui/choice.tsx';
import { cx } from '../../lib/class-names.ts';
import { countOf } from '../../lib/format-number.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconDots, IconLock } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { Note } from '../../ui/note.tsx';
import { Pane } from '../../ui/page.tsx';
import shared from './detections.module.css';
import styles from './rule-editor.module.css';
import { DiffView } from './diff-view.tsx';
import type { Diagnostic } from './queries.ts';
import { StepNumber } from './section.tsx';

export interface DetectPaneProps {
  body: string;
  onBody: (body: string) => void;
  /** The saved body, to compare with; undefined for a new rule. */
  savedBody: string | undefined;
  /** Undefined until the first answer of the parser. */
  diagnostics: readonly Diagnostic[] | undefined;
  isChecking: boolean;
  /** What the body should know: fields and helpers. Must stay the same object while it is the same. */
  knowledge: PythonKnowledge;
  /** The body as it was a moment ago; schemas and helpers are held against it. */
  settledBody: string;
  /** Answers and errors of the open test, at their lines. */
  notes: readonly EditorNote[];
  /** Stands first among the actions, also where nothing can be changed. */
  titleAction?: ReactNode;
  /** Stands before the functions to insert. */
  extraAction?: ReactNode;
  /** Lines a test of the last run raised at. */
  raised: readonly { line: number; message: string }[];
  /** Why the stored version does not run. */
  loadError: string | null;
  readOnly: boolean;
}

/** Offered as buttons; the others are in the menu. */
const quickFunctions = ['title', 'dedup', 'severity', 'runbook'];

const severityOf = (diagnostic: Diagnostic): EditorProblem['severity'] =>
  diagnostic.severity === 'warning' ? 'warning' : 'error';

/** The Python of the rule, with the errors of the real parser and of the last test run at their lines. */
export function DetectPane(props: DetectPaneProps) {
  const { body, onBody, savedBody, diagnostics, raised, loadError, readOnly, knowledge, settledBody } = props;
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const [line, setLine] = useState(1);
  const [view, setView] = useState<'text' | 'changes'>('text');
  const canCompare = savedBody !== undefined && savedBody !== body;
  const shown = canCompare ? view : 'text';
  const known = useMemo(() => checkPython(settledBody, knowledge), [settledBody, knowledge]);
  const problems = useMemo<EditorProblem[]>(
    () => [
      ...known,
      ...(diagnostics ?? []).map((diagnostic) => ({ ...diagnostic, severity: severityOf(diagnostic) })),
      ...raised.map(({ line: at, message }) => ({
        line: at,
        column: firstColumn(body, at),
        endLine: at,
        endColumn: (body.split('\n')[at - 1]?.length ?? 0) + 1,
        severity: 'error' as const,
        message,
      })),
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- raised lines are drawn for the body they were raised in
    [diagnostics, known, raised],
  );

  function insert(entry: AlertFunction) {
    const next = withFunction(body, entry);
    onBody(next.body);
    setView('text');
    setGoTo({ line: next.line, column: 1 });
  }
  const entryOf = (entry: AlertFunction) => ({
    label: entry.name,
    keys: lineOfFunction(body, entry.name) === undefined ? undefined : 'defined',
    onSelect: () => insert(entry),
  });
  return (
    <Pane
      className={shared.detect}
      title={
        <span className={shared.paneTitle}>
          <StepNumber number={2} />
          Detect
          {readOnly && (
            <span className={shared.readOnlyTag}>
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
              value={shown}
              onChange={setView}
            />
          )}
        </span>
      }
      actions={
        <span className={styles.inserts}>
          {props.titleAction}
          {!readOnly && (
            <>
              {props.extraAction}
              <span className={shared.quiet}>Insert</span>
              {alertFunctions
                .filter((entry) => quickFunctions.includes(entry.name))
                .map((entry) => (
                  <Button
                    key={entry.name}
                    size="xs"
                    variant="quiet"
                    className={styles.insert}
                    tooltip={entry.does}
                    onClick={() => insert(entry)}
                  >
                    {entry.name}
                  </Button>
                ))}
              <Menu
                label="Insert a function"
                position="bottom-end"
                entries={alertFunctions.map((entry) => {
                  const { keys: _unused, ...item } = entryOf(entry);
                  return { ...item, label: `${entry.name}: ${entry.does.toLowerCase()}` };
                })}
              >
                <IconButton label="Insert another function" size="xs">
                  <IconDots size={14} stroke={1.5} aria-hidden />
                </IconButton>
              </Menu>
            </>
          )}
        </span>
      }
      footer={
        <>
          <SyntaxState {...props} onGo={setGoTo} />
          <Warnings problems={known} line={line} onGo={setGoTo} />
          <span className={cx(styles.line, shared.pushed)}>{`Line ${line}`}</span>
          <span className={styles.escapeHint}>Esc then Tab leaves the editor</span>
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
            label="Code of the rule"
            value={body}
            onChange={onBody}
            readOnly={readOnly}
            problems={problems}
            notes={props.notes}
            knowledge={knowledge}
            goTo={goTo}
            onCursor={setLine}
          />
        )}
      </div>
    </Pane>
  );
}

interface Place {
  line: number;
  column: number;
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

/** The column behind a line's indentation. */
function firstColumn(body: string, line: number): number {
  const text = body.split('\n')[line - 1] ?? '';
  return text.length - text.trimStart().length + 1;
}

function SyntaxState({
  diagnostics,
  isChecking,
  onGo,
}: Pick<DetectPaneProps, 'diagnostics' | 'isChecking'> & {
  onGo: (place: Place) => void;
}) {
  const first = diagnostics?.find((entry) => severityOf(entry) === 'error') ?? diagnostics?.[0];
  if (diagnostics === undefined) return <span>Checking syntax</span>;
  if (!first) {
    return (
      <span className={isChecking ? shared.quiet : shared.good} role="status">
        <IconCircleCheck size={14} stroke={1.5} aria-hidden />
        Syntax
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles.problem}
      onClick={() => onGo({ line: first.line, column: first.column })}
    >
      <IconCircleX size={14} stroke={1.5} aria-hidden />
      <span className={shared.ellipsis} role="status">
        {`Line ${first.line}, column ${first.column}: ${first.message}`}
        {diagnostics.length > 1 && `, and ${diagnostics.length - 1} more`}
      </span>
    </button>
  );
}
