import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { readPropertyValues } from '../../../lib/data-lake/property-values.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import type { SearchForm } from '../form/form-values.ts';

/** Where the search of the form looks; conditions inside offer the values that fields have there. */
export const UsualValuesScope = createContext<Pick<SearchForm, 'databases' | 'tables'> | undefined>(
  undefined,
);

const noValues: readonly string[] = [];
const staleMs = 60_000;

/** The usual values of a field, the most frequent first; none until they are wanted and have come. */
export function useUsualValues(path: string | undefined, isWanted: boolean): readonly string[] {
  const graphql = useGraphql();
  const scope = use(UsualValuesScope);
  const { databases = [], tables = [] } = scope ?? {};
  const { data } = useQuery({
    queryKey: ['search', 'usual-values', databases, tables, path],
    queryFn: async ({ signal }) => {
      const values = await readPropertyValues(graphql, { path: path ?? '', databases, tables }, signal);
      return values.map(({ value }) => value);
    },
    enabled: isWanted && scope !== undefined && path !== undefined,
    staleTime: staleMs,
    // A help: a condition is written without it as well.
    retry: false,
    meta: { failure: 'panel' },
  });
  return data ?? noValues;
}
