import { useMemo } from 'react';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import type { Search } from '../use-search.ts';
import { filterFieldsOf, searchedTables } from './filter-fields.ts';

/** Fields a condition may name, for the tables the form searches. */
export function useFilterFields(search: Search, databases: readonly LakeDatabase[]) {
  const { databases: chosen, tables } = search.form;
  return useMemo(
    () => filterFieldsOf(searchedTables(databases, chosen, tables)),
    [databases, chosen, tables],
  );
}
