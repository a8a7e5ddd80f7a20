import {
  keysOf,
  planAlerts,
  routeAlert,
  windowKey,
  type AlertPlan,
  type NewAlert,
  type RoutableAlert,
} from '@margay/alert';
import { newId, type Logger } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { AlertWriter, SystemErrorInput, SystemErrorType } from '../../findings/index.ts';
import type { DestinationsService } from '../destinations/index.ts';
import { insertDeliveries } from './outbox.ts';
import {
  dropWindows,
  lockRates,
  lockSystemWindow,
  lockWindows,
  writeRates,
  writeSystemWindow,
  writeWindows,
} from './window-store.ts';
import {
  countSystemError,
  insertAlerts,
  insertSamples,
  insertSystemAlert,
  updateProgress,
  type PlacedSample,
} from './write-store.ts';

/** How long repetitions join the alert; null: until somebody or something says it is over. */
const dedupMinutes: Record<SystemErrorType, number | null> = {
  ALERT_DELIVERY: 60,
  DETECTION_ALERT_LIMIT_EXCEEDED: 60,
  DETECTION_QUARANTINED: 60,
  ENRICHMENT_SYNC: 24 * 60,
  LOOKUP_TABLE_SYNC: 24 * 60,
  SAVED_QUERY_FAILED: 24 * 60,
  SERVER_STALLED: 60,
  SOURCE_CLASSIFICATION_FAILURES: 24 * 60,
  SOURCE_LOG_PROCESSING_ERRORS: 24 * 60,
  SOURCE_NO_DATA: null,
  SOURCE_PERMISSIONS_CHECKS: null,
  SOURCE_SCANNING_ERRORS: 24 * 60,
};
const endOfTime = new Date('9999-12-31T00:00:00Z');

const systemKey = (type: SystemErrorType, relatedId: string) => windowKey(relatedId, 'system', type);

export function createAlertWriter(deps: {
  store: Store;
  destinations: DestinationsService;
  clock: () => Date;
  logger: Logger;
  /** Makes the delivery job look at the outbox, once the transaction is there. */
  wakeDelivery(within: Sql): Promise<void>;
}): AlertWriter {
  const { clock, logger } = deps;

  async function queueDeliveries(
    tx: Sql,
    alerts: readonly { id: string; route: RoutableAlert }[],
    at: Date,
  ): Promise<void> {
    const destinations = await deps.destinations.list(tx);
    const deliveries: { alertId: string; outputId: string }[] = [];
    for (const { id, route } of alerts) {
      const { outputIds, unknown } = routeAlert(route, destinations);
      if (unknown.length > 0)
        logger.warn({ alert: id, unknown }, 'destinations() named destinations that do not exist');
      for (const outputId of outputIds) deliveries.push({ alertId: id, outputId });
    }
    if (deliveries.length === 0) return;
    await insertDeliveries(tx, deliveries, at);
    await deps.wakeDelivery(tx);
  }

  async function write(tx: Sql, plan: AlertPlan, at: Date): Promise<void> {
    await writeWindows(tx, plan.windows);
    await writeRates(tx, plan.rates);
    await insertAlerts(tx, plan.created);
    await updateProgress(tx, plan.updated);
    await insertSamples(tx, samplesOf(plan));
    const routed = plan.created.map((alert) => ({ id: alert.id, route: routeOf(alert) }));
    if (routed.length > 0) await queueDeliveries(tx, routed, at);
  }

  async function raiseWithin(tx: Sql, input: SystemErrorInput): Promise<string> {
    const at = clock();
    const key = systemKey(input.type, input.relatedId);
    const window = await lockSystemWindow(tx, key, at);
    if (window.alertId !== null && at < window.closesAt) {
      await countSystemError(tx, window.alertId, at);
      return window.alertId;
    }
    const id = newId(at.getTime());
    const minutes = dedupMinutes[input.type];
    const { title, description, details, ...origin } = input;
    await insertSystemAlert(tx, {
      id,
      title,
      description,
      at,
      dedupPeriodMinutes: minutes ?? 0,
      origin: { ...origin, details: details ?? null },
    });
    await writeSystemWindow(tx, key, {
      alertId: id,
      openedAt: at,
      closesAt: minutes === null ? endOfTime : new Date(at.getTime() + minutes * 60_000),
    });
    const route: RoutableAlert = {
      type: 'SYSTEM_ERROR',
      severity: 'CRITICAL',
      logTypes: [],
      detectionKind: null,
      outputIds: [],
      dynamicDestinations: null,
      ...(input.relatedComponent === 'DESTINATION' ? { exceptOutputId: input.relatedId } : {}),
    };
    await queueDeliveries(tx, [{ id, route }], at);
    return id;
  }

  return {
    async record(tx, findings) {
      const keys = keysOf(findings);
      if (keys.windowKeys.length === 0) return findings.map(() => null);
      const at = clock();
      const windows = await lockWindows(tx, keys.windowKeys, at);
      const rates = await lockRates(tx, keys.rates);
      const plan = planAlerts(
        findings,
        { windows, rates },
        { newAlertId: (moment) => newId(moment.getTime()) },
      );
      await write(tx, plan, at);
      for (const detection of plan.limited.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
        await raiseWithin(tx, {
          type: 'DETECTION_ALERT_LIMIT_EXCEEDED',
          relatedComponent: 'DETECTION',
          relatedId: detection.id,
          relatedName: detection.displayName,
          title: `${detection.displayName || detection.id} made too many alerts`,
          description:
            'It reached the limit of 1,000 new alerts in an hour, and no more are made until the hour is over. Its matches are kept as signals. Let dedup() group more events, raise the threshold, or add a filter.',
        });
      }
      return plan.alertIdOfFinding;
    },
    async endGroups(tx, groups) {
      if (groups.length === 0) return;
      const keys = groups.map(({ detectionId, dedupString }) => windowKey(detectionId, 'match', dedupString));
      await dropWindows(tx, keys.toSorted());
    },
    raise: (input, within) =>
      within === undefined
        ? deps.store.transaction((tx) => raiseWithin(tx, input))
        : raiseWithin(within, input),
    async closeSystemWindow(tx, type, relatedId) {
      const at = clock();
      const key = systemKey(type, relatedId);
      const { alertId } = await lockSystemWindow(tx, key, at);
      await writeSystemWindow(tx, key, { alertId: null, openedAt: at, closesAt: at });
      return alertId;
    },
  };
}

function routeOf({ opening }: NewAlert): RoutableAlert {
  const { detection, texts, type } = opening;
  return {
    type,
    severity: texts.severity,
    logTypes: detection.logTypes,
    detectionKind: detection.kind,
    outputIds: detection.outputIds,
    dynamicDestinations: texts.destinations,
  };
}

function samplesOf(plan: AlertPlan): PlacedSample[] {
  const ofNew = plan.created.flatMap(({ id, samples, earlySampleCount }) =>
    samples.map((sample, position) => ({
      alertId: id,
      position,
      sample,
      isEarly: position < earlySampleCount,
    })),
  );
  const ofUpdated = plan.updated.flatMap(({ alertId, samples }) =>
    samples.map((placed) => ({ ...placed, alertId, isEarly: false })),
  );
  return [...ofNew, ...ofUpdated];
}
