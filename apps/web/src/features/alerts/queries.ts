import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { ResultOf } from '../../lib/graphql/gql.ts';

export type Person = NonNullable<AlertEditFields['assignee']>;
export type ListedPerson = ResultOf<typeof peopleDocument>['users'][number];

export type SystemErrorOrigin = Extract<AlertOrigin, { __typename: 'SystemError' }>;
export type AlertOrigin = AlertDetails['origin'];

export type DeliveryTeaser = AlertRow['deliveries'][number];
/** One attempt to deliver. */
export type Delivery = AlertDetails['deliveries'][number];

/** NONE, PENDING, SUCCEEDED or FAILED. */
export type DeliveryState = AlertRow['deliveryState'];

/** What a person changes. */
export type AlertEditFields = ResultOf<typeof editFields>;

/** An alert as a row of the list. */
export type AlertRow = ResultOf<typeof rowFields>;

export type Author = AlertComment['createdBy'];
export type AlertComment = ResultOf<typeof comment>;
export type HistoryEvent = AlertDetails['history'][number];

export type AlertDetails = NonNullable<ResultOf<typeof alertDocument>['alert']>;

export type AlertEvent = Readonly<Record<string, unknown>>;

const person = gql(`fragment AlertAssignee on Alert { assignee { id givenName familyName email } }`);
export const editFields = gql(`fragment AlertEditFacts on Alert { id status ...AlertAssignee }`, [person]);
const origin =
  gql(`fragment AlertOriginFacts on Alert { origin { __typename ... on SystemError { type relatedComponent relatedId relatedName details }
  ... on Rule { id displayName } ... on Policy { id displayName } ... on DeletedDetection { id } } }`);
const shared = gql(
  `fragment AlertFacts on Alert { id type title severity status eventCount createdAt lastReceivedEventAt detectionId detectionDisplayName
  logTypes resourceId deliveryState ...AlertAssignee }`,
  [person],
);
/** Needs the variable `$withOrigin`. */
export const rowFields = gql(
  `fragment AlertRowFacts on Alert { ...AlertFacts deliveries { outputId success label url destination { displayName outputType } }
  origin @include(if: $withOrigin) { __typename ... on SystemError { type relatedComponent relatedId relatedName details } } }`,
  [shared],
);

const comment = gql(
  `fragment AlertCommentFacts on Comment { id body format createdAt createdBy { id name } updatedAt }`,
);
const alertDocument = gql(
  `query Alert($id: ID!) { alert(id: $id) {
  ...AlertFacts ...AlertOriginFacts
  deliveries { outputId success label url dispatchedAt statusCode message destination { displayName outputType } }
  description runbook reference firstEventOccurredAt lastEventOccurredAt dedupString dedupPeriodMinutes threshold tags
  logSources { integrationId integrationLabel } reports { key values } context summaryAttributes
  history { id type createdAt from to actor { id name } comment { ...AlertCommentFacts } }
} }`,
  [shared, origin, comment],
);
const summaryDocument = gql(`query AlertSummary($input: AlertSummaryInput!) {
  alertSummary(input: $input) { name values { label value } } }`);
const relatedDocument = gql(`query RelatedAlerts($input: AlertsInput!) {
  alerts(input: $input) { edges { node { id title severity status createdAt } } } }`);
const peopleDocument = gql(`query AlertPeople { users { id givenName familyName email enabled } }`);
const logTypesDocument = gql(`query AlertLogTypes { availableLogTypes }`);
const sourcesDocument = gql(`query AlertSources { sources { integrationId integrationLabel } }`);
const logosDocument = gql(`query AlertDestinationLogos { destinationTypes { id displayName logo } }`);

/** An open alert is read again this often. */
const detailsRefreshMs = 10_000;

/** One alert; a missing one is a 404, which puts the error page in place of the screen. */
export function useAlert(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['alerts', 'alert', id],
    queryFn: async ({ signal }) => {
      const { alert } = await graphql.request(alertDocument, { id }, { signal });
      if (alert === null) throw new RequestError(`Alert ${id} does not exist.`, 404);
      return alert;
    },
    refetchInterval: detailsRefreshMs,
  });
}

export type AttributeSummary = ResultOf<typeof summaryDocument>['alertSummary'][number];

/** The most frequent values of the alert's summary attributes, or of every indicator field when it names none. */
export function useSummary(alert: Pick<AlertDetails, 'id' | 'eventCount' | 'summaryAttributes'>) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['alerts', 'summary', alert.id, alert.eventCount],
    queryFn: async ({ signal }) => {
      const ask = async (attributes: string[]) =>
        (await graphql.request(summaryDocument, { input: { alertId: alert.id, attributes } }, { signal }))
          .alertSummary;
      const [chosen, indicators] = await Promise.all([
        alert.summaryAttributes.length > 0 ? ask(alert.summaryAttributes) : [],
        ask([]),
      ]);
      const names = new Set(chosen.map(({ name }) => name));
      return [...chosen, ...indicators.filter(({ name }) => !names.has(name))];
    },
    meta: { failure: 'panel' },
  });
}

export type RelatedAlert = Pick<AlertRow, 'id' | 'title' | 'severity' | 'status' | 'createdAt'>;
const relatedCount = 5;
const relatedMs = 7 * 86_400_000;

/** Other alerts of the same detection within seven days before this one, and since. */
export function useRelatedAlerts(
  alert: Pick<AlertDetails, 'id' | 'detectionId' | 'createdAt' | 'type'> | undefined,
) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['alerts', 'related', alert?.id],
    enabled: Boolean(alert?.detectionId),
    queryFn: async ({ signal }) => {
      const input = {
        type: alert?.type.endsWith('_ERROR') ? ('DETECTION_ERROR' as const) : ('ALERT' as const),
        detectionId: alert?.detectionId,
        createdAtAfter: new Date(new Date(alert?.createdAt ?? 0).getTime() - relatedMs).toISOString(),
        pageSize: relatedCount + 1,
      };
      const reply = await graphql.request(relatedDocument, { input }, { signal });
      return reply.alerts.edges
        .map(({ node }) => node)
        .filter(({ id }) => id !== alert?.id)
        .slice(0, relatedCount);
    },
    meta: { failure: 'panel' },
  });
}

/** Everyone an alert can be assigned to, and those who left. */
export function usePeople() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['alerts', 'people'],
    queryFn: async ({ signal }) => (await graphql.request(peopleDocument, {}, { signal })).users,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

export function useLogTypeNames() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-types'],
    queryFn: async ({ signal }) =>
      (await graphql.request(logTypesDocument, {}, { signal })).availableLogTypes,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

/** Names of log sources for the filter; nothing without the permission to read them. */
export function useSourceNames(isPermitted: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['alerts', 'sources'],
    enabled: isPermitted,
    queryFn: async ({ signal }) => (await graphql.request(sourcesDocument, {}, { signal })).sources,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

export interface DestinationLook {
  displayName: string;
  /** Address of the picture. */
  logo: string | undefined;
}

/** Name and logo of each kind of destination by its id; empty without the permission to read destinations. */
export function useDestinationLooks(isPermitted: boolean): ReadonlyMap<string, DestinationLook> {
  const graphql = useGraphql();
  const { data } = useQuery({
    queryKey: ['alerts', 'destination-looks'],
    enabled: isPermitted,
    queryFn: async ({ signal }) => {
      const reply = await graphql.request(logosDocument, {}, { signal });
      return new Map(
        reply.destinationTypes.map(({ id, displayName, logo }) => [
          id,
          { displayName, logo: logo ? `data:image/svg+xml,${encodeURIComponent(logo)}` : undefined },
        ]),
      );
    },
    staleTime: Infinity,
    meta: { failure: 'panel' },
  });
  return data ?? noLooks;
}
const noLooks: ReadonlyMap<string, DestinationLook> = new Map();
