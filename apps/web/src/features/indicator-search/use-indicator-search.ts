import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { indicatorsText, maxIndicators, readIndicators } from '@margay/query';
import { cancelSearch } from '../../lib/data-lake/queries.ts';
import type { ScopeParams } from '../../lib/data-lake/slots.ts';
import { useLeave } from '../../lib/data-lake/use-leave.ts';
import { partsKey } from '../../lib/data-lake/part-keys.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { windowOf } from './indicator-address.ts';
import type { IndicatorAddress, TimesOf } from './indicator-address.ts';
import { startIndicatorSearch } from './queries.ts';

export type ChangeAddress = (address: IndicatorAddress, options: { replace: boolean }) => void;

/** The address follows the text this long after the last key. */
const syncDelayMs = 250;

/** What a person looks for, and the search that runs for it. The address keeps both. */
export function useIndicatorSearch(
  address: IndicatorAddress,
  changeAddress: ChangeAddress,
  timesOf: TimesOf,
) {
  const graphql = useGraphql();
  const client = useQueryClient();
  const { q = '', queryId, ...scope } = address;
  const [text, setText] = useState(q);
  const [seen, setSeen] = useState(q);
  useLeave(queryId);
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Each start and cancel takes the next number; a start that is no longer the newest is given up. */
  const turn = useRef(0);
  const written = useRef(q);
  if (q !== seen) {
    setSeen(q);
    // oxlint-disable-next-line react/refs -- tells what came from here from what came by a link or by going back
    if (q !== written.current) setText(q);
  }
  const list = useMemo(() => readIndicators(text), [text]);

  const write = (next: IndicatorAddress, options: { replace: boolean }) => {
    written.current = next.q ?? '';
    changeAddress(next, options);
  };
  const sync = useEffectEvent((typed: string) => {
    if (typed !== q) write({ ...scope, q: typed || undefined, queryId }, { replace: true });
  });
  useEffect(() => {
    const timer = setTimeout(() => sync(text), syncDelayMs);
    return () => clearTimeout(timer);
  }, [text]);

  const giveUp = (id: string) => {
    void client.cancelQueries({ queryKey: partsKey(id) });
    client.removeQueries({ queryKey: partsKey(id) });
    cancelSearch(graphql, id).catch((error: unknown) =>
      toast.error({ title: 'The search was not cancelled', message: failureText(error) }),
    );
  };

  async function start(change: ScopeParams = scope, options = { replace: false }) {
    const { indicators } = list;
    if (indicators.length === 0) return;
    turn.current += 1;
    const mine = turn.current;
    setFailure(undefined);
    setStarting(true);
    const { databases = [], tables = [] } = change;
    try {
      const id = await startIndicatorSearch(graphql, {
        indicators: indicators.map((indicator) =>
          indicator.field === undefined ? indicator.value : `${indicator.field}=${indicator.value}`,
        ),
        ...windowOf(change, new Date(), timesOf),
        ...(databases.length > 0 ? { databases } : {}),
        ...(tables.length > 0 ? { tables } : {}),
      });
      if (mine !== turn.current) return giveUp(id);
      write({ ...change, q: text, queryId: id }, options);
    } catch (error) {
      if (mine !== turn.current) return;
      setFailure(failureText(error));
      write({ ...change, q: text, queryId: undefined }, { replace: true });
    }
    setStarting(false);
  }

  const arrive = useEffectEvent(() => {
    // A link without a search of its own starts one.
    if (queryId === undefined && list.indicators.length > 0) void start(scope, { replace: true });
  });
  const hasArrived = useRef(false);
  useEffect(() => {
    if (hasArrived.current) return;
    hasArrived.current = true;
    arrive();
  }, []);
  useEffect(() => () => void (turn.current += 1), []);

  return {
    text,
    setText,
    /** Leaves what is an indicator, each on its own line. */
    tidy: () => setText(indicatorsText(list.indicators)),
    list,
    tooMany: list.indicators.length > maxIndicators,
    scope,
    /** A scope that changes applies with the next run. */
    setScope: (next: ScopeParams) => write({ ...next, q: text || undefined, queryId }, { replace: true }),
    start,
    cancel() {
      turn.current += 1;
      setStarting(false);
      if (queryId) giveUp(queryId);
      write({ ...scope, q: text, queryId: undefined }, { replace: true });
    },
    queryId,
    isStarting,
    failure,
  };
}

export type IndicatorSearch = ReturnType<typeof useIndicatorSearch>;
