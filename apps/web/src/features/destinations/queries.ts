import type { AlertType, Severity } from '@margay/model';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import type { FieldDescriptor } from '../../ui/inputs/setting-values.ts';
import { gql } from '../../lib/graphql/gql.ts';
import { settingFieldFacts } from '../../lib/setting-fields.ts';
import type { Known, ResultOf } from '../../lib/graphql/gql.ts';

export type VerificationStatus = 'NOT_VERIFIED' | 'VERIFIED' | 'FAILED';

export type Destination = Known<
  ResultOf<typeof fields>,
  { verificationStatus: VerificationStatus; outputConfig: Record<string, unknown> }
>;

export type DestinationType = Known<
  ResultOf<typeof typesDocument>['destinationTypes'][number],
  { fields: FieldDescriptor[] }
>;

/** What is saved. Empty secrets keep their stored value. */
export interface DestinationInput {
  outputId?: string;
  outputType: string;
  displayName: string;
  defaultForSeverity: Severity[];
  alertTypes: AlertType[];
  logTypes: string[];
  outputConfig: Record<string, unknown>;
}

/** The answer to a test alert. */
export type TestAttempt = ResultOf<typeof testDocument>['sendTestAlert'][number];

const fields =
  gql(`fragment DestinationFacts on Destination { outputId outputType displayName defaultForSeverity alertTypes logTypes verificationStatus outputConfig
  lastModifiedTime lastModifiedBy { id name } }`);
const listDocument = gql(`query Destinations { destinations { ...DestinationFacts } }`, [fields]);
const typesDocument = gql(
  `query DestinationTypes { destinationTypes { id displayName description docUrl logo canTest
  fields { ...SettingFieldFacts } } }`,
  [settingFieldFacts],
);
const logTypesDocument = gql(`query DestinationLogTypes { availableLogTypes }`);
const addDocument = gql(
  `mutation AddDestination($input: DestinationInput!) { addDestination(input: $input) { ...DestinationFacts } }`,
  [fields],
);
const updateDocument = gql(
  `mutation UpdateDestination($input: DestinationInput!) { updateDestination(input: $input) { ...DestinationFacts } }`,
  [fields],
);
const deleteDocument = gql(
  `mutation DeleteDestination($input: IdInput!) { deleteDestination(input: $input) { id } }`,
);
const testDocument = gql(`mutation SendTestAlert($input: SendTestAlertInput!) {
  sendTestAlert(input: $input) { outputId dispatchedAt success statusCode message } }`);

const listKey = ['destinations', 'list'] as const;

/** Every destination; there are few enough that the list arrives whole. */
export function useDestinations() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) =>
      (await graphql.request(listDocument, {}, { signal })).destinations as Destination[],
    meta: { failure: 'panel' },
  });
}

/** One of the list; a missing one is a 404, which puts the error page in place of the screen. */
export function useDestination(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['destinations', 'one', id],
    queryFn: async ({ signal }) => {
      const { destinations } = await graphql.request(listDocument, {}, { signal });
      const found = (destinations as Destination[]).find(({ outputId }) => outputId === id);
      if (!found) throw new RequestError(`Destination ${id} does not exist.`, 404);
      return found;
    },
  });
}

/** Every kind of destination with the form of its settings and its logo as the address of a picture. */
export function useDestinationTypes() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['destinations', 'types'],
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(typesDocument, {}, { signal });
      // The schema says String for the kind of a field; the form knows these.
      const types = reply.destinationTypes as DestinationType[];
      return types.map((type) => ({
        ...type,
        logo: type.logo ? `data:image/svg+xml,${encodeURIComponent(type.logo)}` : '',
      }));
    },
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
}

export function useLogTypeNames() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-types'],
    queryFn: async ({ signal }) =>
      (await graphql.request(logTypesDocument, {}, { signal })).availableLogTypes,
    meta: { failure: 'panel' },
  });
}

/** Adds a destination, or changes the one with `outputId`. */
export function usePutDestination() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: DestinationInput) => {
      if (input.outputId === undefined)
        return (await graphql.request(addDocument, { input })).addDestination as Destination;
      return (await graphql.request(updateDocument, { input })).updateDestination as Destination;
    },
    onSuccess: async (stored) => {
      cache.setQueryData(['destinations', 'one', stored.outputId], stored);
      await cache.invalidateQueries({ queryKey: listKey });
    },
  });
}

export function useDeleteDestination() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => graphql.request(deleteDocument, { input: { id } }),
    onSuccess: async (_reply, id) => {
      cache.setQueryData<Destination[]>(listKey, (before) =>
        before?.filter(({ outputId }) => outputId !== id),
      );
      cache.removeQueries({ queryKey: ['destinations', 'one', id] });
      await cache.invalidateQueries({ queryKey: listKey });
    },
  });
}

/** Sends a test alert, once, and waits for the answer. */
export function useSendTest() {
  const graphql = useGraphql();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (outputId: string) => {
      const reply = await graphql.request(testDocument, {
        input: { outputIds: [outputId] },
      });
      const [attempt] = reply.sendTestAlert;
      if (!attempt) throw new RequestError('The server made no attempt to send the test alert.', 500);
      return attempt;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: listKey }),
  });
}
