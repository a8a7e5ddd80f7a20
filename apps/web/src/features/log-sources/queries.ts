import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { gql } from '../../lib/graphql/gql.ts';
import { settingFieldFacts } from '../../lib/setting-fields.ts';
import type { FieldDescriptor } from '../../ui/inputs/setting-values.ts';
import type { Known, ResultOf } from '../../lib/graphql/gql.ts';

export const streamTypes = ['Auto', 'Lines', 'JSON', 'JsonArray', 'CloudWatchLogs', 'XML'] as const;
export type StreamType = (typeof streamTypes)[number];

export interface StreamOptions {
  envelopeField?: string;
  keepEnvelope?: boolean;
}

export type HealthCheck = SourceTeaser['healthChecks'][number];

/** A source as the list needs it. */
export type SourceTeaser = ResultOf<typeof teaser>;

/** One minute as the server sends it. */
export type MinuteRecord = NonNullable<ResultOf<typeof activityDocument>['source']>['balance'][number];

/** One hour of one log type. */
export type VolumeRecord = NonNullable<ResultOf<typeof activityDocument>['source']>['volumes'][number];

export type SourceDetails = Known<
  ResultOf<typeof details>,
  { logStreamTypeOptions: StreamOptions; config: Record<string, unknown> }
>;

export type LogProvider = ResultOf<typeof providersDocument>['availableLogProviders']['results'][number];

export type LogTransport = Known<
  ResultOf<typeof transportsDocument>['logTransports'][number],
  { streamTypes: StreamType[]; fields: FieldDescriptor[] }
>;

export interface PutSourceInput {
  integrationId?: string;
  integrationLabel: string;
  providerId: string;
  ingestionType: string;
  logStreamType: StreamType;
  logStreamTypeOptions: StreamOptions;
  logTypes: string[];
  config: Record<string, unknown>;
}

const teaser =
  gql(`fragment LogSourceTeaser on LogSource { integrationId integrationLabel providerId ingestionType logStreamType logTypes createdAtTime
  lastEventReceivedAtTime lastEventProcessedAtTime isHealthy healthChecks { name healthy warning message checkedAt }
  events24h failed24h bytes24h }`);
const details = gql(
  `fragment LogSourceDetails on LogSource { ...LogSourceTeaser logStreamTypeOptions config secretsSet ingestPath lastModified }`,
  [teaser],
);
const listDocument = gql(`query LogSources { sources { ...LogSourceTeaser } }`, [teaser]);
const sourceDocument = gql(`query LogSource($id: ID!) { source(id: $id) { ...LogSourceDetails } }`, [
  details,
]);
const activityDocument =
  gql(`query LogSourceActivity($id: ID!, $balanceSince: DateTime!, $volumeSince: DateTime!) {
  source(id: $id) {
    balance(since: $balanceSince) { minute received stored duplicate failed inFlight bytes }
    volumes(since: $volumeSince) { logType hour events bytes }
  }
}`);
const retentionDocument = gql(
  `query LogSourceRetention($id: ID!) { source(id: $id) { retention { sentences } } }`,
);
const providersDocument = gql(`query LogProviders { availableLogProviders { results {
  id displayName description docUrl categories searchTerms popularityIndex logTypes transports } } }`);
const transportsDocument = gql(
  `query LogTransports { logTransports { ingestionType title description streamTypes isPulled fields { ...SettingFieldFacts } } }`,
  [settingFieldFacts],
);
const logTypesDocument = gql(`query LogTypes { availableLogTypes }`);
const putDocument = gql(
  `mutation PutLogSource($input: PutLogSourceInput!) { putLogSource(input: $input) { source { ...LogSourceDetails } } }`,
  [details],
);
const checkDocument = gql(
  `mutation CheckLogSource($input: PutLogSourceInput!) { checkLogSource(input: $input) { isWorking message recordCount } }`,
);
const reprocessDocument = gql(
  `mutation ReprocessFailures($input: IdInput!) { reprocessFailures(input: $input) { sent cut } }`,
);
const deleteDocument = gql(
  `mutation DeleteLogSource($input: IdInput!) { deleteLogSource(input: $input) { id } }`,
);

/** Figures of the list and of a source's page are read again this often. */
export const refreshMs = 10_000;

/** Every log source. The server keeps few enough of them that the list arrives whole. */
export function useSources() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'list'],
    queryFn: async ({ signal }) => (await graphql.request(listDocument, {}, { signal })).sources,
    refetchInterval: refreshMs,
  });
}

/** One source; a missing one is a 404, which puts the error page in place of the screen. */
export function useSource(id: string, { refetchInterval = refreshMs }: { refetchInterval?: number } = {}) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'source', id],
    queryFn: async ({ signal }) => {
      const { source } = await graphql.request(sourceDocument, { id }, { signal });
      if (source === null) throw new RequestError(`Log source ${id} does not exist.`, 404);
      return source as SourceDetails;
    },
    refetchInterval,
  });
}

export interface SourceActivity {
  balance: MinuteRecord[];
  volumes: VolumeRecord[];
  /** When the server was asked; the end of both charts. */
  at: Date;
}

const hourMs = 3_600_000;

/** Balance of the last hour and volumes of the last day. */
export function useActivity(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'activity', id],
    queryFn: async ({ signal }): Promise<SourceActivity> => {
      const at = new Date();
      const since = (ms: number) => new Date(at.getTime() - ms).toISOString();
      const reply = await graphql.request(
        activityDocument,
        { id, balanceSince: since(hourMs), volumeSince: since(24 * hourMs) },
        { signal },
      );
      return { balance: reply.source?.balance ?? [], volumes: reply.source?.volumes ?? [], at };
    },
    refetchInterval: refreshMs,
    meta: { failure: 'panel' },
  });
}

/** What retention keeps and removes next, in sentences; null when the data lake could not count in time. */
export function useRetention(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'retention', id],
    queryFn: async ({ signal }) => {
      const { source } = await graphql.request(retentionDocument, { id }, { signal });
      return source?.retention?.sentences ?? null;
    },
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

export function useProviders() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'providers'],
    queryFn: async ({ signal }) =>
      (await graphql.request(providersDocument, {}, { signal })).availableLogProviders.results,
    staleTime: 60_000,
  });
}

export function useTransports() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'transports'],
    queryFn: async ({ signal }) =>
      (await graphql.request(transportsDocument, {}, { signal })).logTransports as LogTransport[],
    staleTime: 60_000,
  });
}

/** Names of every log type a source may use. */
export function useLogTypes() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-types'],
    queryFn: async ({ signal }) =>
      (await graphql.request(logTypesDocument, {}, { signal })).availableLogTypes,
  });
}

/** Creates a source, or changes the one with `integrationId`. */
export function usePutSource() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: PutSourceInput) =>
      (
        await graphql.request(putDocument, {
          input: { ...input },
        })
      ).putLogSource.source as SourceDetails,
    onSuccess: async (source) => {
      cache.setQueryData(['log-sources', 'source', source.integrationId], source);
      await cache.invalidateQueries({ queryKey: ['log-sources', 'list'] });
    },
  });
}

/** Asks the system of a pulled source once, as the form stands; nothing is saved. */
export function useCheckSource() {
  const graphql = useGraphql();
  return useMutation({
    mutationFn: async (input: PutSourceInput) =>
      (await graphql.request(checkDocument, { input: { ...input } })).checkLogSource,
  });
}

export function useDeleteSource() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => graphql.request(deleteDocument, { input: { id } }),
    onSuccess: async (_reply, id) => {
      cache.setQueryData<SourceTeaser[]>(['log-sources', 'list'], (before) =>
        before?.filter((source) => source.integrationId !== id),
      );
      await cache.invalidateQueries({ queryKey: ['log-sources', 'list'] });
    },
  });
}

/** Sends what matched no schema through the pipeline again. */
export function useReprocessFailures() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      (
        await graphql.request(reprocessDocument, {
          input: { id },
        })
      ).reprocessFailures,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['log-sources'] }),
  });
}
