import { createSlot } from '../slot.tsx';
import type { LakeDatabase, ResultEdge, SearchResults } from './queries.ts';

/** Where and when to look, in the words of an address. */
export interface ScopeParams {
  databases?: string[] | undefined;
  tables?: string[] | undefined;
  timeFrame?: string | undefined;
  relativeTime?: string | undefined;
  relativeNumberVal?: number | undefined;
  relativeTimeUnit?: string | undefined;
  startTime?: string | undefined;
  endTime?: string | undefined;
}

/** The choice of databases, tables and time frame. */
export const ScopeSlot = createSlot<{
  databases: readonly LakeDatabase[];
  value: ScopeParams;
  onChange: (value: ScopeParams) => void;
}>();

/** Events over time, stacked by log type. */
export const HistogramSlot = createSlot<{
  /** Undefined while it is being counted. */
  results: SearchResults | undefined;
  elapsedMs: number | undefined;
  onZoom: (from: Date, to: Date) => void;
}>();

/** The rows of a search as a table whose columns a person chooses, with the row that is open beside it. */
export const ResultRowsSlot = createSlot<{
  /** Undefined while the first page is on its way. */
  edges: readonly ResultEdge[] | undefined;
  info: SearchResults['columnInfo'] | undefined;
  total: number;
  /** Rows made by a query are in their own order and keep all their columns. */
  isSql: boolean;
  isLoadingMore: boolean;
  onEndReached: () => void;
  /** Told the columns of the table, in their order, whenever they change. */
  onColumns?: (columns: readonly string[]) => void;
}>();
