import type { FieldValue } from '@margay/query';
import type { GraphqlClient } from '../graphql/client.ts';
import { gql } from '../graphql/gql.ts';

const document = gql(`query DataLakePropertyValues($input: DataLakePropertyValuesInput!) {
  dataLakePropertyValues(input: $input) { value } }`);

/** The most frequent values of a field in the newest rows of some tables, without how often: what is elsewhere is not counted. */
export async function readPropertyValues(
  graphql: GraphqlClient,
  input: { path: string; databases: readonly string[]; tables: readonly string[] },
  signal: AbortSignal,
): Promise<FieldValue[]> {
  const reply = await graphql.request(document, { input }, { signal });
  return reply.dataLakePropertyValues;
}
