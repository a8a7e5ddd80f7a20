import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

export interface Diagnostic {
  severity: string;
  code: string;
  message: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

const checkDocument = `query CheckDetectionBody($body: String!, $kind: BodyKind) {
  checkDetectionBody(body: $body, kind: $kind) { severity code message line column endLine endColumn } }`;

/** What the body is of. */
export type BodyKind = 'RULE' | 'SCHEDULED_RULE' | 'POLICY' | 'GLOBAL' | 'DATA_MODEL';

/** Syntax errors of a body, by the real parser. The last answer stays until the next one is there. */
export function useBodyCheck(body: string, kind: BodyKind = 'RULE') {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'check', kind, body],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ checkDetectionBody: Diagnostic[] }>(checkDocument, { body, kind }, { signal }))
        .checkDetectionBody,
    staleTime: Infinity,
    gcTime: 30_000,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}
