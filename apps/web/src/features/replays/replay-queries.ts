import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { pageSizes } from '../../lib/page-sizes.ts';
import { alertFields, oneDocument, replayFields } from './replay-documents.ts';
import { isRunning } from './replay-types.ts';
import type { ReplayDetails, ReplayEvent } from './replay-types.ts';
import { gql } from '../../lib/graphql/gql.ts';

const listDocument = gql(
  `query Replays($input: ReplaysInput!) { replays(input: $input) { ...ReplayFacts } }`,
  [replayFields],
);
const alertsDocument = gql(
  `query ReplayAlerts($id: ID!, $input: ReplayAlertsInput) { replay(id: $id) { alerts(input: $input) {
  edges { node { ...ReplayAlertFacts } } pageInfo { hasNextPage endCursor } } } }`,
  [alertFields],
);
const alertDocument = gql(
  `query ReplayAlert($input: ReplayAlertInput!) { replayAlert(input: $input) { ...ReplayAlertFacts } }`,
  [alertFields],
);
const createDocument = gql(
  `mutation CreateReplay($input: CreateReplayInput!) { createReplay(input: $input) { replay { ...ReplayFacts } } }`,
  [replayFields],
);
const stopDocument = gql(
  `mutation StopReplay($input: IdInput!) { stopReplay(input: $input) { replay { ...ReplayFacts } } }`,
  [replayFields],
);
const logTypesDocument = gql(`query ReplayLogTypes { availableLogTypes }`);
const eventDocument = gql(
  `query ReplayedEvent($input: ExplainDetectionInput!) { explainDetection(input: $input) { event } }`,
);

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
        await graphql.request(
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
      const { replay } = await graphql.request(oneDocument, { id }, { signal });
      if (replay === null)
        throw new RequestError(`The replay ${id} does not exist.`, 404, { code: 'NotFound' });
      return replay;
    },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? pollMs : false),
  });
}

/** The alerts a replay that has ended would have made. */
export function useReplayAlerts(id: string, isEnded: boolean) {
  const graphql = useGraphql();
  return useInfiniteQuery({
    queryKey: ['replays', 'alerts', id],
    queryFn: async ({ pageParam, signal }) => {
      const { replay } = await graphql.request(
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
      const { replayAlert } = await graphql.request(
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
      const { explainDetection } = await graphql.request(
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
      (await graphql.request(logTypesDocument, {}, { signal })).availableLogTypes,
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
      (await graphql.request(createDocument, { input })).createReplay.replay,
    onSuccess: (replay) => cache.invalidateQueries({ queryKey: listKey(replay.detectionId) }),
  });
}

export function useStopReplay() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (await graphql.request(stopDocument, { input: { id } })).stopReplay.replay,
    async onSuccess(replay) {
      cache.setQueryData<ReplayDetails>(replayKey(replay.id), (before) => before && { ...before, ...replay });
      await cache.invalidateQueries({ queryKey: listKey(replay.detectionId) });
    },
  });
}
