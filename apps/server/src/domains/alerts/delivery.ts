import { idempotencyKeyOf, nextStep, pauseUntil, retryLimit, type DeliveryAttempt } from '@margay/alert';
import { internalError, type Logger } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { AlertWriter } from '../../findings/index.ts';
import { countAttempt, type DestinationsService, openCircuit } from '../destinations/index.ts';
import { deliveredAlert } from './delivered.ts';
import { claimDeliveries, insertAttempt, settleDelivery, type ClaimedDelivery } from './outbox.ts';
import type { AlertRecord } from './record.ts';
import { findAlerts } from './store.ts';

export interface DeliveryDeps {
  store: Store;
  destinations: DestinationsService;
  writer: AlertWriter;
  clock: () => Date;
  random: () => number;
  consoleUrl: () => string;
  logger: Logger;
  /** Makes the delivery job look at the outbox again at that moment. */
  wakeAt(at: Date, within: Sql): Promise<void>;
}

/**
 * Sends everything that is due, a few at a time, until nothing is. A delivery whose process dies is due again when its
 * lease ends: at least once, with the same idempotency key.
 */
export async function deliverDue(deps: DeliveryDeps, signal: AbortSignal): Promise<number> {
  let sent = 0;
  while (!signal.aborted) {
    const claimed = await claimDeliveries(deps.store, deps.clock());
    if (claimed.length === 0) break;
    const alerts = await findAlerts(
      deps.store,
      claimed.map(({ alertId }) => alertId),
    );
    const byId = new Map(alerts.map((alert) => [alert.id, alert]));
    const ends = await Promise.allSettled(
      claimed.map(async (delivery) => {
        const alert = byId.get(delivery.alertId);
        if (alert !== undefined) await deliverOne(deps, delivery, alert, signal);
      }),
    );
    const broken = ends.find((end) => end.status === 'rejected');
    if (broken !== undefined)
      throw internalError('An attempt could not be recorded. It will be repeated.', { cause: broken.reason });
    sent += claimed.length;
  }
  return sent;
}

async function deliverOne(
  deps: DeliveryDeps,
  delivery: ClaimedDelivery,
  alert: AlertRecord,
  signal: AbortSignal,
): Promise<void> {
  const attempt = await attemptOf(deps, delivery, alert, signal);
  // Cut off by the end of the process: no failure of the destination. The lease ends and it is tried again.
  if (signal.aborted && !attempt.success) return;
  await deps.store.transaction((tx) => settle(deps, tx, delivery, alert, attempt));
}

/** A process that dies over an answer counts no failure, so the claims are counted: another one would only die again. */
async function attemptOf(
  deps: DeliveryDeps,
  { outputId, attempt }: ClaimedDelivery,
  alert: AlertRecord,
  signal: AbortSignal,
): Promise<DeliveryAttempt> {
  if (attempt > retryLimit + 1) {
    const message = `The server ended before it could record an answer, ${attempt - 1} attempts long.`;
    const outcome = { kind: 'refused', statusCode: 500, message } as const;
    return {
      outputId,
      dispatchedAt: deps.clock(),
      success: false,
      label: '',
      url: '',
      outcome,
      statusCode: 500,
      message,
    };
  }
  return deps.destinations.send({
    outputId,
    alert: deliveredAlert(alert, deps.consoleUrl()),
    idempotencyKey: idempotencyKeyOf(alert.id, outputId),
    attempt,
    signal,
  });
}

async function settle(
  deps: DeliveryDeps,
  tx: Sql,
  delivery: ClaimedDelivery,
  alert: AlertRecord,
  attempt: DeliveryAttempt,
): Promise<void> {
  const now = deps.clock();
  await insertAttempt(tx, alert.id, attempt);
  const failures = await countAttempt(tx, delivery.outputId, attempt.success);
  const step = nextStep(attempt.outcome, delivery.attempt, { now, random: deps.random });
  if (step.kind === 'done') return settleDelivery(tx, delivery.id, { status: 'DELIVERED' });
  const pausedUntil = pauseUntil(attempt.outcome, failures, now);
  if (pausedUntil !== null) await openCircuit(tx, delivery.outputId, pausedUntil);
  if (step.kind === 'retry') {
    const nextAttemptAt = pausedUntil !== null && pausedUntil > step.at ? pausedUntil : step.at;
    await settleDelivery(tx, delivery.id, { status: 'PENDING', nextAttemptAt });
    return deps.wakeAt(nextAttemptAt, tx);
  }
  await settleDelivery(tx, delivery.id, { status: 'FAILED' });
  await reportGivenUp(deps, tx, delivery, alert, attempt);
}

async function reportGivenUp(
  deps: DeliveryDeps,
  tx: Sql,
  delivery: ClaimedDelivery,
  alert: AlertRecord,
  attempt: DeliveryAttempt,
): Promise<void> {
  deps.logger.warn(
    {
      alert: alert.id,
      destination: delivery.outputId,
      status: attempt.statusCode,
      attempts: delivery.attempt,
    },
    'gave up delivering an alert',
  );
  const destination = (await deps.destinations.list(tx)).find(
    ({ outputId }) => outputId === delivery.outputId,
  );
  if (destination === undefined) return;
  await deps.writer.raise(
    {
      type: 'ALERT_DELIVERY',
      relatedComponent: 'DESTINATION',
      relatedId: destination.outputId,
      relatedName: destination.displayName,
      title: `Alerts do not reach the destination ${destination.displayName}`,
      description: `An alert could not be delivered after ${delivery.attempt === 1 ? '1 attempt' : `${delivery.attempt} attempts`}. The last answer: ${attempt.message.slice(0, 500).replace(/\.+$/, '')}. Check the settings of the destination, send a test alert, then send the alert again.`,
      details: { alertId: alert.id, statusCode: attempt.statusCode, message: attempt.message },
    },
    tx,
  );
}
