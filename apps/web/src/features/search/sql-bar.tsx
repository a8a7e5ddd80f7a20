import { useEffect, useMemo, useState } from 'react';
import type { EditorProblem } from '../../editor/code-editor.tsx';
import { SqlEditor } from '../../editor/sql/sql-editor.tsx';
import type { SqlNames } from '../../editor/sql/sql-language.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { IconAlertTriangle, IconCircleX } from '../../ui/icons.ts';
import { checkSearch } from './queries.ts';
import type { LakeDatabase, SearchProblem } from './queries.ts';
import { LimitInput, RunButton } from './search-bar.tsx';
import { defaultLimit, requestOf } from './search-form.ts';
import styles from './search.module.css';
import type { Search } from './use-search.ts';

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

/** What the server says about the text while it is being typed. */
function useSqlProblems(search: Search): SearchProblem[] {
  const graphql = useGraphql();
  const { text } = search.form;
  const [checked, setChecked] = useState<{ text: string; problems: SearchProblem[] }>();
  useEffect(() => {
    if (text.trim() === '') return undefined;
    const controller = new AbortController();
    const request = requestOf({ ...search.form, text, limit: defaultLimit }, new Date());
    const timer = setTimeout(() => {
      checkSearch(graphql, request, controller.signal).then(
        (problems) => setChecked({ text, problems }),
        () => undefined, // running the query says what is wrong
      );
    }, checkDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only another text needs another check
  }, [graphql, text]);
  if (search.refusal && search.refusal.problems.length > 0) return search.refusal.problems;
  return checked?.text === text ? checked.problems : [];
}

/** The form of an SQL search: the text, with its problems at their place. */
export function SqlBar({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const { form, change } = search;
  const problems = useSqlProblems(search);
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const names = useMemo(() => namesOf(databases), [databases]);
  const problemsKey = JSON.stringify(problems);
  const marks = useMemo(() => problems.map(editorProblem), [problemsKey]); // oxlint-disable-line react/exhaustive-deps -- by contents
  return (
    <div className={styles.sql}>
      <div className={styles.sqlEditor}>
        <SqlEditor
          label="SQL"
          value={form.text}
          onChange={(text) => change({ text })}
          names={names}
          onRun={() => void search.start()}
          problems={marks}
          goTo={goTo}
          autoFocus={form.text === ''}
        />
      </div>
      <div className={styles.sqlFoot}>
        <div className={styles.problems} role="status">
          {problems.slice(0, 3).map((problem, index) => (
            <button
              key={index}
              type="button"
              className={problem.severity === 'error' ? styles.problemError : styles.problemWarning}
              onClick={() => setGoTo({ line: problem.line, column: problem.column })}
            >
              {problem.severity === 'error' ? (
                <IconCircleX size={14} stroke={1.5} aria-hidden />
              ) : (
                <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
              )}
              <span>
                {problem.line}:{problem.column} {problem.message}
              </span>
            </button>
          ))}
        </div>
        <LimitInput search={search} />
        <RunButton search={search} />
      </div>
    </div>
  );
}

function namesOf(databases: readonly LakeDatabase[]): SqlNames {
  return Object.fromEntries(
    databases.map(({ name, tables }) => [
      name,
      {
        public: Object.fromEntries(
          tables.map((table) => [table.name, table.columns.map((column) => column.name)]),
        ),
      },
    ]),
  );
}
