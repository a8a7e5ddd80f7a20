import type { AlertsOfKind, DetectionKindDefinition, PythonOfKind } from './define.ts';
import { knownDetectionKinds } from './known.ts';

type Known = (typeof knownDetectionKinds)[number];
type Alerting = Extract<Known, { alerts: AlertsOfKind }>;

export type DetectionKind = Known['id'];
/** Kinds whose findings become alerts of their own types. */
export type AlertingKind = Alerting['id'];
/** Kinds that run in the Python runtime. */
export type PythonKind = Extract<Known, { python: object }>['id'];
/** Kinds that this object of the API shows. */
export type KindShownAs<Shown extends DetectionKindDefinition['objectType']> = Extract<
  Known,
  { objectType: Shown }
>['id'];
/** Types of the alerts that detections make. */
export type DetectionAlertType = Alerting['alerts']['types']['match' | 'error'];

export const detectionKinds = knownDetectionKinds.map(({ id }) => id) as [DetectionKind, ...DetectionKind[]];

const isAlerting = (kind: Known): kind is Alerting => 'alerts' in kind;
const alerting = knownDetectionKinds.filter(isAlerting);

export const alertingKinds = alerting.map(({ id }) => id) as [AlertingKind, ...AlertingKind[]];

/** What a kind alerts with; its types are those of the registry. */
export type KnownAlerts = Omit<AlertsOfKind, 'types'> & {
  types: { match: DetectionAlertType; error: DetectionAlertType };
};

const byId = new Map<string, DetectionKindDefinition>(knownDetectionKinds.map((kind) => [kind.id, kind]));

/** The kind with this id; undefined for ids that name other content. */
export const findDetectionKind = (id: string): DetectionKindDefinition | undefined => byId.get(id);

export function detectionKindOf(id: DetectionKind): DetectionKindDefinition {
  const found = findDetectionKind(id);
  if (found === undefined) throw new Error(`detection kind ${id} is not in the registry`);
  return found;
}

const alertsById = new Map<string, KnownAlerts>(alerting.map(({ id, alerts }) => [id, alerts]));

export function alertsOfKind(id: AlertingKind): KnownAlerts {
  const found = alertsById.get(id);
  if (found === undefined) throw new Error(`detection kind ${id} makes no alerts`);
  return found;
}

const hasPython = (kind: Known): kind is Extract<Known, { python: object }> => 'python' in kind;

export const pythonKinds = knownDetectionKinds.filter(hasPython).map(({ id }) => id) as [
  PythonKind,
  ...PythonKind[],
];

export const isPythonKind = (id: DetectionKind): id is PythonKind =>
  (pythonKinds as readonly DetectionKind[]).includes(id);

export function pythonOfKind(id: PythonKind): PythonOfKind {
  const { python } = detectionKindOf(id);
  if (python === undefined) throw new Error(`detection kind ${id} has no Python`);
  return python;
}

const kindOfMatch = new Map<string, Alerting>(alerting.map((kind) => [kind.alerts.types.match, kind]));

/** The kind whose findings have this type; undefined for types of errors. */
export const kindOfAlertType = (type: string): AlertingKind | undefined => kindOfMatch.get(type)?.id;

/** Types of alerts about what detections found. */
export const matchAlertTypes: readonly DetectionAlertType[] = alerting.map(
  ({ alerts }) => alerts.types.match,
);

/** Types of alerts about errors of detections. */
export const errorAlertTypes: readonly DetectionAlertType[] = [
  ...new Set(alerting.map(({ alerts }) => alerts.types.error)),
];

/** Types of alerts about what rules of any kind found; findings of policies have their own place in lists. */
export const ruleAlertTypes: readonly DetectionAlertType[] = alerting
  .filter(({ objectType }) => objectType === 'Rule')
  .map(({ alerts }) => alerts.types.match);

/** `scheduled rule` as `Scheduled rule`. */
export const capitalised = (title: string): string => title.charAt(0).toUpperCase() + title.slice(1);

/** What people call each type of alert that detections make. */
export const detectionAlertLabels = Object.fromEntries(
  // A type that several kinds share is called after the first.
  alerting.toReversed().flatMap(({ label, title, alerts: { types } }) => [
    [types.error, `${capitalised(title)} error`],
    [types.match, label],
  ]),
) as Record<DetectionAlertType, string>;

/** Heading of delivered alerts of each type. */
export const detectionAlertHeadings = Object.fromEntries(
  alerting.toReversed().flatMap(({ title, alerts: { types, heading } }) => [
    [types.error, `New ${title} error`],
    [types.match, heading],
  ]),
) as Record<DetectionAlertType, string>;
