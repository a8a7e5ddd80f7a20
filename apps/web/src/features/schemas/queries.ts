import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

/** A schema as the list needs it. */
export interface SchemaTeaser {
  name: string;
  description: string | null;
  referenceURL: string | null;
  revision: number;
  version: number;
  isManaged: boolean;
  isArchived: boolean;
  isFieldDiscoveryEnabled: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface SchemaDetails extends SchemaTeaser {
  /** YAML text. */
  spec: string;
  /** The same with the fields that field discovery found; null where it found none. */
  discoveredSpec: string | null;
}

/** What is wrong with a schema text. Lines and columns count from 1. */
export interface SchemaProblem {
  path: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  message: string;
  remedy: string;
}

/** A source that has schemas attached. */
export interface SchemaUser {
  integrationId: string;
  integrationLabel: string;
  logTypes: string[];
}

const teaser =
  'name description referenceURL revision version isManaged isArchived isFieldDiscoveryEnabled createdAt updatedAt';
const details = `${teaser} spec discoveredSpec`;
const listDocument = `query Schemas { schemas { ${teaser} } }`;
const usersDocument = `query SchemaUsers { sources { integrationId integrationLabel logTypes } }`;
const schemaDocument = `query GetSchemaDetails($input: GetSchemaInput!) {
  getSchema(input: $input) { schema { ${details} } error { code message } } }`;
const problemsDocument = `query SchemaProblems($input: CreateOrUpdateSchemaInput!) {
  schemaProblems(input: $input) { path line column endLine endColumn message remedy } }`;
const putDocument = `mutation PutSchema($input: CreateOrUpdateSchemaInput!) {
  createOrUpdateSchema(input: $input) { schema { ${details} } error { code message } } }`;
const statusDocument = `mutation UpdateSchemaStatus($input: UpdateSchemaStatusInput!) {
  updateSchemaStatus(input: $input) { schema { ${details} } error { code message } } }`;

interface SchemaReply {
  schema: SchemaDetails | null;
  error: { code: string | null; message: string } | null;
}

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
    queryFn: async ({ signal }) =>
      (await graphql.request<{ schemas: SchemaTeaser[] }>(listDocument, {}, { signal })).schemas,
  });
}

/** Sources and the log types they have attached. */
export function useSchemaUsers() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['schemas', 'users'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ sources: SchemaUser[] }>(usersDocument, {}, { signal })).sources,
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
      schemaOf(
        (await graphql.request<{ getSchema: SchemaReply }>(schemaDocument, { input: { name } }, { signal }))
          .getSchema,
      ),
    ...(isPanel ? { meta: { failure: 'panel' as const } } : {}),
  });
}

/** Problems of a text, from the validator that also guards saving. The last answer stays while the next one comes. */
export function useSchemaProblems(name: string, spec: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['schemas', 'problems', name, spec],
    queryFn: async ({ signal }) => ({
      spec,
      problems: (
        await graphql.request<{ schemaProblems: SchemaProblem[] }>(
          problemsDocument,
          { input: { name, spec } },
          { signal },
        )
      ).schemaProblems,
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
      schemaOf(
        (await graphql.request<{ createOrUpdateSchema: SchemaReply }>(putDocument, { input: { ...input } }))
          .createOrUpdateSchema,
      ),
    onSuccess: store,
  });
}

/** Archives a schema or brings it back. Fails while a source uses it. */
export function useArchiveSchema() {
  const graphql = useGraphql();
  const store = useStored();
  return useMutation({
    mutationFn: async (input: { name: string; isArchived: boolean }) =>
      schemaOf(
        (await graphql.request<{ updateSchemaStatus: SchemaReply }>(statusDocument, { input }))
          .updateSchemaStatus,
      ),
    onSuccess: store,
  });
}
