import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';

export const profileStates = ['QUARANTINED', 'OVER_BUDGET', 'IN_BUDGET', 'NOT_LOADED', 'DISABLED'] as const;
export type ProfileState = (typeof profileStates)[number];

export interface Quarantine {
  since: string;
  until: string;
  reason: string;
  /** Events that passed unjudged so far. */
  passed: number;
}

/** How far the judging of what passed has come. */
export interface CatchUp {
  state: 'CATCHING_UP' | 'FAILED' | 'DONE' | 'SKIPPED' | 'CANCELLED';
  since: string;
  passed: number;
  judged: number;
  tooOld: number;
  matches: number;
  errors: number;
  error: string | null;
}
export type PassedChoice = 'JUDGE' | 'SKIP';

/** What a detection did with the events that arrived, and what it cost. */
export interface Profile {
  id: string;
  displayName: string;
  logTypes: string[];
  enabled: boolean;
  state: ProfileState;
  considered: number;
  evaluations: number;
  microsecondsPerEvent: number;
  coreShare: number;
  matches: number;
  errors: number;
  skipped: number;
  lastMatchAt: string | null;
  lastError: string | null;
  lastErrorAt: string | null;
  quarantine: Quarantine | null;
  catchUp: CatchUp | null;
}

export interface Budget {
  microsecondsPerEvent: number;
  coreShare: number;
  /** What passed a quarantined detection longer ago is not judged any more. */
  catchUpDays: number;
}

export interface ProfileHour {
  hour: string;
  considered: number;
  evaluations: number;
  microseconds: number;
  matches: number;
  errors: number;
}

const profilesDocument = `query DetectionProfiles($hours: Int!) {
  detectionProfiles(hours: $hours) { id displayName logTypes enabled state considered evaluations
    microsecondsPerEvent coreShare matches errors skipped lastMatchAt lastError lastErrorAt
    quarantine { since until reason passed }
    catchUp { state since passed judged tooOld matches errors error } }
  detectionBudget { microsecondsPerEvent coreShare catchUpDays } }`;
const hoursDocument = `query DetectionProfileHours($id: ID!, $hours: Int!) {
  detectionProfileHours(id: $id, hours: $hours) { hour considered evaluations microseconds matches errors } }`;
export interface Timing {
  body: string;
  events: number;
  failed: number;
  median: number;
  p99: number;
  longest: number;
  /** For an event. */
  lines: { line: number; hits: number; microseconds: number }[];
}
const timingDocument = `query DetectionTiming($id: ID!) {
  detectionTiming(id: $id) { body events failed median p99 longest lines { line hits microseconds } } }`;
const releaseDocument = `mutation ReleaseDetection($input: ReleaseDetectionInput!) {
  releaseDetection(input: $input) { id } }`;
const cancelDocument = `mutation CancelCatchUp($input: IdInput!) { cancelCatchUp(input: $input) { id } }`;

const refreshMs = 10_000;

export function useProfiles(hours: number) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['profiler', 'list', hours],
    queryFn: ({ signal }) =>
      graphql.request<{ detectionProfiles: Profile[]; detectionBudget: Budget }>(
        profilesDocument,
        { hours },
        { signal },
      ),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
}

export function useProfileHours(id: string, hours: number) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['profiler', 'hours', id, hours],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request<{ detectionProfileHours: ProfileHour[] }>(
        hoursDocument,
        { id, hours },
        { signal },
      );
      return reply.detectionProfileHours;
    },
    refetchInterval: refreshMs,
  });
}

/** Runs the saved rule over stored events: some seconds, so only when asked for. */
export function useTiming() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async (id: string) =>
      (await graphql.request<{ detectionTiming: Timing }>(timingDocument, { id })).detectionTiming,
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
