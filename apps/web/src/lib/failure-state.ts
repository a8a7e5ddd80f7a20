import type { AnyRouter } from '@tanstack/react-router';
import { RequestError } from './graphql/request-error.ts';
import type { FailureStatus } from './graphql/request-error.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set while the error page of this status stands in place of the screen. Goes with the next navigation. */
    failureStatus?: FailureStatus | undefined;
  }
}

/** Between two pages the one that is left is drawn still: what fails there says nothing of the address to come. */
export function isOnTheWay(router: AnyRouter): boolean {
  const { resolvedLocation } = router.state;
  return resolvedLocation !== undefined && resolvedLocation.pathname !== router.history.location.pathname;
}

/** Puts the status of a failed page into the navigation state of the current address, or takes it out. */
export function setFailureStatus(router: AnyRouter, status: FailureStatus | undefined) {
  const { href, state } = router.history.location;
  if (state.failureStatus === status) return;
  router.history.replace(href, { ...state, failureStatus: status });
}

/** How a query wants its failures shown: `meta: { failure: 'panel' }`. */
export type FailureDisplay =
  /** The error page takes the place of the screen (default, only while there is no data yet). */
  | 'page'
  /** The panel shows it itself. */
  | 'panel'
  /** As `page`, but a missing object is no failure. */
  | 'ignore-not-found';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { failure?: FailureDisplay };
  }
}

/** The status to show as an error page for a failed query, or undefined when its panel deals with it. */
export function pageStatusOf(
  error: unknown,
  display: FailureDisplay,
  hasData: boolean,
): FailureStatus | undefined {
  if (display === 'panel' || hasData) return undefined;
  const status = error instanceof RequestError ? error.status : 'unknown';
  if (status === 401) return undefined;
  return display === 'ignore-not-found' && status === 404 ? undefined : status;
}
