import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { EditorProblem } from '../../editor/code-editor-props.ts';
import { alertFunctions, withFunction } from '../../editor/python/alert-functions.ts';
import type { AlertFunction } from '../../editor/python/alert-functions.ts';
import { CodePane } from '../../editor/python/code-pane.tsx';
import type { CodePaneProps } from '../../editor/python/code-pane.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { IconDots } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import shared from './detections.module.css';
import styles from './rule-editor.module.css';
import { StepNumber } from './section.tsx';

export interface DetectPaneProps extends Omit<
  CodePaneProps,
  'className' | 'title' | 'label' | 'problems' | 'actions'
> {
  /** Stands first among the actions, also where nothing can be changed. */
  titleAction?: ReactNode;
  /** Stands before the functions to insert. */
  extraAction?: ReactNode;
  /** Lines a test of the last run raised at. */
  raised: readonly { line: number; message: string }[];
}

/** Offered as buttons; the others are in the menu. */
const quickFunctions = ['title', 'dedup', 'severity', 'runbook'];

/** The Python of the rule, with the errors of the real parser and of the last test run at their lines. */
export function DetectPane({ raised, titleAction, extraAction, ...rest }: DetectPaneProps) {
  const { body, readOnly } = rest;
  const problems = useMemo<EditorProblem[]>(
    () =>
      raised.map(({ line: at, message }) => ({
        line: at,
        column: firstColumn(body, at),
        endLine: at,
        endColumn: (body.split('\n')[at - 1]?.length ?? 0) + 1,
        severity: 'error',
        message,
      })),
    // oxlint-disable-next-line react/exhaustive-deps -- raised lines are drawn for the body they were raised in
    [raised],
  );
  return (
    <CodePane
      {...rest}
      className={shared.detect}
      title={
        <>
          <StepNumber number={2} />
          Detect
        </>
      }
      label="Code of the rule"
      problems={problems}
      actions={(show) => (
        <span className={styles.inserts}>
          {titleAction}
          {!readOnly && (
            <>
              {extraAction}
              <InsertFunctions body={body} onInsert={show} />
            </>
          )}
        </span>
      )}
    />
  );
}

/** Buttons and a menu that put a function of a rule into its body, or go to it. */
function InsertFunctions({
  body,
  onInsert,
}: {
  body: string;
  onInsert: (body: string, line: number) => void;
}) {
  function insert(entry: AlertFunction) {
    const next = withFunction(body, entry);
    onInsert(next.body, next.line);
  }
  return (
    <>
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
        entries={alertFunctions.map((entry) => ({
          label: `${entry.name}: ${entry.does.toLowerCase()}`,
          onSelect: () => insert(entry),
        }))}
      >
        <IconButton label="Insert another function" size="xs">
          <IconDots size={14} stroke={1.5} aria-hidden />
        </IconButton>
      </Menu>
    </>
  );
}

/** The column behind a line's indentation. */
function firstColumn(body: string, line: number): number {
  const text = body.split('\n')[line - 1] ?? '';
  return text.length - text.trimStart().length + 1;
}
