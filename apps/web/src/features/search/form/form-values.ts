import type { SortDirection } from '../../../lib/data-lake/queries.ts';
import type { ConditionGroup } from '../conditions/conditions.ts';
import type { ResultsView, SearchMode } from '../search-modes.ts';
import type { TimeChoice, TimeParams } from '../time/time-frame.ts';

/** The address of the search screen: the values of its form by name, and what is looked at. */
export interface SearchAddress extends TimeParams {
  /** Written for SQL only; a link may also say `pantherflow`. */
  mode?: SearchMode;
  /** Words of a search, or the text of an SQL query. */
  q?: string;
  /** The search is the text of `pantherFlowInput`. */
  usePantherFlow?: boolean;
  pantherFlowInput?: string;
  databases?: string[];
  tables?: string[];
  /** Of links written for a single table; the form writes lists. */
  database?: string;
  table?: string;
  limit?: number;
  sortDirection?: SortDirection;
  /** JSON text of the groups, or of a flat list of rows in links of the first form. */
  filters?: string;
  /** The search that ran with these values. */
  queryId?: string;
  view?: ResultsView;
}

/** What a person has typed and chosen. */
export interface SearchForm {
  mode: SearchMode;
  text: string;
  databases: string[];
  tables: string[];
  time: TimeChoice;
  limit: number | null;
  sortDirection: SortDirection;
  groups: ConditionGroup[];
  /** The address held filters the form cannot show. */
  hasUnreadFilters: boolean;
}
