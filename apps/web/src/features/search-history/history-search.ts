export const searchStatuses = ['running', 'succeeded', 'failed', 'cancelled'] as const;
export type SearchStatus = (typeof searchStatuses)[number];

export const searchKinds = [
  'search',
  'adhoc',
  'pantherflow',
  'scheduled',
  'indicator',
  'alertSummary',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What the address holds. */
export interface HistorySearch {
  sortDir: 'ascending' | 'descending';
  search?: string | undefined;
  kinds?: SearchKind[] | undefined;
  status?: SearchStatus[] | undefined;
  by?: string[] | undefined;
  days?: number | undefined;
}
