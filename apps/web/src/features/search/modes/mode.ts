import type { Translation } from '@margay/query';
import type { FlowEngine } from '../../../editor/pantherflow/flow-functions.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import type { QueryKind, SavedSearchFields } from '../../../lib/saved-search.ts';
import type { SearchAddress, SearchForm } from '../form/form-values.ts';
import type { SearchMode } from '../search-modes.ts';

/** One way of writing a search: what the form, the address, a request and a saved search hold of it. */
export interface SearchModeDefinition {
  id: SearchMode;
  /** On the switch between modes. */
  label: string;
  /** As requests and saved searches name its language. */
  language: QueryKind;
  /** The search is one text; otherwise it is words and conditions. */
  isText: boolean;
  /** Databases, tables and time of the form count; otherwise the text says them. */
  hasScope: boolean;
  /** Whether a text says nothing of tables and time, so that those of the form count. */
  leavesScope?(text: string): boolean;
  /** Reads and changes a text as the form reads and changes its fields; for texts that have a scope. */
  loadEngine?(): Promise<FlowEngine | undefined>;
  /** The text that finds what the form finds, or what keeps it from being one; for texts. */
  textOfForm?(engine: FlowEngine, databases: readonly LakeDatabase[], form: SearchForm): Translation;
  /** Whether an address is of this mode though its `mode` does not say so. */
  isMeantBy?(address: SearchAddress): boolean;
  /** Words or text out of an address. */
  textOf(address: SearchAddress): string;
  /** What the address says of words, text and conditions, and of the mode itself. */
  addressOf(form: Pick<SearchForm, 'text' | 'groups'>): SearchAddress;
  /** Words, text and conditions as a request has them. */
  filtersOf(form: Pick<SearchForm, 'text' | 'groups'>): string;
  /** The address of what `filtersOf` gave. */
  addressOfFilters(filters: string): SearchAddress;
  /** What a saved search keeps of the form beside scope, limit and order. */
  savedOf(form: SearchForm): Partial<SavedSearchFields>;
  /** `filtersOf` of a saved search; undefined where it is of another mode. */
  filtersOfSaved(saved: SavedSearchFields): string | undefined;
  /** What a search saved in an older form says of the form; undefined where it was not. */
  formOfOld?(saved: SavedSearchFields): Partial<SearchForm> | undefined;
}
