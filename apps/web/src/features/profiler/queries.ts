import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

export type Quarantine = NonNullable<Profile['quarantine']>;

/** How far the judging of what passed has come. */
export type CatchUp = NonNullable<Profile['catchUp']>;
export type PassedChoice = 'JUDGE' | 'SKIP';

/** What a detection did with the events that arrived, and what it cost. */
export type Profile = ResultOf<typeof profilesDocument>['detectionProfiles'][number];

export type Budget = ResultOf<typeof profilesDocument>['detectionBudget'];

export type ProfileHour = ResultOf<typeof hoursDocument>['detectionProfileHours'][number];

const profilesDocument = gql(`query DetectionProfiles($hours: Int!) {
  detectionProfiles(hours: $hours) { id displayName logTypes enabled state considered evaluations
    microsecondsPerEvent waitedPerEvent coreShare matches errors skipped lastMatchAt lastError lastErrorAt
    quarantine { since until reason passed }
    catchUp { state since passed judged tooOld matches errors error } }
  detectionBudget { microsecondsPerEvent coreShare catchUpDays } }`);
const hoursDocument = gql(`query DetectionProfileHours($id: ID!, $hours: Int!) {
  detectionProfileHours(id: $id, hours: $hours) { hour considered evaluations microseconds matches errors } }`);
export type Timing = ResultOf<typeof timingDocument>['detectionTiming'];
const timingDocument = gql(`query DetectionTiming($id: ID!) {
  detectionTiming(id: $id) { body events failed median p99 longest lines { line hits microseconds } } }`);
const releaseDocument = gql(`mutation ReleaseDetection($input: ReleaseDetectionInput!) {
  releaseDetection(input: $input) { id } }`);
const cancelDocument = gql(
  `mutation CancelCatchUp($input: IdInput!) { cancelCatchUp(input: $input) { id } }`,
);

const refreshMs = 10_000;

export function useProfiles(hours: number) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['profiler', 'list', hours],
    queryFn: ({ signal }) => graphql.request(profilesDocument, { hours }, { signal }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
}

export function useProfileHours(id: string, hours: number) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['profiler', 'hours', id, hours],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(hoursDocument, { id, hours }, { signal });
      return reply.detectionProfileHours;
    },
    refetchInterval: refreshMs,
  });
}

/** Runs the saved rule over stored events: some seconds, so only when asked for. */
export function useTiming() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async (id: string) => (await graphql.request(timingDocument, { id })).detectionTiming,
  });
}

export function useRelease() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; passed: PassedChoice }) => graphql.request(releaseDocument, { input }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['profiler'] }),
  });
}

/** What is not judged yet never will be. */
export function useCancelCatchUp() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => graphql.request(cancelDocument, { input: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['profiler'] }),
  });
}
