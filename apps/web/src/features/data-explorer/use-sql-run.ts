import { useQueryClient } from '@tanstack/react-query';
import { hasFlowPragma, sqlStatements, statementAt } from '@margay/query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { EditorProblem } from '../../editor/code-editor-props.ts';
import { useExplanation } from '../../lib/data-lake/explanation.ts';
import { queryProblem } from '../../editor/query-problem.ts';
import { cancelSearch } from '../../lib/data-lake/queries.ts';
import type { SearchProblem } from '../../lib/data-lake/queries.ts';
import { partsKey } from '../../lib/data-lake/part-keys.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { executeSql } from './queries.ts';
import type { QueryTab } from './query-tabs.ts';
import type { OpenTabs } from './use-query-tabs.ts';

/** A check starts this long after the last key. */
const checkDelayMs = 300;

interface Refusal {
  tabId: string;
  /** The text that was refused. */
  text: string;
  message: string;
  problems: EditorProblem[];
}

/** Problems of a text that stands somewhere in a longer one. */
function editorProblems(problems: readonly SearchProblem[], text: string, offset: number): EditorProblem[] {
  const before = text.slice(0, offset).split('\n');
  const lines = before.length - 1;
  const columns = before.at(-1)?.length ?? 0;
  return problems.map((problem) => {
    const { line, column, endLine, endColumn } = problem;
    return queryProblem({
      ...problem,
      line: line + lines,
      column: line === 1 ? column + columns : column,
      endLine: endLine + lines,
      endColumn: endLine === 1 ? endColumn + columns : endColumn,
    });
  });
}

function problemsOf(error: unknown): SearchProblem[] {
  const details = error instanceof RequestError ? error.details : undefined;
  if (typeof details !== 'object' || details === null || !('diagnostics' in details)) return [];
  // The server sends one shape of diagnostics for every language.
  return Array.isArray(details.diagnostics) ? (details.diagnostics as SearchProblem[]) : [];
}

const noProblems: EditorProblem[] = [];

/** Runs the text of the open tab, or a part of it, and says what is wrong with it. */
export function useSqlRun(tab: QueryTab, change: OpenTabs['change'], cursor: number) {
  const graphql = useGraphql();
  const client = useQueryClient();
  const [startingId, setStartingId] = useState<string>();
  const [refusal, setRefusal] = useState<Refusal>();
  /** Each start and cancel takes the next number; a start that is no longer the newest is given up. */
  const turn = useRef(0);
  useEffect(() => () => void (turn.current += 1), []);
  const statements = useMemo(() => (hasFlowPragma(tab.text) ? [] : sqlStatements(tab.text)), [tab.text]);
  const isOneOfMany = statements.length > 1;
  // What runs unless something is selected: all of a text, and where it holds several statements the one at the cursor.
  const part = isOneOfMany ? statementAt(statements, cursor) : { from: 0, to: tab.text.length };
  const partText = tab.text.slice(part.from, part.to);
  const checkedText = useDebounced(partText, checkDelayMs);
  const explanation = useExplanation(checkedText, tab.database);

  const giveUp = (id: string) => {
    void client.cancelQueries({ queryKey: partsKey(id) });
    client.removeQueries({ queryKey: partsKey(id) });
    cancelSearch(graphql, id).catch((error: unknown) =>
      toast.error({ title: 'The query was not cancelled', message: failureText(error) }),
    );
  };

  /** Runs the text from an offset to another. */
  async function run(from = part.from, to = part.to) {
    const { id: tabId, text, database: databaseName, savedQueryId } = tab;
    const sql = text.slice(from, to);
    if (sql.trim() === '') return;
    turn.current += 1;
    const mine = turn.current;
    setRefusal(undefined);
    setStartingId(tabId);
    try {
      const queryId = await executeSql(graphql, {
        sql,
        databaseName,
        ...(savedQueryId === undefined ? {} : { savedQueryId }),
      });
      if (mine !== turn.current) return giveUp(queryId);
      change(tabId, { queryId });
    } catch (error) {
      if (mine !== turn.current) return;
      const problems = editorProblems(problemsOf(error), text, from);
      setRefusal({ tabId, text, message: failureText(error), problems });
      change(tabId, { queryId: undefined });
    }
    setStartingId(undefined);
  }

  const refused = refusal?.tabId === tab.id && refusal.text === tab.text ? refusal : undefined;
  const checked = explanation.data?.of === partText ? explanation.data : undefined;
  const problems = useMemo(() => {
    if (tab.text.trim() === '') return noProblems;
    if (refused && refused.problems.length > 0) return refused.problems;
    return checked ? editorProblems(checked.diagnostics, tab.text, part.from) : noProblems;
  }, [refused, checked, tab.text, part.from]);
  return {
    run,
    /** There are other statements in the text. */
    isOneOfMany,
    cancel() {
      turn.current += 1;
      setStartingId(undefined);
      if (tab.queryId) giveUp(tab.queryId);
      change(tab.id, { queryId: undefined });
    },
    isStarting: startingId === tab.id,
    refusal: refused?.message,
    problems,
    explanation: tab.text.trim() === '' ? undefined : checked,
  };
}

export type SqlRun = ReturnType<typeof useSqlRun>;
