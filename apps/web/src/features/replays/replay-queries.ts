import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { pageSizes } from '../../lib/page-sizes.ts';
import { alertFields } from './live-queries.ts';
import { isRunning } from './replay-types.ts';
import type { Replay, ReplayAlert, ReplayDetails, ReplayEvent } from './replay-types.ts';

const replayFields = `id detectionId detectionVersionId state error logTypes startsAt endsAt maxSizeInGB createdAt completedAt
  createdBy { id name } summary { totalAlerts ruleMatchCount ruleErrorCount errors evaluationProgress computationProgress
  logDataSizeEstimate totalEvents eventsProcessedCount eventsMatchedCount matchesProcessedCount readTimeNanos
  processingTimeNanos }`;
const listDocument = `query Replays($input: ReplaysInput!) { replays(input: $input) { ${replayFields} } }`;
const oneDocument = `query Replay($id: ID!) { replay(id: $id) { ${replayFields}
  histogram { startsAt events candidates matches alerts } } }`;
const alertsDocument = `query ReplayAlerts($id: ID!, $input: ReplayAlertsInput) { replay(id: $id) { alerts(input: $input) {
  edges { node { ${alertFields} } } pageInfo { hasNextPage endCursor } } } }`;
const alertDocument = `query ReplayAlert($input: ReplayAlertInput!) { replayAlert(input: $input) { ${alertFields} } }`;
const createDocument = `mutation CreateReplay($input: CreateReplayInput!) { createReplay(input: $input) { replay { ${replayFields} } } }`;
const stopDocument = `mutation StopReplay($input: IdInput!) { stopReplay(input: $input) { replay { ${replayFields} } } }`;
const logTypesDocument = 'query ReplayLogTypes { availableLogTypes }';
const eventDocument = `query ReplayedEvent($input: ExplainDetectionInput!) { explainDetection(input: $input) { event } }`;

/** While one runs it is looked at this often. */
const pollMs = 1500;
const listPageSize = pageSizes.list;
const alertsPageSize = 100;
const listKey = (ruleId: string) => ['replays', 'list', ruleId];
const replayKey = (id: string) => ['replays', 'one', id];

/** The replays of a rule, newest first. */
export function useReplays(ruleId: string) {
  const graphql = useGraphql();
  return useInfiniteQuery({
    queryKey: listKey(ruleId),
    queryFn: async ({ pageParam, signal }) =>
      (
        await graphql.request<{ replays: Replay[] }>(
          listDocument,
          { input: { detectionId: ruleId, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
          { signal },
        )
      ).replays,
    initialPageParam: '',
    getNextPageParam: (last) => (last.length < listPageSize ? undefined : last.at(-1)?.id),
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isRunning) ? pollMs : false),
    meta: { failure: 'panel' },
  });
}

export function useReplay(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: replayKey(id),
    queryFn: async ({ signal }) => {
      const { replay } = await graphql.request<{ replay: ReplayDetails | null }>(
        oneDocument,
        { id },
        { signal },
      );
      if (replay === null)
        throw new RequestError(`The replay ${id} does not exist.`, 404, { code: 'NotFound' });
      return replay;
    },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
  });
}

interface AlertsReply {
  replay: {
    alerts: {
      edges: { node: ReplayAlert }[];
      pageInfo: { hasNextPage: boolean; endCursor: string | null };
    };
  } | null;
}

/** The alerts a replay that has ended would have made. */
export function useReplayAlerts(id: string, isEnded: boolean) {
  const graphql = useGraphql();
  return useInfiniteQuery({
    queryKey: ['replays', 'alerts', id],
    queryFn: async ({ pageParam, signal }) => {
      const { replay } = await graphql.request<AlertsReply>(
        alertsDocument,
        { id, input: { pageSize: alertsPageSize, ...(pageParam === '' ? {} : { cursor: pageParam }) } },
        { signal },
      );
      return replay?.alerts ?? { edges: [], pageInfo: { hasNextPage: false, endCursor: null } };
    },
    initialPageParam: '',
    getNextPageParam: ({ pageInfo }) =>
      pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined,
    enabled: isEnded,
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
}

export function useReplayAlert(replayId: string, alertId: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['replays', 'alert', replayId, alertId],
    queryFn: async ({ signal }) => {
      const { replayAlert } = await graphql.request<{ replayAlert: ReplayAlert | null }>(
        alertDocument,
        { input: { replayId, alertId } },
        { signal },
      );
      if (replayAlert === null)
        throw new RequestError(`The replay has no alert ${alertId}.`, 404, { code: 'NotFound' });
      return replayAlert;
    },
    staleTime: Infinity,
  });
}

/** A stored event as the rule saw it. */
export function useReplayedEvent(ruleId: string, event: ReplayEvent | undefined) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['replays', 'event', ruleId, event],
    queryFn: async ({ signal }) => {
      const { explainDetection } = await graphql.request<{ explainDetection: { event: string } }>(
        eventDocument,
        { input: { detectionId: ruleId, storedEvent: event } },
        { signal },
      );
      return JSON.parse(explainDetection.event) as unknown;
    },
    enabled: event !== undefined,
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
}

export function useReplayLogTypes() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['replays', 'log-types'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ availableLogTypes: string[] }>(logTypesDocument, {}, { signal }))
        .availableLogTypes,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

export interface CreateReplayInput {
  detectionId: string;
  logTypes: string[];
  startsAt?: string;
  endsAt?: string;
  maxSizeInGB?: number;
}

export function useCreateReplay() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: CreateReplayInput) =>
      (await graphql.request<{ createReplay: { replay: Replay } }>(createDocument, { input })).createReplay
        .replay,
    onSuccess: (replay) => cache.invalidateQueries({ queryKey: listKey(replay.detectionId) }),
  });
}

export function useStopReplay() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await graphql.request<{ stopReplay: { replay: Replay } }>(stopDocument, { input: { id } })).stopReplay
        .replay,
    async onSuccess(replay) {
      cache.setQueryData(replayKey(replay.id), replay);
      await cache.invalidateQueries({ queryKey: listKey(replay.detectionId) });
    },
  });
}
