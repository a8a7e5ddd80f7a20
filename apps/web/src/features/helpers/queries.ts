import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

/** What imports a helper. */
export type HelperUser = Helper['usedBy'][number];

export type Helper = ResultOf<typeof facts>;

export interface PutHelperInput {
  id: string;
  isNew: boolean;
  versionId?: string;
  description: string;
  body: string;
  tags: string[];
}

const facts =
  gql(`fragment HelperFacts on GlobalHelper { id versionId description body tags managed loadError usedBy { id displayName kind enabled } lastModified
  lastModifiedBy }`);
const listDocument = gql(`query HelperList { listGlobalHelpers { ...HelperFacts } }`, [facts]);
const helperDocument = gql(
  `query GetGlobalHelper($id: ID!) { getGlobalHelper(id: $id) { ...HelperFacts } }`,
  [facts],
);
const putDocument = gql(
  `mutation PutGlobalHelper($input: PutGlobalHelperInput!) {
  putGlobalHelper(input: $input) { ...HelperFacts } }`,
  [facts],
);
const deleteDocument = gql(
  `mutation DeleteGlobalHelpers($input: IdsInput!) { deleteGlobalHelpers(input: $input) { ids } }`,
);

const listKey = ['detections', 'helpers', 'list'];
const helperKey = (id: string) => ['detections', 'helper', id];

export function useHelperList() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await graphql.request(listDocument, {}, { signal })).listGlobalHelpers,
    meta: { failure: 'panel' },
  });
}

/** One helper; a missing one is a 404, which puts the error page in place of the screen. */
export async function requestHelper(graphql: GraphqlClient, id: string, signal?: AbortSignal) {
  const { getGlobalHelper } = await graphql.request(helperDocument, { id }, signal ? { signal } : {});
  if (getGlobalHelper === null)
    throw new RequestError(`Helper ${id} does not exist.`, 404, { code: 'NotFound' });
  return getGlobalHelper;
}

export function useHelper(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: helperKey(id),
    queryFn: ({ signal }) => requestHelper(graphql, id, signal),
  });
}

export function usePutHelper() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: PutHelperInput) =>
      (await graphql.request(putDocument, { input })).putGlobalHelper,
    onSuccess: async (helper) => {
      cache.setQueryData(helperKey(helper.id), helper);
      await cache.invalidateQueries({ queryKey: ['detections'] });
    },
  });
}

export function useDeleteHelpers() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      await graphql.request(deleteDocument, { input: { ids } });
      // Gone pages must not be asked for again while one of them is still on screen.
      for (const id of ids) cache.removeQueries({ queryKey: helperKey(id) });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['detections', 'helpers'] }),
  });
}
