import {
  planAlerts,
  type AlertRate,
  type AlertWindow,
  type EventSample,
  type Finding,
  type NewAlert,
} from '@margay/alert';
import type { Severity } from '@margay/model';
import { createHash } from 'node:crypto';
import type { EventReference } from './findings.ts';

/** An alert a replay would have made. Never delivered, never listed among real ones. */
export interface PreviewAlert {
  /** The same for the same rule, group and first match. */
  id: string;
  title: string;
  severity: Severity;
  dedupString: string;
  description: string;
  runbook: string;
  reference: string;
  /** JSON text. */
  context: string;
  /** What the rule's `destinations()` said; null: not decided by the rule. */
  destinations: string[] | null;
  logTypes: string[];
  eventCount: number;
  /** By event time: the group's first match, the match that reached the threshold, the last match. */
  firstMatchAt: Date;
  createdAt: Date;
  lastMatchAt: Date;
  /** Matches from here on would open another alert. */
  closesAt: Date;
  examples: EventReference[];
}

export interface AlertGrouper {
  /** Findings in the order of event time; whatever came before is grouped already. */
  add(findings: readonly Finding[]): void;
  /** In the order they were made; at most `mostAlerts`, the first ones. */
  alerts(): PreviewAlert[];
  readonly alertCount: number;
  /** True when production would have stopped making alerts for some hour. */
  readonly isLimited: boolean;
}

const longestContext = 20_000;

/** Groups matches as production does, with the time of the event as the clock. Memory: the open groups and the alerts. */
export function createAlertGrouper(mostAlerts: number): AlertGrouper {
  let windows = new Map<string, AlertWindow>();
  let rates = new Map<number, AlertRate>();
  const kept = new Map<string, PreviewAlert>();
  let alertCount = 0;
  let isLimited = false;

  function forgetClosed(now: Date): void {
    windows = new Map([...windows].filter(([, window]) => window.closesAt > now));
    const hour = now.getTime() - 3_600_000;
    rates = new Map([...rates].filter(([at]) => at > hour));
  }

  return {
    add(findings) {
      const last = findings.at(-1);
      if (last === undefined) return;
      const plan = planAlerts(
        findings,
        { windows: windows.values(), rates: rates.values() },
        { newAlertId: () => `${alertCount++}` },
      );
      for (const window of plan.windows) windows.set(window.key, window);
      for (const rate of plan.rates) rates.set(rate.hour.getTime(), rate);
      isLimited ||= plan.limited.length > 0;
      for (const alert of plan.created) if (kept.size < mostAlerts) kept.set(alert.id, previewOf(alert));
      for (const { alertId, progress, samples } of plan.updated) {
        const alert = kept.get(alertId);
        if (alert === undefined) continue;
        alert.eventCount = progress.eventCount;
        alert.lastMatchAt = progress.lastFindingAt;
        alert.logTypes = progress.logTypes;
        alert.examples.push(...samples.map(({ sample }) => exampleOf(sample)));
      }
      forgetClosed(last.at);
    },
    alerts: () => [...kept.values()],
    get alertCount() {
      return alertCount;
    },
    get isLimited() {
      return isLimited;
    },
  };
}

function previewOf({ opening, progress, samples, ...alert }: NewAlert): PreviewAlert {
  const { title, severity, description, runbook, reference, contextJson, destinations } = opening.texts;
  const { firstMatchAt, dedupString } = alert;
  const identity = JSON.stringify([opening.detection.id, dedupString, firstMatchAt]);
  return {
    id: createHash('sha256').update(identity).digest('hex').slice(0, 32),
    title,
    severity,
    dedupString,
    description,
    runbook,
    reference,
    context: contextJson.length > longestContext ? '{"_error":"too long for a preview"}' : contextJson,
    destinations,
    logTypes: progress.logTypes,
    eventCount: progress.eventCount,
    firstMatchAt,
    createdAt: alert.createdAt,
    lastMatchAt: progress.lastFindingAt,
    closesAt: new Date(firstMatchAt.getTime() + alert.dedupPeriodMinutes * 60_000),
    examples: samples.map(exampleOf),
  };
}

function exampleOf({ rowId, eventJson }: EventSample): EventReference {
  const event = JSON.parse(eventJson) as { p_log_type: string; at: string }; // as matchFindings made it
  return { logType: event.p_log_type, rowId, eventTime: new Date(event.at) };
}
