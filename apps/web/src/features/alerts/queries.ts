import type { AlertStatus, AlertType, Severity } from '@margay/model';
import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { RequestError } from '../../lib/graphql/request-error.ts';

export interface Person {
  id: string;
  givenName: string | null;
  familyName: string | null;
  email: string;
}
export interface ListedPerson extends Person {
  enabled: boolean;
}

export interface SystemErrorOrigin {
  __typename: 'SystemError';
  type: string;
  relatedComponent: string;
  relatedId: string | null;
  relatedName: string | null;
  details: unknown;
}
export type AlertOrigin =
  | SystemErrorOrigin
  | { __typename: 'Rule' | 'Policy' | 'DeletedDetection'; id: string; displayName?: string };

export interface DeliveryTeaser {
  outputId: string;
  success: boolean;
  label: string;
  url: string;
  destination: { displayName: string; outputType: string } | null;
}
/** One attempt to deliver. */
export interface Delivery extends DeliveryTeaser {
  dispatchedAt: string;
  statusCode: number;
  message: string;
}

export type DeliveryState = 'NONE' | 'PENDING' | 'SUCCEEDED' | 'FAILED';

/** What a person changes. */
export interface AlertEditFields {
  id: string;
  status: AlertStatus;
  assignee: Person | null;
}

/** An alert as a row of the list. */
export interface AlertRow extends AlertEditFields {
  type: AlertType;
  title: string;
  severity: Severity;
  eventCount: number;
  createdAt: string;
  lastReceivedEventAt: string | null;
  detectionId: string | null;
  detectionDisplayName: string;
  logTypes: string[];
  resourceId: string | null;
  deliveryState: DeliveryState;
  /** Attempts, newest first. */
  deliveries: DeliveryTeaser[];
  /** Only asked for in the list of system errors. */
  origin?: AlertOrigin;
}

export interface Author {
  id: string;
  name: string;
}
export interface AlertComment {
  id: string;
  body: string;
  format: 'PLAIN_TEXT' | 'HTML';
  createdAt: string;
  createdBy: Author;
  updatedAt: string | null;
}
export interface HistoryEvent {
  id: string;
  type: 'ASSIGNEE_CHANGE' | 'COMMENT' | 'SLACKBOT_BOOMERANG' | 'STATUS_CHANGE';
  createdAt: string;
  actor: Author | null;
  from: string | null;
  to: string | null;
  comment: AlertComment | null;
}

export interface AlertDetails extends Omit<AlertRow, 'deliveries' | 'origin'> {
  origin: AlertOrigin;
  deliveries: Delivery[];
  description: string | null;
  runbook: string | null;
  reference: string | null;
  firstEventOccurredAt: string | null;
  lastEventOccurredAt: string | null;
  logSources: { integrationId: string; integrationLabel: string }[];
  dedupString: string | null;
  dedupPeriodMinutes: number | null;
  threshold: number | null;
  tags: string[];
  reports: { key: string; values: string[] }[];
  context: unknown;
  summaryAttributes: string[];
  history: HistoryEvent[];
}

export type AlertEvent = Readonly<Record<string, unknown>>;

const person = 'assignee { id givenName familyName email }';
export const editFields = `id status ${person}`;
const origin = `origin { __typename ... on SystemError { type relatedComponent relatedId relatedName details }
  ... on Rule { id displayName } ... on Policy { id displayName } ... on DeletedDetection { id } }`;
const shared = `id type title severity status eventCount createdAt lastReceivedEventAt detectionId detectionDisplayName
  logTypes resourceId deliveryState ${person}`;
/** Needs the variable `$withOrigin`. */
export const rowFields = `${shared} deliveries { outputId success label url destination { displayName outputType } }
  origin @include(if: $withOrigin) { __typename ... on SystemError { type relatedComponent relatedId relatedName details } }`;

const comment = 'id body format createdAt createdBy { id name } updatedAt';
const alertDocument = `query Alert($id: ID!) { alert(id: $id) {
  ${shared} ${origin}
  deliveries { outputId success label url dispatchedAt statusCode message destination { displayName outputType } }
  description runbook reference firstEventOccurredAt lastEventOccurredAt dedupString dedupPeriodMinutes threshold tags
  logSources { integrationId integrationLabel } reports { key values } context summaryAttributes
  history { id type createdAt from to actor { id name } comment { ${comment} } }
} }`;
const summaryDocument = `query AlertSummary($input: AlertSummaryInput!) {
  alertSummary(input: $input) { name values { label value } } }`;
const relatedDocument = `query RelatedAlerts($input: AlertsInput!) {
  alerts(input: $input) { edges { node { id title severity status createdAt } } } }`;
const peopleDocument = `query AlertPeople { users { id givenName familyName email enabled } }`;
const logTypesDocument = `query AlertLogTypes { availableLogTypes }`;
const sourcesDocument = `query AlertSources { sources { integrationId integrationLabel } }`;
const logosDocument = `query AlertDestinationLogos { destinationTypes { id displayName logo } }`;

/** An open alert is read again this often. */
const detailsRefreshMs = 10_000;

/** One alert; a missing one is a 404, which puts the error page in place of the screen. */
export function useAlert(id: string) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['alerts', 'alert', id],
    queryFn: async ({ signal }) => {
      const { alert } = await graphql.request<{ alert: AlertDetails | null }>(
        alertDocument,
        { id },
        { signal },
      );
      if (alert === null) throw new RequestError(`Alert ${id} does not exist.`, 404);
      return alert;
    },
    refetchInterval: detailsRefreshMs,
  });
}

export interface AttributeSummary {
  name: string;
  values: { label: string; value: number }[];
}

/** The most frequent values of the alert's summary attributes, or of every indicator field when it names none. */
export function useSummary(alert: Pick<AlertDetails, 'id' | 'eventCount' | 'summaryAttributes'>) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['alerts', 'summary', alert.id, alert.eventCount],
    queryFn: async ({ signal }) => {
      const ask = async (attributes: string[]) =>
        (
          await graphql.request<{ alertSummary: AttributeSummary[] }>(
            summaryDocument,
            { input: { alertId: alert.id, attributes } },
            { signal },
          )
        ).alertSummary;
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
        type: alert?.type.endsWith('_ERROR') ? 'DETECTION_ERROR' : 'ALERT',
        detectionId: alert?.detectionId,
        createdAtAfter: new Date(new Date(alert?.createdAt ?? 0).getTime() - relatedMs).toISOString(),
        pageSize: relatedCount + 1,
      };
      const reply = await graphql.request<{ alerts: { edges: { node: RelatedAlert }[] } }>(
        relatedDocument,
        { input },
        { signal },
      );
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
    queryFn: async ({ signal }) =>
      (await graphql.request<{ users: ListedPerson[] }>(peopleDocument, {}, { signal })).users,
    staleTime: 60_000,
    meta: { failure: 'panel' },
  });
}

export function useLogTypeNames() {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-types'],
    queryFn: async ({ signal }) =>
      (await graphql.request<{ availableLogTypes: string[] }>(logTypesDocument, {}, { signal }))
        .availableLogTypes,
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
    queryFn: async ({ signal }) =>
      (
        await graphql.request<{ sources: { integrationId: string; integrationLabel: string }[] }>(
          sourcesDocument,
          {},
          { signal },
        )
      ).sources,
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
      const reply = await graphql.request<{
        destinationTypes: { id: string; displayName: string; logo: string }[];
      }>(logosDocument, {}, { signal });
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
