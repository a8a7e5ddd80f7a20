import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import type { AuditFilter } from './audit-search.ts';

export type AuditEntry = ResultOf<typeof pageDocument>['auditLog']['entries'][number];
export type AuditChain = ResultOf<typeof chainDocument>['auditLogChain'];

const pageDocument =
  gql(`query AuditLog($input: AuditLogInput) { auditLog(input: $input) { endCursor entries {
  id createdAt action result errors isWithheld params record sourceIp userAgent position hash
  actor { id name email roleName kind } } } }`);
const actionsDocument = gql(`query AuditActions { auditActions }`);
const chainDocument =
  gql(`query AuditLogChain { auditLogChain { sealedUpTo retentionDays verifiedAt verifiedUpTo
  fault { position entryId reason } } }`);
const verifyDocument = gql(
  `mutation VerifyAuditLog { verifyAuditLog { entries position fault { position reason } } }`,
);
const exportDocument = gql(
  `mutation ExportAuditLog($input: ExportAuditLogInput!) { exportAuditLog(input: $input) { url } }`,
);

const key = ['audit-log'] as const;
const chainKey = [...key, 'chain'] as const;
const pageSize = 50;

/** Entries, newest first, page after page. */
export function useAuditLog(filter: AuditFilter) {
  const graphql = useGraphql();
  return useInfiniteQuery({
    queryKey: [...key, 'entries', filter],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...filter, pageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) };
      return (await graphql.request(pageDocument, { input }, { signal })).auditLog;
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.endCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}

/** The actions that there are entries of. */
export function useAuditActions() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...key, 'actions'],
    queryFn: async ({ signal }) => (await graphql.request(actionsDocument, {}, { signal })).auditActions,
    meta: { failure: 'panel' },
  });
}

/** How far the log was verified. */
export function useAuditChain() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: chainKey,
    queryFn: async ({ signal }) => (await graphql.request(chainDocument, {}, { signal })).auditLogChain,
    meta: { failure: 'panel' },
  });
}

export function useVerifyAuditLog() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => (await graphql.request(verifyDocument, {})).verifyAuditLog,
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}

/** Where the file of what a filter finds is, for a few minutes. */
export function useExportAuditLog() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async (input: { format: 'csv' | 'jsonl'; filter: AuditFilter }) =>
      (await graphql.request(exportDocument, { input })).exportAuditLog.url,
  });
}
