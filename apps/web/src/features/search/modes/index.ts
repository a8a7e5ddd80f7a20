import type { SavedSearchFields } from '../../../lib/saved-search.ts';
import type { SearchAddress } from '../form/form-values.ts';
import type { SearchMode } from '../search-modes.ts';
import type { SearchModeDefinition } from './mode.ts';
import { pantherflowMode } from './pantherflow/mode.ts';
import { searchMode } from './search/mode.ts';
import { sqlMode } from './sql/mode.ts';

/** Every mode by its id, in the order of the switch; one that takes what no other does comes last. */
const modes: Record<SearchMode, SearchModeDefinition> = {
  search: searchMode,
  pantherflow: pantherflowMode,
  sql: sqlMode,
};
export const searchModeList = Object.values(modes);

export const modeOf = ({ mode }: { mode: SearchMode }): SearchModeDefinition => modes[mode];

/** An address may hold whatever somebody typed: a mode that nobody knows is the usual one. */
export const modeOfAddress = (address: SearchAddress): SearchModeDefinition =>
  searchModeList.find((mode) => mode.isMeantBy?.(address)) ??
  searchModeList.find(({ id }) => id === address.mode) ??
  searchMode;

/** Of a stored request; one whose language is not known is read as words and conditions. */
export const modeOfLanguage = (language: string | undefined): SearchModeDefinition =>
  searchModeList.find((mode) => mode.language === language) ?? searchMode;

export const modeOfSaved = (saved: SavedSearchFields): SearchModeDefinition =>
  searchModeList.find((mode) => mode.filtersOfSaved(saved) !== undefined) ?? searchMode;
