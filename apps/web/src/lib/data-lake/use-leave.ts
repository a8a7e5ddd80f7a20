import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useGraphql } from '../graphql/graphql-context.tsx';
import { leaveSearch } from './queries.ts';
import { partsKey } from './part-keys.ts';

/**
 * Tells the server when the page of a search that still runs is left or closed. Not for good: a page that is only loaded
 * again, or another one with the same search, goes on asking for it.
 */
export function useLeave(queryId: string | undefined): void {
  const graphql = useGraphql();
  const isRunning = useIsFetching({ queryKey: partsKey(queryId) }) > 0;
  const latest = useRef({ queryId, isRunning });
  useEffect(() => {
    latest.current = { queryId, isRunning };
  });
  useEffect(() => {
    const leave = () => {
      const { queryId: id, isRunning: isAsked } = latest.current;
      // Nobody is there to be told; without this the server notices by itself, a little later.
      if (id !== undefined && isAsked) void leaveSearch(graphql, id).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [graphql]);
}
