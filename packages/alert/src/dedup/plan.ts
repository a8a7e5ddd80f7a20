import { stringifyOnce } from '@margay/kit';
import type { AlertStatus } from '@margay/model';
import { initialStatus } from '../lifecycle/status.ts';
import { alertTypeOf, findingEventsOf, foundAtOf, type Finding, type FindingEvent } from './finding.ts';
import { alertTextsOf, dedupStringOf } from './texts.ts';
import {
  createKeyReader,
  periodMinutesOf,
  sampleLimit,
  sampleSizeLimit,
  thresholdOf,
  uniqueDigest,
  type AlertWindow,
  type EventSample,
  type GroupOpening,
  type GroupProgress,
} from './window.ts';

/** New alerts of one detection in one hour of the clock; more are not made. */
export const alertsPerHourLimit = 1000;

/** An alert to write. `progress` already counts every finding of the batch. */
export interface NewAlert {
  id: string;
  status: AlertStatus;
  /** When the threshold was reached. */
  createdAt: Date;
  /** When the group opened. */
  firstMatchAt: Date;
  dedupString: string;
  dedupPeriodMinutes: number;
  threshold: number;
  opening: GroupOpening;
  progress: GroupProgress;
  samples: EventSample[];
  /** How many of the samples, the first ones, are of earlier batches and so were stored without the alert's id. */
  earlySampleCount: number;
}

/** An existing alert that got more findings: its counters as they are now, and further samples. */
export interface AlertUpdate {
  alertId: string;
  progress: GroupProgress;
  /** To be stored behind the ones the alert has. */
  samples: { position: number; sample: EventSample }[];
}

export interface AlertPlan {
  created: NewAlert[];
  updated: AlertUpdate[];
  /** Windows to insert or replace, by key. */
  windows: AlertWindow[];
  /** For each finding the alert it belongs to, or null. */
  alertIdOfFinding: (string | null)[];
  /** New alerts of each detection in each hour after this batch, where it changed. */
  rates: AlertRate[];
  /** Detections that reached the limit of new alerts, once each. */
  limited: Finding['detection'][];
}

export interface AlertRate {
  detectionId: string;
  hour: Date;
  created: number;
}

/** What the caller loaded for `keysOf` the same findings. */
export interface PlanState {
  windows: Iterable<AlertWindow>;
  rates: Iterable<AlertRate>;
}

const hourMs = 3_600_000;
export const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs);
const rateKey = (detectionId: string, hour: Date) => `${hour.getTime()}:${detectionId}`;

/** What to load before planning: the windows of these keys, and the rates of these detections and hours. */
export function keysOf(findings: readonly Finding[]): {
  windowKeys: string[];
  rates: { detectionId: string; hour: Date }[];
} {
  const grouped = findings.filter(isGrouped);
  const rates = new Map(
    grouped.map((finding) => {
      const rate = { detectionId: finding.detection.id, hour: hourOf(foundAtOf(finding)) };
      return [rateKey(rate.detectionId, rate.hour), rate];
    }),
  );
  return {
    windowKeys: [...new Set(grouped.map(createKeyReader()))].toSorted(),
    rates: [...rates.values()],
  };
}

/** Matches of a signal-only detection group nothing; its errors still alert. */
const isGrouped = (finding: Finding) => finding.kind === 'error' || finding.detection.createAlert;

/**
 * Groups findings, in the order they were processed, into alerts. Pure: the same findings over the same state give the
 * same plan, and cutting the sequence into batches anywhere gives the same alerts and counts.
 * Findings below the threshold belong to no alert, except when a later one of the same batch reaches it.
 */
export function planAlerts(
  findings: readonly Finding[],
  state: PlanState,
  deps: { newAlertId: (at: Date) => string },
): AlertPlan {
  const keyOf = createKeyReader();
  const windows = new Map([...state.windows].map((window) => [window.key, window]));
  const touched = new Map<string, AlertWindow>();
  const rates = new Map([...state.rates].map((rate) => [rateKey(rate.detectionId, rate.hour), rate.created]));
  const changedRates = new Map<string, AlertRate>();
  const limited = new Map<string, Finding['detection']>();
  const created = new Map<string, NewAlert>();
  const updated = new Map<string, AlertUpdate>();
  const earlySamples = new Map<AlertWindow, number>();
  const windowOfFinding: (AlertWindow | null)[] = [];

  function windowFor(finding: Finding): AlertWindow {
    const key = keyOf(finding);
    const known = windows.get(key);
    if (known !== undefined && finding.at < known.closesAt) {
      if (touched.get(key) === known) return known;
      const copy = { ...known, samples: [...known.samples], progress: { ...known.progress } };
      windows.set(key, copy);
      touched.set(key, copy);
      earlySamples.set(copy, copy.samples.length);
      return copy;
    }
    const opened = openWindow(key, finding);
    windows.set(key, opened);
    touched.set(key, opened);
    return opened;
  }

  function reserveAlert(finding: Finding): boolean {
    const { detection } = finding;
    const hour = hourOf(foundAtOf(finding));
    const key = rateKey(detection.id, hour);
    const count = rates.get(key) ?? 0;
    if (count >= alertsPerHourLimit) {
      limited.set(detection.id, detection);
      return false;
    }
    rates.set(key, count + 1);
    changedRates.set(key, { detectionId: detection.id, hour, created: count + 1 });
    return true;
  }

  function createAlert(window: AlertWindow, finding: Finding): void {
    const { opening } = window;
    if (opening === null || !reserveAlert(finding)) return;
    const id = deps.newAlertId(foundAtOf(finding));
    created.set(id, {
      id,
      status: initialStatus(opening.texts.severity),
      createdAt: foundAtOf(finding),
      firstMatchAt: window.openedAt,
      dedupString: window.dedupString,
      dedupPeriodMinutes: (window.closesAt.getTime() - window.openedAt.getTime()) / 60_000,
      threshold: thresholdOf({ kind: window.kind, detection: opening.detection }),
      opening,
      progress: window.progress,
      samples: window.samples,
      earlySampleCount: earlySamples.get(window) ?? 0,
    });
    window.alertId = id;
    window.opening = null;
    window.samples = [];
    if (window.uniqueDigests !== null) window.uniqueDigests = [];
  }

  function addSample(window: AlertWindow, event: FindingEvent): void {
    if (window.sampleCount >= sampleLimit) return;
    // Many detections may have found the same event.
    const eventJson = stringifyOnce(event.event);
    if (eventJson.length > sampleSizeLimit) return;
    const sample = { rowId: event.rowId, eventJson };
    if (window.alertId === null) window.samples.push(sample);
    else if (created.has(window.alertId)) created.get(window.alertId)?.samples.push(sample);
    else updated.get(window.alertId)?.samples.push({ position: window.sampleCount, sample });
    window.sampleCount++;
  }

  for (const finding of findings) {
    if (!isGrouped(finding)) {
      windowOfFinding.push(null);
      continue;
    }
    const window = windowFor(finding);
    const { alertId, progress } = window;
    if (alertId !== null && !created.has(alertId) && !updated.has(alertId))
      updated.set(alertId, { alertId, progress, samples: [] });
    addProgress(progress, finding);
    for (const event of findingEventsOf(finding)) addSample(window, event);
    if (alertId === null) {
      addUnique(window, finding);
      if (measureOf(window) >= windowThreshold(window)) createAlert(window, finding);
    }
    windowOfFinding.push(window);
  }
  return {
    created: [...created.values()],
    updated: [...updated.values()],
    windows: [...touched.values()],
    alertIdOfFinding: windowOfFinding.map((window) => window?.alertId ?? null),
    rates: [...changedRates.values()],
    limited: [...limited.values()],
  };
}

function openWindow(key: string, finding: Finding): AlertWindow {
  return {
    key,
    kind: finding.kind,
    detectionId: finding.detection.id,
    dedupString: dedupStringOf(finding),
    openedAt: finding.at,
    closesAt: new Date(finding.at.getTime() + periodMinutesOf(finding) * 60_000),
    progress: {
      eventCount: 0,
      logTypes: [],
      sourceIds: [],
      firstEventAt: null,
      lastEventAt: null,
      lastFindingAt: foundAtOf(finding),
    },
    alertId: null,
    opening: {
      detection: finding.detection,
      type: alertTypeOf(finding),
      texts: alertTextsOf(finding),
      resource: finding.resource ?? null,
    },
    samples: [],
    sampleCount: 0,
    uniqueDigests: null,
  };
}

/** An error of a rule as a whole has no event, and counts as one nevertheless. */
function addProgress(progress: GroupProgress, finding: Finding): void {
  const foundAt = foundAtOf(finding);
  const events = findingEventsOf(finding);
  progress.eventCount += Math.max(1, events.length);
  if (foundAt > progress.lastFindingAt) progress.lastFindingAt = foundAt;
  for (const event of events) {
    progress.logTypes = withMember(progress.logTypes, event.logType);
    progress.sourceIds = withMember(progress.sourceIds, event.sourceId);
    const time = event.eventTime;
    if (time === null) continue;
    if (progress.firstEventAt === null || time < progress.firstEventAt) progress.firstEventAt = time;
    if (progress.lastEventAt === null || time > progress.lastEventAt) progress.lastEventAt = time;
  }
}

const withMember = (list: string[], member: string) =>
  member === '' || list.includes(member) ? list : [...list, member].toSorted();

function addUnique(window: AlertWindow, finding: Finding): void {
  if (finding.kind !== 'match' || finding.texts.unique === undefined || finding.texts.unique === '') return;
  const digest = uniqueDigest(finding.texts.unique);
  window.uniqueDigests ??= [];
  if (window.uniqueDigests.length >= windowThreshold(window)) return;
  if (!window.uniqueDigests.includes(digest)) window.uniqueDigests = [...window.uniqueDigests, digest];
}

/** The number compared with the threshold. */
const measureOf = (window: AlertWindow) => window.uniqueDigests?.length ?? window.progress.eventCount;

/** As the group's first finding set it: a detection changed in between does not change open groups. */
function windowThreshold(window: AlertWindow): number {
  if (window.opening === null) return Infinity;
  return thresholdOf({ kind: window.kind, detection: window.opening.detection });
}
