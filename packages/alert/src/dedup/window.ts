import type { AlertType } from '@margay/model';
import { createHash } from 'node:crypto';
import { dedupStringOf, type AlertTexts } from './texts.ts';
import type { DetectionFacts, Finding, FindingKind } from './finding.ts';

/** Events an alert keeps beside its counters, and the largest one kept, in characters of JSON. */
export const sampleLimit = 10;
export const sampleSizeLimit = 65_536;
/** Errors of one kind of one detection become one alert in this time, whatever the detection's own period. */
export const errorPeriodMinutes = 24 * 60;

export interface EventSample {
  rowId: string;
  /** The event as JSON text. */
  eventJson: string;
}

/** Numbers of a group that grow with every finding. */
export interface GroupProgress {
  eventCount: number;
  logTypes: string[];
  sourceIds: string[];
  /** By event time. */
  firstEventAt: Date | null;
  lastEventAt: Date | null;
  /** By processing time. */
  lastFindingAt: Date;
}

/** What stays as the group's first finding set it. */
export interface GroupOpening {
  detection: DetectionFacts;
  type: AlertType;
  texts: AlertTexts;
  resource: { id: string; type: string } | null;
}

/**
 * The newest group of one key. It takes findings from `openedAt` until before `closesAt`; then the next finding
 * opens a new one. Status changes of its alert do not touch it.
 */
export interface AlertWindow {
  key: string;
  kind: FindingKind;
  detectionId: string;
  dedupString: string;
  openedAt: Date;
  closesAt: Date;
  progress: GroupProgress;
  /** Null below the threshold, or while the detection's alert limit is reached. */
  alertId: string | null;
  /** Needed until the alert exists. */
  opening: GroupOpening | null;
  /** The group's first events; handed to the alert when it is made, then only counted. */
  samples: EventSample[];
  sampleCount: number;
  /** Digests of what `unique()` returned; null when no match of the group had it. Empty once the alert exists. */
  uniqueDigests: string[] | null;
}

/** Identity of a group's key: detection, match or error, dedup string. 64 hex characters. */
export function windowKey(detectionId: string, kind: string, dedupString: string): string {
  return createHash('sha256')
    .update(JSON.stringify([detectionId, kind, dedupString]))
    .digest('hex');
}

/** Reads the keys of findings, each distinct one digested once: a batch has far fewer keys than findings. */
export function createKeyReader(): (finding: Finding) => string {
  const known = new Map<string, string>();
  return (finding) => {
    const dedupString = dedupStringOf(finding);
    const parts = `${finding.kind}\0${finding.detection.id}\0${dedupString}`;
    const key = known.get(parts) ?? windowKey(finding.detection.id, finding.kind, dedupString);
    known.set(parts, key);
    return key;
  };
}

export function periodMinutesOf(finding: Finding): number {
  const period = finding.kind === 'error' ? errorPeriodMinutes : finding.detection.dedupPeriodMinutes;
  return Math.max(1, period);
}

/** Errors alert at once. */
export function thresholdOf(finding: Pick<Finding, 'kind' | 'detection'>): number {
  return finding.kind === 'error' ? 1 : Math.max(1, finding.detection.threshold);
}

export function uniqueDigest(value: string): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 16);
}
