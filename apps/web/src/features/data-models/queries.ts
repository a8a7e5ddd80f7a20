import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';
import type { ModelSort } from './model-list-search.ts';

export type Mapping = DataModel['mappings'][number];

export type DataModel = ResultOf<typeof facts>;

export interface PutDataModelInput {
  id: string;
  isNew: boolean;
  versionId?: string;
  displayName: string;
  enabled: boolean;
  logTypes: string[];
  mappings: { name: string; path?: string; method?: string }[];
  body?: string;
}

export interface MappingPreview {
  name: string;
  /** JSON text; null when the event has nothing there, or the mapping failed. */
  value: string | null;
  error: string | null;
  traceback: string | null;
}

export interface Preview {
  mappings: MappingPreview[];
  error: string | null;
  line: number | null;
}

export interface ModelPageInput {
  nameContains?: string;
  enabled?: boolean;
  managed?: boolean;
  logTypes?: string[];
  sortBy: ModelSort;
  sortDir: 'ascending' | 'descending';
  page: number;
  pageSize: number;
}

const facts =
  gql(`fragment DataModelFacts on DataModel { id versionId displayName enabled managed loadError logTypes mappings { name path method } body createdAt
  createdBy lastModified lastModifiedBy }`);
const listDocument = gql(
  `query ListDataModels($input: ListPageInput!) { listDataModels(input: $input) {
  models { ...DataModelFacts } paging { totalItems } } }`,
  [facts],
);
const modelDocument = gql(`query GetDataModel($id: ID!) { getDataModel(id: $id) { ...DataModelFacts } }`, [
  facts,
]);
const putDocument = gql(
  `mutation PutDataModel($input: PutDataModelInput!) { putDataModel(input: $input) { ...DataModelFacts } }`,
  [facts],
);
const enableDocument = gql(`mutation SetDataModelsEnabled($input: SetDetectionsEnabledInput!) {
  setDetectionsEnabled(input: $input) { ids } }`);
const deleteDocument = gql(
  `mutation DeleteDataModels($input: IdsInput!) { deleteDataModels(input: $input) { ids } }`,
);
const previewDocument =
  gql(`query PreviewDataModel($input: PreviewDataModelInput!) { previewDataModel(input: $input) {
  error line mappings { name value error traceback } } }`);
const fieldsDocument = gql(`query DataModelFields($logTypes: [String!]!) {
  eventFields(logTypes: $logTypes) { logType fields { path type } } }`);
const eventDocument = gql(
  `mutation NewestEvent($input: RunQueryInput!) { runQuery(input: $input) { columns rows } }`,
);

/** All lists and models are below it, and the names that rules complete. */
const modelKey = (id: string) => ['detections', 'data-model', id];
const listsKey = ['detections', 'data-models'];

/** One page of models. The old page stays in sight while the next one loads. */
export function useModelPage(input: ModelPageInput) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...listsKey, input],
    queryFn: async ({ signal }) =>
      (await graphql.request(listDocument, { input }, { signal })).listDataModels,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}

/** Enabled models that have one of these log types. */
export function useEnabledModels(logTypes: readonly string[]) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: [...listsKey, 'enabled', logTypes],
    queryFn: async ({ signal }) =>
      (
        await graphql.request(
          listDocument,
          { input: { enabled: true, logTypes, page: 1, pageSize: 100 } },
          { signal },
        )
      ).listDataModels.models,
    enabled: logTypes.length > 0,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}

/** One model; a missing one is a 404, which puts the error page in place of the screen. */
export async function requestModel(graphql: GraphqlClient, id: string, signal?: AbortSignal) {
  const { getDataModel } = await graphql.request(modelDocument, { id }, signal ? { signal } : {});
  if (getDataModel === null)
    throw new RequestError(`Data model ${id} does not exist.`, 404, { code: 'NotFound' });
  return getDataModel;
}

export function useModel(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: modelKey(id),
    queryFn: ({ signal }) => requestModel(graphql, id, signal),
  });
}

export function usePutModel() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: PutDataModelInput) =>
      (await graphql.request(putDocument, { input })).putDataModel,
    onSuccess: async (model) => {
      cache.setQueryData(modelKey(model.id), model);
      await cache.invalidateQueries({ queryKey: ['detections'] });
    },
  });
}

export function useSetModelEnabled() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: { ids: string[]; enabled: boolean }) => {
      await graphql.request(enableDocument, { input });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['detections'] }),
  });
}

export function useDeleteModels() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      await graphql.request(deleteDocument, { input: { ids } });
      // Gone pages must not be asked for again while one of them is still on screen.
      for (const id of ids) cache.removeQueries({ queryKey: modelKey(id) });
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: listsKey }),
  });
}

export interface PreviewInput {
  id: string;
  logTypes: string[];
  mappings: PutDataModelInput['mappings'];
  body?: string;
  event: string;
}

/** What each mapping gives for an event. */
export async function requestPreview(graphql: GraphqlClient, input: PreviewInput, signal: AbortSignal) {
  return (await graphql.request(previewDocument, { input }, { signal })).previewDataModel;
}

/** Paths of the fields that events of these log types have, as a mapping writes them. */
export function useFieldPaths(logTypes: readonly string[]) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'model-fields', logTypes],
    queryFn: async ({ signal }) => {
      const { eventFields } = await graphql.request(fieldsDocument, { logTypes }, { signal });
      const paths = eventFields.flatMap(({ fields }) => fields.map(({ path }) => pathText(path)));
      return [...new Set(paths)].toSorted();
    },
    enabled: logTypes.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
}

/** Names that are no plain words are quoted. */
export const pathText = (path: readonly string[]) =>
  path.every((name) => /^[A-Za-z_][\w-]*$/.test(name))
    ? path.join('.')
    : `$${path.map((name) => `['${name}']`).join('')}`;

/** The newest event of a log type, as JSON text; undefined when there is none. */
export async function requestNewestEvent(graphql: GraphqlClient, logType: string) {
  const table = logType.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const text = `select * from ${table} order by p_event_time desc limit 1`;
  const { runQuery } = await graphql.request(eventDocument, {
    input: { language: 'sql', text, rowLimit: 1 },
  });
  // The schema says JSON: one list per row, in the order of the columns.
  const [row] = runQuery.rows as unknown[][];
  if (!row) return undefined;
  const entries = runQuery.columns.map((name, index) => [name, row[index]] as const);
  return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== null)), null, 2);
}
