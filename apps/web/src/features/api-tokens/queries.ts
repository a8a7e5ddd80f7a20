import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LogTypeAccessKind } from '../../lib/access/log-type-access.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

export type ApiToken = ResultOf<typeof facts>;

/** What is sent of a token; what is left out is the maker's, or stays as it is. */
export interface TokenFields {
  name: string;
  permissions: string[];
  allowedCIDRBlocks: string[];
  /** ISO 8601; null: never. */
  expiresAt?: string | null;
  logTypeAccessKind?: LogTypeAccessKind;
  logTypeAccess?: string[];
}

const facts =
  gql(`fragment TokenFacts on APIToken { id name permissions allowedCIDRBlocks logTypeAccessKind logTypeAccess
  expiresAt lastUsedAt previousUntil createdAt createdBy { id name kind } updatedAt updatedBy { id name kind }
  rotatedAt rotatedBy { id name kind } }`);
const listDocument = gql(`query ApiTokenList { apiTokens { ...TokenFacts } }`, [facts]);
const tokenDocument = gql(`query ApiTokenById($id: ID!) { apiToken(id: $id) { ...TokenFacts } }`, [facts]);
const createDocument = gql(
  `mutation CreateApiToken($input: CreateAPITokenInput!) { createAPIToken(input: $input) { value token { ...TokenFacts } } }`,
  [facts],
);
const updateDocument = gql(
  `mutation UpdateApiToken($input: UpdateAPITokenInput!) { updateAPIToken(input: $input) { token { ...TokenFacts } } }`,
  [facts],
);
const rotateDocument = gql(
  `mutation RotateApiToken($input: RotateAPITokenInput!) { rotateAPIToken(input: $input) { value token { ...TokenFacts } } }`,
  [facts],
);
const deleteDocument = gql(
  `mutation DeleteApiToken($input: IdInput!) { deleteAPIToken(input: $input) { id } }`,
);

const listKey = ['api-tokens', 'list'];
const tokenKey = (id: string) => ['api-tokens', 'one', id];

export function useApiTokens() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await graphql.request(listDocument, {}, { signal })).apiTokens,
    meta: { failure: 'panel' },
  });
}

/**
 * One token, and as it is `now`, not as a screen before has read it: a form begins with that. A missing one is a 404, which
 * puts the error page in place of the screen.
 */
export function useApiToken(id: string) {
  const graphql = useGraphql();
  const query = useQuery({
    queryKey: tokenKey(id),
    queryFn: async ({ signal }) => {
      const { apiToken } = await graphql.request(tokenDocument, { id }, { signal });
      if (apiToken === null)
        throw new RequestError(`API token ${id} does not exist.`, 404, { code: 'NotFound' });
      return apiToken;
    },
    refetchOnMount: 'always',
  });
  const { data: token, refetch } = query;
  return { token, now: query.isFetchedAfterMount ? token : undefined, refetch };
}

/** Puts what the server answered into the page of a token, and has the list asked for again. */
function useKeepToken() {
  const cache = useQueryClient();
  return async (token: ApiToken) => {
    cache.setQueryData(tokenKey(token.id), token);
    await cache.invalidateQueries({ queryKey: listKey });
  };
}

/** A token and its value, which cannot be read again: it is kept by the screen alone. */
export function useCreateToken() {
  const graphql = useGraphql();
  const keep = useKeepToken();
  return useMutation({
    gcTime: 0,
    mutationFn: async (input: TokenFields) =>
      (await graphql.request(createDocument, { input })).createAPIToken,
    onSuccess: ({ token }) => keep(token),
  });
}

/** Changes a token that nobody else has changed since it was read. */
export function useUpdateToken() {
  const graphql = useGraphql();
  const keep = useKeepToken();
  return useMutation({
    mutationFn: async (input: TokenFields & Pick<ApiToken, 'id' | 'updatedAt'>) =>
      (await graphql.request(updateDocument, { input })).updateAPIToken.token,
    onSuccess: keep,
  });
}

/** A new value; the one before counts for so many more hours. */
export function useRotateToken() {
  const graphql = useGraphql();
  const keep = useKeepToken();
  return useMutation({
    gcTime: 0,
    mutationFn: async (input: { id: string; overlapHours: number }) =>
      (await graphql.request(rotateDocument, { input })).rotateAPIToken,
    onSuccess: ({ token }) => keep(token),
  });
}

export function useDeleteToken() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await graphql.request(deleteDocument, { input: { id } });
      // Gone pages must not be asked for again while one of them is still on screen.
      cache.removeQueries({ queryKey: tokenKey(id) });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: listKey }),
  });
}
