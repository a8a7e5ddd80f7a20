import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

export const streamTypes = ['Auto', 'Lines', 'JSON', 'JsonArray', 'CloudWatchLogs', 'XML'] as const;
export type StreamType = (typeof streamTypes)[number];

export interface StreamOptions {
  envelopeField?: string;
  keepEnvelope?: boolean;
}

export interface HealthCheck {
  name: string;
  healthy: boolean;
  message: string;
  checkedAt: string;
}

/** A source as the list needs it. */
export interface SourceTeaser {
  integrationId: string;
  integrationLabel: string;
  providerId: string;
  ingestionType: string;
  logStreamType: StreamType;
  logTypes: string[];
  createdAtTime: string;
  lastEventReceivedAtTime: string | null;
  lastEventProcessedAtTime: string | null;
  isHealthy: boolean;
  healthChecks: HealthCheck[];
  events24h: number;
  failed24h: number;
  bytes24h: number;
}

/** One minute as the server sends it. */
export interface MinuteRecord {
  minute: string;
  received: number;
  stored: number;
  duplicate: number;
  failed: number;
  inFlight: number;
  bytes: number;
}

/** One hour of one log type. */
export interface VolumeRecord {
  logType: string;
  hour: string;
  events: number;
  bytes: number;
}

export interface SourceDetails extends SourceTeaser {
  logStreamTypeOptions: StreamOptions;
  /** Settings of the transport without their secrets. */
  config: Record<string, unknown>;
  secretsSet: string[];
  ingestPath: string | null;
  lastModified: string;
}

export interface LogProvider {
  id: string;
  displayName: string;
  description: string;
  docUrl: string | null;
  categories: string[];
  searchTerms: string[];
  popularityIndex: number;
  logTypes: string[];
  transports: string[];
}

export interface LogTransport {
  ingestionType: string;
  title: string;
  description: string;
  streamTypes: StreamType[];
  /** JSON Schema of the settings; `readTransportForm` checks and reads it. */
  form: unknown;
}

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

const teaser = `integrationId integrationLabel providerId ingestionType logStreamType logTypes createdAtTime
  lastEventReceivedAtTime lastEventProcessedAtTime isHealthy healthChecks { name healthy message checkedAt }
  events24h failed24h bytes24h`;
const details = `${teaser} logStreamTypeOptions config secretsSet ingestPath lastModified`;
const listDocument = `query LogSources { sources { ${teaser} } }`;
const sourceDocument = `query LogSource($id: ID!) { source(id: $id) { ${details} } }`;
const activityDocument = `query LogSourceActivity($id: ID!, $balanceSince: DateTime!, $volumeSince: DateTime!) {
  source(id: $id) {
    balance(since: $balanceSince) { minute received stored duplicate failed inFlight bytes }
    volumes(since: $volumeSince) { logType hour events bytes }
  }
}`;
const retentionDocument = `query LogSourceRetention($id: ID!) { source(id: $id) { retention { sentences } } }`;
const providersDocument = `query LogProviders { availableLogProviders { results {
  id displayName description docUrl categories searchTerms popularityIndex logTypes transports } } }`;
const transportsDocument = `query LogTransports { logTransports { ingestionType title description streamTypes form } }`;
const logTypesDocument = `query LogTypes { availableLogTypes }`;
const putDocument = `mutation PutLogSource($input: PutLogSourceInput!) { putLogSource(input: $input) { source { ${details} } } }`;
const reprocessDocument = `mutation ReprocessFailures($input: IdInput!) { reprocessFailures(input: $input) { sent cut } }`;
const deleteDocument = `mutation DeleteLogSource($input: IdInput!) { deleteLogSource(input: $input) { id } }`;

/** Figures of the list and of a source's page are read again this often. */
export const refreshMs = 10_000;

/** Every log source. The server keeps few enough of them that the list arrives whole. */
export function useSources() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'list'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ sources: SourceTeaser[] }>(listDocument, {}, { signal })).sources,
    refetchInterval: refreshMs,
  });
}

/** One source; a missing one is a 404, which puts the error page in place of the screen. */
export function useSource(id: string, { refetchInterval = refreshMs }: { refetchInterval?: number } = {}) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'source', id],
    queryFn: async ({ signal }) => {
      const { source } = await graphql.request<{ source: SourceDetails | null }>(
        sourceDocument,
        { id },
        { signal },
      );
      if (source === null) throw new RequestError(`Log source ${id} does not exist.`, 404);
      return source;
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
      const reply = await graphql.request<{ source: Omit<SourceActivity, 'at'> | null }>(
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
      const { source } = await graphql.request<{
        source: { retention: { sentences: string[] } | null } | null;
      }>(retentionDocument, { id }, { signal });
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
      (
        await graphql.request<{ availableLogProviders: { results: LogProvider[] } }>(
          providersDocument,
          {},
          { signal },
        )
      ).availableLogProviders.results,
    staleTime: 60_000,
  });
}

export function useTransports() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'transports'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ logTransports: LogTransport[] }>(transportsDocument, {}, { signal }))
        .logTransports,
    staleTime: 60_000,
  });
}

/** Names of every log type a source may use. */
export function useLogTypes() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-types'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ availableLogTypes: string[] }>(logTypesDocument, {}, { signal }))
        .availableLogTypes,
  });
}

/** Creates a source, or changes the one with `integrationId`. */
export function usePutSource() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: PutSourceInput) =>
      (
        await graphql.request<{ putLogSource: { source: SourceDetails } }>(putDocument, {
          input: { ...input },
        })
      ).putLogSource.source,
    onSuccess: async (source) => {
      cache.setQueryData(['log-sources', 'source', source.integrationId], source);
      await cache.invalidateQueries({ queryKey: ['log-sources', 'list'] });
    },
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
        await graphql.request<{ reprocessFailures: { sent: number; cut: number } }>(reprocessDocument, {
          input: { id },
        })
      ).reprocessFailures,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['log-sources'] }),
  });
}
