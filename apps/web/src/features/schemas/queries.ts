import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { linesOfFailures } from './failed-lines.ts';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { failedEventsSql } from '../../lib/data-lake/failed-events.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

/** How many failed events a schema is drawn from. */
const mostFailedEvents = 1_000;

/** A schema as the list needs it. */
export type SchemaTeaser = ResultOf<typeof teaser>;

export type SchemaDetails = ResultOf<typeof details>;

/** What is wrong with a schema text. Lines and columns count from 1. */
export type SchemaProblem = ResultOf<typeof problemsDocument>['schemaProblems'][number];

/** A source that has schemas attached. */
export type SchemaUser = ResultOf<typeof usersDocument>['sources'][number];

const teaser = gql(
  `fragment SchemaTeaser on Schema { name description referenceURL revision version isManaged isArchived isFieldDiscoveryEnabled createdAt updatedAt }`,
);
const details = gql(`fragment SchemaDetails on Schema { ...SchemaTeaser spec discoveredSpec }`, [teaser]);
const listDocument = gql(`query Schemas { schemas { ...SchemaTeaser } }`, [teaser]);
const usersDocument = gql(`query SchemaUsers { sources { integrationId integrationLabel logTypes } }`);
const schemaDocument = gql(
  `query GetSchemaDetails($input: GetSchemaInput!) {
  getSchema(input: $input) { schema { ...SchemaDetails } error { code message } } }`,
  [details],
);
const problemsDocument = gql(`query SchemaProblems($input: CreateOrUpdateSchemaInput!) {
  schemaProblems(input: $input) { path line column endLine endColumn message remedy } }`);
const putDocument = gql(
  `mutation PutSchema($input: CreateOrUpdateSchemaInput!) {
  createOrUpdateSchema(input: $input) { schema { ...SchemaDetails } error { code message } } }`,
  [details],
);
const failedDocument = gql(
  `mutation FailedEvents($input: RunQueryInput!) { runQuery(input: $input) { rows } }`,
);
const statusDocument = gql(
  `mutation UpdateSchemaStatus($input: UpdateSchemaStatusInput!) {
  updateSchemaStatus(input: $input) { schema { ...SchemaDetails } error { code message } } }`,
  [details],
);

type SchemaReply = ResultOf<typeof schemaDocument>['getSchema'];

/** The schema of a reply, or its in-band error thrown. */
function schemaOf(reply: SchemaReply): SchemaDetails {
  if (reply.schema) return reply.schema;
  const code = reply.error?.code ?? undefined;
  const fallback = "An unknown error occurred and we couldn't load the schema from the server";
  throw new RequestError(reply.error?.message ?? fallback, code === 'NotFound' ? 404 : 500, { code });
}

/** Every schema, managed and custom, without its text. */
export function useSchemas() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['schemas', 'list'],
    queryFn: async ({ signal }) => (await graphql.request(listDocument, {}, { signal })).schemas,
  });
}

/** Sources and the log types they have attached. */
export function useSchemaUsers() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['schemas', 'users'],
    queryFn: async ({ signal }) => (await graphql.request(usersDocument, {}, { signal })).sources,
    meta: { failure: 'panel' },
  });
}

/** One schema with its text. With `isPanel` a failure stays in the panel that asked. */
export function useSchema(name: string, { isPanel = false }: { isPanel?: boolean } = {}) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['schemas', 'schema', name],
    enabled: name !== '',
    queryFn: async ({ signal }) =>
      schemaOf((await graphql.request(schemaDocument, { input: { name } }, { signal })).getSchema),
    ...(isPanel ? { meta: { failure: 'panel' as const } } : {}),
  });
}

/** The newest events of a source that no schema took, one on each line. Sealed ones are left out: nobody may read them. */
export function useFailedEvents(sourceId: string | undefined) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['schemas', 'failed-events', sourceId],
    queryFn: async ({ signal }) => {
      const text = failedEventsSql(sourceId ?? '', 'payload', mostFailedEvents);
      const input = { language: 'sql', text, rowLimit: mostFailedEvents };
      const { runQuery } = await graphql.request(failedDocument, { input }, { signal });
      return linesOfFailures(runQuery.rows);
    },
    enabled: sourceId !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    meta: { failure: 'panel' },
  });
}

/** Problems of a text, from the validator that also guards saving. The last answer stays while the next one comes. */
export function useSchemaProblems(name: string, spec: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['schemas', 'problems', name, spec],
    queryFn: async ({ signal }) => ({
      spec,
      problems: (await graphql.request(problemsDocument, { input: { name, spec } }, { signal }))
        .schemaProblems,
    }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    meta: { failure: 'panel' },
  });
}

export interface PutSchemaInput {
  name: string;
  spec: string;
  description?: string;
  referenceURL?: string;
  /** The revision that was edited; absent for a new schema. */
  revision?: number;
}

function useStored() {
  const cache = useQueryClient();
  return async (schema: SchemaDetails) => {
    cache.setQueryData(['schemas', 'schema', schema.name], schema);
    await Promise.all([
      cache.invalidateQueries({ queryKey: ['schemas', 'list'] }),
      cache.invalidateQueries({ queryKey: ['log-types'] }),
    ]);
  };
}

/** Creates a schema, or writes the next revision of one. */
export function usePutSchema() {
  const graphql = useGraphql();
  const store = useStored();
  return useMutation({
    mutationFn: async (input: PutSchemaInput) =>
      schemaOf((await graphql.request(putDocument, { input: { ...input } })).createOrUpdateSchema),
    onSuccess: store,
  });
}

/** Archives a schema or brings it back. Fails while a source uses it. */
export function useArchiveSchema() {
  const graphql = useGraphql();
  const store = useStored();
  return useMutation({
    mutationFn: async (input: { name: string; isArchived: boolean }) =>
      schemaOf((await graphql.request(statusDocument, { input })).updateSchemaStatus),
    onSuccess: store,
  });
}
