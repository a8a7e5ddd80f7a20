import { useQueryClient } from '@tanstack/react-query';
import { useChartRows } from './charts/use-chart-rows.ts';
import type { SortDirection } from '../../lib/data-lake/queries.ts';
import { useSearchCost } from '../../lib/data-lake/use-search-cost.ts';
import { partsKey, progressKey } from '../../lib/data-lake/part-keys.ts';
import { useSearchRun } from '../../lib/data-lake/use-search-run.ts';

/**
 * `main`: timeline, then rows and summary. `visualization`: only the rows of the chart that the text asks for.
 * `both`: a person looks at a chart of rows that have no time of their own.
 */
export type SearchFlow = 'main' | 'visualization' | 'both';

/** Which parts of a search are asked for. */
export function flowOf(search: { isText: boolean; asksForChart: boolean; showsChart: boolean }): SearchFlow {
  const { isText, asksForChart, showsChart } = search;
  // Charts of the form are made from its timeline and its summary.
  if (!isText || !showsChart) return 'main';
  return asksForChart ? 'visualization' : 'both';
}

export interface FlowOptions {
  sortDirection: SortDirection;
  /** The search is a text. */
  isText: boolean;
  /** Undefined until it is known. */
  flow: SearchFlow | undefined;
}

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** The parts of a search and the rows of its chart, as one run. */
export function useFlow(queryId: string | undefined, { sortDirection, isText, flow }: FlowOptions) {
  const client = useQueryClient();
  const isMain = flow === 'main' || flow === 'both';
  const run = useSearchRun(isMain ? queryId : undefined, sortDirection, isText);
  const drawsRows = flow === 'visualization' || flow === 'both';
  const chart = useChartRows(queryId, partsKey(queryId), drawsRows, (progress) =>
    client.setQueryData(progressKey(isMain ? queryId : undefined), progress),
  );
  const cost = useSearchCost(queryId);
  const chartError = chart.error && !isCancelled(chart.error) ? chart.error : undefined;
  return {
    ...run,
    /** Undefined until they are there, or where no chart is drawn from rows. */
    chartRows: chart.data,
    failure: run.failure ?? chartError,
    wasCancelled: run.wasCancelled || (isCancelled(chart.error) && !chart.isFetching),
    isRunning: run.isRunning || chart.isFetching,
    bytesScanned: cost?.bytesScanned ?? run.bytesScanned + (chart.data?.bytesScanned ?? 0),
    elapsedMs: cost?.executionTime ?? (isMain ? run.elapsedMs : (chart.data?.elapsedMs ?? 0)),
    loadMore: async () => {
      if (!chart.isFetching) await run.loadMore();
    },
    retry: () => (chart.isError ? void chart.refetch() : run.retry()),
  };
}
