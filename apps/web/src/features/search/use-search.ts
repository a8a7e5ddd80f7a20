import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText, RequestError } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/toast.ts';
import { cancelSearch, startSearch } from './queries.ts';
import type { SearchProblem } from './queries.ts';
import { canRun, formFaults, requestOf } from './search-form.ts';
import type { SearchAddress, SearchForm } from './search-form.ts';
import type { SearchMode } from './search-modes.ts';
import { useSearchForm } from './use-search-form.ts';
import type { ChangeAddress } from './use-search-form.ts';
import { partsKey, useSearchRun } from './use-search-run.ts';

/** Problems out of a refusal's details; the message alone where there are none. */
export function problemsOf(error: unknown): SearchProblem[] {
  const details = error instanceof RequestError ? error.details : undefined;
  if (typeof details !== 'object' || details === null || !('diagnostics' in details)) return [];
  const { diagnostics } = details;
  // The server sends one shape of diagnostics for every language.
  return Array.isArray(diagnostics) ? (diagnostics as SearchProblem[]) : [];
}

interface Refusal {
  message: string;
  problems: SearchProblem[];
}

/** The form, the search that runs for it, and what a person does with both. */
export function useSearch(address: SearchAddress, changeAddress: ChangeAddress) {
  const graphql = useGraphql();
  const client = useQueryClient();
  const { form, change, publish, arrivals } = useSearchForm(address, changeAddress);
  const { queryId } = address;
  const run = useSearchRun(queryId, form.sortDirection, form.mode === 'sql');
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
  /** What was typed in the other mode. */
  const texts = useRef<Partial<Record<SearchMode, string>>>({});
  const faults = formFaults(form);
  const isLoading = isStarting || run.isRunning;

  const giveUp = (id: string) => {
    void client.cancelQueries({ queryKey: partsKey(id) });
    client.removeQueries({ queryKey: partsKey(id) });
    cancelSearch(graphql, id).catch((error: unknown) =>
      toast.error({ title: 'The search was not cancelled', message: failureText(error) }),
    );
  };

  /** Runs the form, with changes; the result takes the place of the one before. */
  async function start(changes: Partial<SearchForm> = {}, options = { replace: false }) {
    const next = { ...form, ...changes };
    change(changes);
    setRefusal(undefined);
    setShowsFaults(true);
    if (!canRun(formFaults(next))) return;
    turn.current += 1;
    const mine = turn.current;
    if (queryId && run.isRunning) giveUp(queryId);
    setStarting(true);
    try {
      const id = await startSearch(graphql, requestOf(next, new Date()));
      if (mine !== turn.current || !isHere.current) return giveUp(id);
      publish(next, id, options);
      setShowsFaults(false);
    } catch (error) {
      if (mine !== turn.current || !isHere.current) return;
      publish(next, undefined, { replace: true });
      setRefusal({ message: failureText(error), problems: problemsOf(error) });
    }
    setStarting(false);
  }

  function cancel() {
    turn.current += 1;
    setStarting(false);
    if (queryId) giveUp(queryId);
    publish(form, undefined, { replace: true });
  }

  const arrive = useEffectEvent(() => {
    setRefusal(undefined);
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
    start,
    cancel,
    /** Starts with an empty form of the other kind; the address before keeps this one. */
    switchMode(mode: SearchMode) {
      turn.current += 1;
      setStarting(false);
      setRefusal(undefined);
      setShowsFaults(false);
      const next = { ...form, mode, text: texts.current[mode] ?? '', groups: [] };
      texts.current[form.mode] = form.text;
      change(next);
      publish(next, undefined, { replace: false });
    },
    /** Sorts what is there; nothing runs anew but the rows in the other order. */
    sort() {
      const sortDirection = form.sortDirection === 'descending' ? 'ascending' : 'descending';
      change({ sortDirection });
      publish({ ...form, sortDirection }, queryId, { replace: true });
    },
    queryId,
    run,
    faults,
    showsFaults,
    refusal,
    isStarting,
    isLoading,
  };
}

export type Search = ReturnType<typeof useSearch>;
