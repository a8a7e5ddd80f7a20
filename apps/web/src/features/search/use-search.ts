import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { cancelSearch } from '../../lib/data-lake/queries.ts';
import { startSearch } from './queries.ts';
import type { SearchProblem } from '../../lib/data-lake/queries.ts';
import { canRun, formFaults, requestOf } from './form/search-form.ts';
import type { SearchAddress, SearchForm } from './form/form-values.ts';
import type { ResultsView, SearchMode } from './search-modes.ts';
import { useSearchForm } from './form/use-search-form.ts';
import type { ChangeAddress } from './form/use-search-form.ts';
import { useModeDrafts } from './form/use-mode-drafts.ts';
import { useQueryFacts } from './query-facts.ts';
import { flowOf, useFlow } from './use-flow.ts';
import { useLeave } from '../../lib/data-lake/use-leave.ts';
import { partsKey } from '../../lib/data-lake/part-keys.ts';
import { modeOf } from './modes/index.ts';

/** Problems out of a refusal's details; the message alone where there are none. */
export function problemsOf(error: unknown): SearchProblem[] {
  const details = error instanceof RequestError ? error.details : undefined;
  if (typeof details !== 'object' || details === null || !('diagnostics' in details)) return [];
  const { diagnostics } = details;
  // The server sends one shape of diagnostics for every language.
  return Array.isArray(diagnostics) ? (diagnostics as SearchProblem[]) : [];
}

/** Whether a new search is the one before, run again: then its columns and charts go along. */
export function isSameQuestion(before: SearchForm, next: SearchForm, asksForChart: boolean): boolean {
  const same = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
  const isSameText = before.text === next.text || !asksForChart;
  return (
    before.mode === next.mode &&
    same(before.databases, next.databases) &&
    same(before.tables, next.tables) &&
    isSameText
  );
}

interface Refusal {
  message: string;
  problems: SearchProblem[];
}

/** Not asked for yet, running in the data lake, or there. */
export type SubQueryStatus = 'provisioning' | 'running' | 'succeeded';

/** Each part of a search has a status of its own. */
export type SearchStatuses = Record<'timeline' | 'details' | 'summary', SubQueryStatus>;

function statusOf(isWaiting: boolean, results: unknown): SubQueryStatus {
  if (isWaiting) return 'provisioning';
  return results === undefined ? 'running' : 'succeeded';
}

/** The form, the search that runs for it, and what a person does with both. */
export function useSearch(address: SearchAddress, changeAddress: ChangeAddress) {
  const graphql = useGraphql();
  const client = useQueryClient();
  const { form, change, publish, leave, arrivals } = useSearchForm(address, changeAddress);
  const { queryId } = address;
  const { isText } = modeOf(form);
  const facts = useQueryFacts(queryId);
  const asksForChart = facts?.annotations.visualize ?? false;
  const view = address.view ?? (asksForChart ? 'visualizations' : 'results');
  // Only the text of a query can ask for a chart, so the form never waits for what is known of its search.
  const isKnown = !isText || facts !== undefined;
  const flow = flowOf({ isText, asksForChart, showsChart: view === 'visualizations' });
  const run = useFlow(queryId, {
    sortDirection: form.sortDirection,
    isText,
    flow: isKnown ? flow : undefined,
  });
  useLeave(queryId);
  const [isStarting, setStarting] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [showsFaults, setShowsFaults] = useState(false);
  /** Each start and each cancel takes the next number; a start that is no longer the newest is given up. */
  const turn = useRef(0);
  /** Off once the screen is left: a late answer must not lead back here. */
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  /** The search of the address and the form it was started with. */
  const asked = useRef<{ id: string; form: SearchForm }>(undefined);
  const statuses: SearchStatuses | undefined =
    isStarting || queryId !== undefined
      ? {
          timeline: statusOf(isStarting, run.timeline),
          details: statusOf(isStarting || run.timeline === undefined, run.pages),
          summary: statusOf(isStarting || run.timeline === undefined, run.summary),
        }
      : undefined;
  const faults = formFaults(form);
  const isLoading = isStarting || run.isRunning;

  /** Ends what is still asked for of a search, here and on the server; what is there stays. */
  const stop = (id: string) => {
    void client.cancelQueries({ queryKey: partsKey(id) });
    cancelSearch(graphql, id).catch((error: unknown) =>
      toast.error({ title: 'The search was not cancelled', message: failureText(error) }),
    );
  };

  const giveUp = (id: string) => {
    stop(id);
    client.removeQueries({ queryKey: partsKey(id) });
  };

  /** Runs the form, with changes; the result takes the place of the one before. Resolves to its id, if it started. */
  async function start(
    changes: Partial<SearchForm> = {},
    options = { replace: false },
  ): Promise<string | undefined> {
    const next = { ...form, ...changes };
    change(changes);
    setRefusal(undefined);
    setShowsFaults(true);
    if (!canRun(formFaults(next))) return undefined;
    turn.current += 1;
    const mine = turn.current;
    if (queryId && run.isRunning) giveUp(queryId);
    // Its summary may still be counted, at the expense of the new search.
    else if (queryId && client.isFetching({ queryKey: partsKey(queryId) }) > 0) stop(queryId);
    setStarting(true);
    try {
      const before = asked.current;
      const isAgain =
        queryId !== undefined && before?.id === queryId && isSameQuestion(before.form, next, asksForChart);
      const request = requestOf(next, new Date());
      const id = await startSearch(
        graphql,
        isAgain ? { ...request, copyUserConfigQueryId: queryId } : request,
      );
      if (mine !== turn.current || !isHere.current) {
        giveUp(id);
        return undefined;
      }
      // What was typed since went into the address of the search before: going back to it shows what it asked for.
      if (!options.replace && before && before.id === queryId && asked.current === before)
        leave(before.form, queryId);
      asked.current = { id, form: next };
      publish(next, id, options);
      setShowsFaults(false);
      setStarting(false);
      return id;
    } catch (error) {
      if (mine !== turn.current || !isHere.current) return undefined;
      publish(next, undefined, { replace: true });
      setRefusal({ message: failureText(error), problems: problemsOf(error) });
    }
    setStarting(false);
    return undefined;
  }

  /** Shows a search that ran before, with its form; one that has not run is run. */
  function show(shown: SearchForm, id: string | undefined) {
    if (id === undefined) return void start(shown);
    turn.current += 1;
    if (queryId && run.isRunning) giveUp(queryId);
    setStarting(false);
    setRefusal(undefined);
    asked.current = { id, form: shown };
    change(shown);
    return publish(shown, id, { replace: false });
  }

  function cancel() {
    turn.current += 1;
    setStarting(false);
    if (queryId) giveUp(queryId);
    publish(form, undefined, { replace: true });
  }

  const drafts = useModeDrafts(arrivals);
  const arrive = useEffectEvent(() => {
    setRefusal(undefined);
    if (queryId !== undefined) asked.current = { id: queryId, form };
    if (queryId === undefined && Object.keys(address).length > 0) void start({}, { replace: true });
  });
  const handled = useRef(0);
  useEffect(() => {
    // Development draws everything twice; one arrival starts one search.
    if (handled.current === arrivals) return;
    handled.current = arrivals;
    arrive();
  }, [arrivals]);

  return {
    form,
    change: (part: Partial<SearchForm>) => {
      setRefusal(undefined);
      change(part);
    },
    /** The form follows what its text says. Nobody changed anything, so a refusal stays. */
    follow: change,
    start,
    show,
    cancel,
    /** The form of another mode as it was left, if nothing was changed since. */
    draftOf: (mode: SearchMode) => drafts.draftOf(mode, form),
    /** The same whatever was changed. */
    formerOf: drafts.formerOf,
    /** The form that the text was made from; undefined where somebody wrote or changed the text. */
    source: () => drafts.sourceOf(form),
    /** Goes on with the form of another mode; this one is kept for the way back, here and in the address before. */
    switchMode(mode: SearchMode, changes: Partial<SearchForm> = {}) {
      turn.current += 1;
      setStarting(false);
      setRefusal(undefined);
      setShowsFaults(false);
      const next = { ...form, text: '', groups: [], ...changes, mode };
      drafts.leave(form, next);
      change(next);
      publish(next, undefined, { replace: false });
    },
    /** Sorts what is there; nothing runs anew but the rows in the other order. */
    sort() {
      const sortDirection = form.sortDirection === 'descending' ? 'ascending' : 'descending';
      change({ sortDirection });
      publish({ ...form, sortDirection }, queryId, { replace: true });
    },
    view,
    /** Results or visualizations: a place of its own in the address. */
    changeView: (next: ResultsView) => changeAddress({ ...address, view: next }, { replace: true }),
    facts,
    queryId,
    run,
    faults,
    showsFaults,
    refusal,
    isStarting,
    statuses,
    isLoading,
  };
}

export type Search = ReturnType<typeof useSearch>;
