import { useMemo } from 'react';
import { readPropertyValues } from '../lib/data-lake/property-values.ts';
import { useGraphql } from '../lib/graphql/graphql-context.tsx';
import { fieldValues, type FieldValues } from './field-values.ts';

/** The usual values of fields in the tables that a text names; none where it names none. */
export function useTableValues(): FieldValues {
  const graphql = useGraphql();
  return useMemo(
    () =>
      fieldValues((path, scope, signal) =>
        scope ? readPropertyValues(graphql, { path, ...scope }, signal) : Promise.resolve([]),
      ),
    [graphql],
  );
}
