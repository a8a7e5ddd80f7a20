import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

export type Diagnostic = ResultOf<typeof checkDocument>['checkDetectionBody'][number];

const checkDocument = gql(`query CheckDetectionBody($body: String!, $kind: BodyKind) {
  checkDetectionBody(body: $body, kind: $kind) { severity code message line column endLine endColumn } }`);

/** What the body is of. */
export type BodyKind = 'RULE' | 'SCHEDULED_RULE' | 'POLICY' | 'GLOBAL' | 'DATA_MODEL';

/**
 * Syntax errors of a body, by the real parser. The last answer stays until the next one is there. `null`: the body is no
 * Python, and has none.
 */
export function useBodyCheck(body: string, kind: BodyKind | null = 'RULE') {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'check', kind, body],
    queryFn: async ({ signal }) =>
      kind === null
        ? []
        : (await graphql.request(checkDocument, { body, kind }, { signal })).checkDetectionBody,
    staleTime: Infinity,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}
