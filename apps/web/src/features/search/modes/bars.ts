import type { ComponentType } from 'react';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import type { SearchMode } from '../search-modes.ts';
import type { Search } from '../use-search.ts';
import { FlowBar } from './pantherflow/flow-bar.tsx';
import { SearchBar } from './search/search-bar.tsx';
import { ThumbBar } from './search/thumb-bar.tsx';
import { SqlBar } from './sql/sql-bar.tsx';

interface BarProps {
  search: Search;
  databases: readonly LakeDatabase[];
}

/** What is drawn of a mode: the form above the results, and on a narrow window what stands at its foot. */
interface ModeBars {
  Bar: ComponentType<BarProps & { isNarrow: boolean }>;
  ThumbBar?: ComponentType<BarProps>;
}

/** Apart from what the modes mean, which the address is read by: these need the whole screen. */
export const modeBars: Record<SearchMode, ModeBars> = {
  search: { Bar: SearchBar, ThumbBar },
  pantherflow: { Bar: FlowBar },
  sql: { Bar: SqlBar },
};
