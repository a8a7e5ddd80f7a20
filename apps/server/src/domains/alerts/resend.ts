import { idempotencyKeyOf, type DeliveryAttempt } from '@margay/alert';
import { invalidInput } from '@margay/kit';
import type { Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DestinationsService } from '../destinations/index.ts';
import type { UsersService } from '../users/index.ts';
import { deliveredAlert } from './delivered.ts';
import { countAttempts, insertAttempt, markDelivered } from './outbox.ts';
import type { AlertRecord } from './record.ts';

export interface ResendDeps {
  store: Store;
  audit: AuditLog;
  users: UsersService;
  destinations: DestinationsService;
  consoleUrl: () => string;
}

/** Sends an alert to these destinations once more, now, and stores each attempt. */
export async function resendAlert(
  deps: ResendDeps,
  actor: Actor,
  alert: AlertRecord,
  outputIds: readonly string[],
): Promise<void> {
  const unique = [...new Set(outputIds)];
  await assertDeliverable(deps, alert, unique);
  const attempts = await Promise.all(unique.map((outputId) => sendAgain(deps, alert, outputId)));
  await deps.audit.record({
    action: 'RETRY_ALERT_DELIVERY',
    actor,
    params: { input: { alertId: alert.id, outputIds: unique } },
    result: attempts.every(({ success }) => success) ? 'SUCCEEDED' : 'FAILED',
  });
}

async function sendAgain(deps: ResendDeps, alert: AlertRecord, outputId: string): Promise<DeliveryAttempt> {
  const { store, users, destinations } = deps;
  const assignee = alert.assigneeId === null ? undefined : await users.byId(alert.assigneeId);
  const attempt = await destinations.send({
    outputId,
    alert: deliveredAlert(alert, deps.consoleUrl(), {
      isResent: true,
      ...(assignee === undefined ? {} : { assignee: assignee.email }),
    }),
    idempotencyKey: idempotencyKeyOf(
      alert.id,
      outputId,
      1 + (await countAttempts(store, alert.id, outputId)),
    ),
    // A delivery of its own, with a key of its own.
    attempt: 1,
  });
  await insertAttempt(store, alert.id, attempt);
  if (attempt.success) await markDelivered(store, alert.id, outputId);
  return attempt;
}

async function assertDeliverable(
  { destinations }: ResendDeps,
  alert: AlertRecord,
  outputIds: readonly string[],
): Promise<void> {
  const known = new Map(
    (await destinations.list()).map((destination) => [destination.outputId, destination]),
  );
  const refuse = (ids: readonly string[], why: string) => {
    if (ids.length > 0)
      throw invalidInput(`${why}: ${ids.join(', ')}.`, { details: { field: 'outputIds', ids } });
  };
  if (outputIds.length === 0)
    throw invalidInput('Choose at least one destination.', { details: { field: 'outputIds' } });
  refuse(
    outputIds.filter((id) => !known.has(id)),
    'These destinations do not exist',
  );
  refuse(
    outputIds.filter((id) => known.get(id)?.alertTypes.includes(alert.type) === false),
    `These destinations do not accept alerts of type ${alert.type}`,
  );
}
