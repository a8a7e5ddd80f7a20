import { createSlot } from './slot.tsx';

export type QueryKind = 'simplesearch' | 'sql' | 'pantherflow';

/** What a saved query holds of a search: its text in one of three forms, and the fields of the search form. */
export interface SavedSearchFields {
  queryKind: QueryKind;
  sqlQuery?: string | null;
  /** PantherFlow; where it is present that language is used. */
  query?: string | null;
  simpleSearchQueryFilter?: string | null;
  /** The search in its first form (one table, a flat list of conditions), as JSON text, where it fits that. */
  queryCookie?: string | null;
  databases: string[];
  tables: string[];
  startTime?: string | null;
  endTime?: string | null;
  relativeTime?: string | null;
  relativeNumberVal?: number | null;
  relativeTimeUnit?: string | null;
  limit?: number | null;
  sortDirection?: 'ascending' | 'descending' | null;
}

/** In the head of a screen that searches: the buttons that schedule and save the search. */
export const SaveSearchSlot = createSlot<{
  /** The search as it stands in the form; undefined while it cannot run. */
  fields: SavedSearchFields | undefined;
  /** What to do about fields that are not there; else the search is to be finished. */
  missing?: string | undefined;
  /** The saved search it was opened from. */
  savedQueryId: string | undefined;
  /** What the screen does with what was saved; Search keeps its id in the address. */
  onSaved?: (saved: { id: string; name: string }) => void;
  label?: string;
  isNarrow: boolean;
}>();

/** Beside the title: the saved search it was opened from, and whether it was changed since. */
export const SavedNameSlot = createSlot<{
  fields: SavedSearchFields | undefined;
  savedQueryId: string | undefined;
}>();

/** The button that opens a saved search in the screen. */
export const OpenSavedSlot = createSlot<{
  /** Kinds the screen cannot show are left out. */
  kinds?: readonly QueryKind[];
  onOpen: (id: string) => void;
  isNarrow: boolean;
}>();

/** What the words of the three kinds are. */
export const queryKindLabels: Record<QueryKind, string> = {
  simplesearch: 'Search',
  sql: 'SQL',
  pantherflow: 'PantherFlow',
};
