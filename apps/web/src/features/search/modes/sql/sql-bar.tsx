import { useEffect, useMemo, useState } from 'react';
import type { EditorProblem } from '../../../../editor/code-editor-props.ts';
import { SqlEditor } from '../../../../editor/sql/sql-editor.tsx';
import { useTableValues } from '../../../../editor/use-table-values.ts';
import { useGraphql } from '../../../../lib/graphql/graphql-context.tsx';
import { checkSearch } from '../../queries.ts';
import type { LakeDatabase, SearchProblem } from '../../../../lib/data-lake/queries.ts';
import { editorTables } from '../../../../lib/data-lake/editor-tables.ts';
import { ProblemList } from '../problem-list.tsx';
import { LimitInput, RunButton } from '../../form/form-parts.tsx';
import { defaultLimit } from '../../form/search-form.ts';
import styles from './sql-bar.module.css';
import { useMayTakeFocus } from '../../use-may-take-focus.ts';
import type { Search } from '../../use-search.ts';

/** A check starts this long after the last key. */
const checkDelayMs = 300;

function editorProblem({
  line,
  column,
  endLine,
  endColumn,
  severity,
  message,
}: SearchProblem): EditorProblem {
  return { line, column, endLine, endColumn, severity: severity === 'error' ? 'error' : 'warning', message };
}

const noProblems: EditorProblem[] = [];
const noRefusal: SearchProblem[] = [];

/** What the server says about the text: while it is being typed, and when it refused to run it. */
function useSqlProblems(text: string, refused: readonly SearchProblem[]): EditorProblem[] {
  const graphql = useGraphql();
  const [checked, setChecked] = useState<{ text: string; problems: EditorProblem[] }>();
  useEffect(() => {
    if (text.trim() === '') return undefined;
    const controller = new AbortController();
    const request = { language: 'sql', filters: text, limit: defaultLimit, sortDir: 'descending' } as const;
    const timer = setTimeout(() => {
      checkSearch(graphql, request, controller.signal).then(
        (problems) => setChecked({ text, problems: problems.map(editorProblem) }),
        () => undefined, // running the query says what is wrong
      );
    }, checkDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [graphql, text]);
  const refusal = useMemo(() => refused.map(editorProblem), [refused]);
  if (refusal.length > 0) return refusal;
  return checked?.text === text ? checked.problems : noProblems;
}

/** The form of an SQL search: the text, with its problems at their place. */
export function SqlBar({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const { form, change } = search;
  const problems = useSqlProblems(form.text, search.refusal?.problems ?? noRefusal);
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const tables = useMemo(() => editorTables(databases), [databases]);
  const values = useTableValues();
  const mayTakeFocus = useMayTakeFocus();
  return (
    <div className={styles.sql}>
      <div className={styles.sqlEditor}>
        <SqlEditor
          label="SQL"
          value={form.text}
          onChange={(text) => change({ text })}
          tables={tables}
          values={values}
          onRun={() => void search.start()}
          problems={problems}
          goTo={goTo}
          autoFocus={form.text === '' && mayTakeFocus}
        />
      </div>
      <div className={styles.sqlFoot}>
        <ProblemList problems={problems} onGoTo={setGoTo} />
        <LimitInput search={search} />
        <RunButton search={search} />
      </div>
    </div>
  );
}
