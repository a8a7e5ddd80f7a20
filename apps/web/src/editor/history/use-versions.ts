import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';

const versionsDocument = gql(`query DetectionVersions($id: ID!) {
  detectionVersions(id: $id) { versionId number definition createdAt createdBy } }`);
const restoreDocument = gql(`mutation RestoreDetectionVersion($input: RestoreDetectionVersionInput!) {
  restoreDetectionVersion(input: $input) { versionId number } }`);

/** Under this key and the id; whoever stores a new version invalidates it. */
export const versionsKey = ['detections', 'versions'];

/** The newest 200 versions, newest first. */
export function useVersions(id: string, enabled = true) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...versionsKey, id],
    queryFn: async ({ signal }) =>
      (await graphql.request(versionsDocument, { id }, { signal })).detectionVersions,
    enabled,
    meta: { failure: 'panel' },
  });
}

/** Stores what an earlier version held as the newest one. */
export function useRestoreVersion(id: string) {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) => graphql.request(restoreDocument, { input: { id, versionId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['detections'] }),
  });
}
