import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { SavedSearchFields } from '../../../lib/saved-search.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';
import { FailedState, SkeletonLines } from '../../../ui/layout/states.tsx';
import { addressOfSaved } from './saved-form.ts';
import type { SearchAddress } from './form-values.ts';
import { gql } from '../../../lib/graphql/gql.ts';

const savedDocument = gql(`query SavedSearchToOpen($id: ID!) { savedQuery(id: $id) { queryKind sqlQuery query
  simpleSearchQueryFilter queryCookie startTime endTime databases tables limit relativeTime relativeNumberVal relativeTimeUnit
  sortDirection } }`);

/** A link that names a saved search and nothing else: its values take the place of the bare address. */
export function SavedSearchLoader(props: {
  id: string;
  queryId: string | undefined;
  onLoaded: (address: SearchAddress) => void;
}) {
  const { id, queryId } = props;
  const graphql = useGraphql();
  const saved = useQuery({
    queryKey: ['search', 'saved', id],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(savedDocument, { id }, { signal });
      // The schema says String for the kind.
      return reply.savedQuery as SavedSearchFields | null;
    },
    staleTime: 0,
    gcTime: 0,
    meta: { failure: 'panel' },
  });
  const arrive = useEffectEvent((fields: SavedSearchFields) =>
    props.onLoaded({ ...addressOfSaved(fields), ...(queryId ? { queryId } : {}) }),
  );
  useEffect(() => {
    if (saved.data) arrive(saved.data);
  }, [saved.data]);
  return (
    <Page title="Search">
      <PageHeader work title="Search" />
      {saved.isError || saved.data === null ? (
        <FailedState
          title="The saved search could not be opened"
          message={
            saved.isError
              ? failureText(saved.error)
              : `There is no saved search ${id}. It may have been deleted.`
          }
          onRetry={() => void saved.refetch()}
        />
      ) : (
        <SkeletonLines lines={3} label="Opening the saved search" />
      )}
    </Page>
  );
}
