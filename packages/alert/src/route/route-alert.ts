import { alertsOfKind, type AlertingKind, type AlertType, type Severity } from '@margay/model';
import { destinationLimit } from '../dedup/texts.ts';

/** The part of a destination that decides what it receives. */
export interface RoutableDestination {
  outputId: string;
  displayName: string;
  defaultForSeverity: readonly Severity[];
  alertTypes: readonly AlertType[];
  /** Empty: every log type. */
  logTypes: readonly string[];
}

export interface RoutableAlert {
  type: AlertType;
  /** Of the alert: the detection's `severity()` counts before its setting. */
  severity: Severity;
  /** Of the detection. */
  logTypes: readonly string[];
  /** Kind of the detection behind it; null for system errors. */
  detectionKind: AlertingKind | null;
  /** The detection's own destinations. */
  outputIds: readonly string[];
  /** What `destinations()` returned: null when it said nothing, empty when nobody is to be told. */
  dynamicDestinations: readonly string[] | null;
  /** System errors about a destination are not sent through it. */
  exceptOutputId?: string;
}

export interface Route {
  outputIds: string[];
  reason: 'suppressed' | 'dynamic' | 'override' | 'match' | 'system';
  /** Names and ids that `destinations()` returned and nobody has. */
  unknown: string[];
}

/** What a failed `destinations()` list looks like in older engines: one pseudo destination. */
const skip = 'SKIP';

/** Which destinations receive a new alert. The first of these that says something decides. */
export function routeAlert(alert: RoutableAlert, destinations: readonly RoutableDestination[]): Route {
  if (alert.type === 'SYSTEM_ERROR') {
    const receivers = destinations.filter(
      ({ alertTypes, outputId }) => alertTypes.includes('SYSTEM_ERROR') && outputId !== alert.exceptOutputId,
    );
    return routeTo(receivers, 'system');
  }
  const dynamic = alert.dynamicDestinations;
  if (dynamic !== null && (dynamic.length === 0 || (dynamic.length === 1 && dynamic[0] === skip)))
    return routeTo([], 'suppressed');
  const resolved = resolveNames(dynamic ?? [], destinations);
  if (resolved.found.length > 0) return { ...routeTo(resolved.found, 'dynamic'), unknown: resolved.unknown };
  const overrides = destinations.filter(({ outputId }) => alert.outputIds.includes(outputId));
  if (overrides.length > 0) return { ...routeTo(overrides, 'override'), unknown: resolved.unknown };
  const matching = destinations.filter((destination) => isAutoMatch(destination, alert));
  return { ...routeTo(matching, 'match'), unknown: resolved.unknown };
}

const routeTo = (receivers: readonly RoutableDestination[], reason: Route['reason']): Route => ({
  outputIds: receivers.map(({ outputId }) => outputId),
  reason,
  unknown: [],
});

/** A display name, case kept, counts before an id. */
function resolveNames(names: readonly string[], destinations: readonly RoutableDestination[]) {
  const found = new Set<RoutableDestination>();
  const unknown: string[] = [];
  for (const name of names.slice(0, destinationLimit)) {
    const destination =
      destinations.find(({ displayName }) => displayName === name) ??
      destinations.find(({ outputId }) => outputId === name);
    if (destination === undefined) unknown.push(name);
    else found.add(destination);
  }
  return { found: [...found], unknown };
}

/**
 * True when a destination receives a detection's alerts by itself: its alert types include the alert's type, its
 * severities include the severity, and its log types are empty or, as the detection's kind wants it, overlap the
 * detection's.
 */
export function isAutoMatch(
  destination: RoutableDestination,
  alert: Pick<RoutableAlert, 'type' | 'severity' | 'logTypes' | 'detectionKind'>,
): boolean {
  if (!destination.alertTypes.includes(alert.type)) return false;
  if (!destination.defaultForSeverity.includes(alert.severity)) return false;
  if (destination.logTypes.length === 0) return true;
  const limited =
    alert.detectionKind === null ? 'overlapping' : alertsOfKind(alert.detectionKind).limitedDestinations;
  if (limited !== 'overlapping') return limited === 'all';
  return destination.logTypes.some((logType) => alert.logTypes.includes(logType));
}
