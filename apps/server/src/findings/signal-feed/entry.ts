import type { DetectionKind, EventObject, PythonRule, Severity } from '@margay/model';
import { detectionFactsOf } from '@margay/alert';
import { stringifyJson, stringifyOnce } from '@margay/kit';
import { storableText } from '@margay/store';
import { eventsOf, type Findings, type FoundMatch, type RecordedFindings } from '../findings.ts';
import { remember } from '../remember.ts';

/** A signal on its way into the feed, which gives it its position. */
export interface NewSignal {
  /** Stable: the unit of work and the place within it. */
  id: string;
  detectionId: string;
  /** Null where the detection is gone by now. */
  detectionKind: DetectionKind | null;
  severity: Severity | null;
  /** Null: the detection makes no alerts, or its threshold is not reached. */
  alertId: string | null;
  dedupString: string | null;
  logType: string;
  /** `p_row_id` of its events. With the detection's id they name its rows in `panther_signals`. */
  rowIds: string[];
  /** Of the latest of its events. */
  eventTime: Date;
  /** When the event came. */
  arrivedAt: Date;
  recordedAt: Date;
  /** The event as JSON text, with its `p_` fields. Long values are left out where `isCut` says so. */
  event: string;
  /** What `alert_context()` returned, as JSON text. */
  alertContext: string | null;
  /** Whether the event or the context was too large to be kept whole. */
  isCut: boolean;
  /** Signals that led to this one, and how far its judge had read the feed. Null for a match of one event. */
  basis: { signals: { id: string; position: number }[]; readUpTo: number } | null;
}

/** Larger events keep their shorter fields only. */
const longestEvent = 16_384;
const longestField = 1_024;
const longestContext = 4_096;
const longestTexts = 1_024;
const mostRows = 1_000;

export function signalsOf(
  findings: Findings,
  recorded: RecordedFindings,
  ruleOf: (id: string) => PythonRule | undefined,
): NewSignal[] {
  // Many detections may have found the same event.
  const boundedOf = remember(boundedEvent);
  return findings.matches.map((found, index) =>
    signalOf(found, ruleOf(found.match.ruleId), boundedOf(found.event), {
      id: `${findings.unitId}:${index}`,
      alertId: recorded.alertIdOfMatch[index] ?? null,
      recordedAt: findings.now,
    }),
  );
}

function signalOf(
  found: FoundMatch,
  rule: PythonRule | undefined,
  event: BoundedEvent,
  given: Pick<NewSignal, 'id' | 'alertId' | 'recordedAt'>,
): NewSignal {
  const { match, basis } = found;
  const events = eventsOf(found);
  const context = match.contextJson ?? null;
  const hasLongContext = context !== null && context.length > longestContext;
  const times = events.flatMap((one) => timeOf(one['p_event_time']) ?? []);
  return {
    ...given,
    detectionId: match.ruleId,
    detectionKind: rule === undefined ? null : detectionFactsOf(rule).kind,
    severity: match.severity ?? rule?.severity ?? null,
    dedupString: match.dedup === undefined ? null : storableText(match.dedup).slice(0, longestTexts),
    logType: String(found.event['p_log_type']),
    rowIds: events.slice(0, mostRows).map((one) => String(one['p_row_id'])),
    eventTime: times.reduce((latest, time) => (time > latest ? time : latest), times[0] ?? given.recordedAt),
    arrivedAt: found.cameAt ?? timeOf(found.event['p_parse_time']) ?? given.recordedAt,
    event: event.text,
    alertContext: hasLongContext ? null : context,
    isCut: event.isCut || hasLongContext || events.length > mostRows,
    basis: basis === undefined ? null : { signals: [...basis.signals], readUpTo: basis.readUpTo },
  };
}

interface BoundedEvent {
  text: string;
  isCut: boolean;
}

function boundedEvent(event: EventObject): BoundedEvent {
  const text = stringifyOnce(event);
  if (text.length <= longestEvent) return { text, isCut: false };
  let room = longestEvent;
  const kept = Object.entries(event).filter(([name, value]) => {
    const length = name.length + stringifyJson(value).length + 4;
    if (length > longestField || length > room) return false;
    room -= length;
    return true;
  });
  return { text: stringifyJson(Object.fromEntries(kept)), isCut: true };
}

/** `YYYY-MM-DD HH:MM:SS.fffffffff`, UTC, cut to milliseconds. */
function timeOf(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const date = new Date(`${value.slice(0, 23).replace(' ', 'T')}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
