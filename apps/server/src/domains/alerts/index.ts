import type { JobDefinition, Jobs } from '@margay/jobs';
import type { Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import type { AlertWriter } from '../../findings/index.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { DestinationsService } from '../destinations/index.ts';
import type { UsersService } from '../users/index.ts';
import type { DeliveryDeps } from './delivery.ts';
import { deliveryJob, updateAlertsJob, windowCleaningJob } from './jobs.ts';
import {
  createAlertsService,
  type AlertsService,
  type CountAlertEvents,
  type ReadAlertEvents,
} from './service.ts';
import { createAlertWriter } from './writer.ts';

export { alertsAccess } from './access.ts';
export type { AlertRecord } from './record.ts';
export type { AlertsService } from './service.ts';

export interface AlertsDomain {
  service: AlertsService;
  /** Makes alerts; `commitFindings` calls it for every judge. */
  writer: AlertWriter;
  jobDefinitions: JobDefinition<never>[];
}

/** Puts the domain together: what makes alerts, what people do with them, what delivers them. */
export async function createAlerts(deps: {
  store: Store;
  jobs: Jobs;
  audit: AuditLog;
  users: UsersService;
  destinations: DestinationsService;
  clock: () => Date;
  consoleUrl: () => string;
  logger: Logger;
  readEvents?: ReadAlertEvents;
  countEvents?: CountAlertEvents;
  random?: () => number;
}): Promise<AlertsDomain> {
  const { store, jobs, destinations, clock, consoleUrl, logger } = deps;
  const deliver = deliveryJob((): DeliveryDeps => delivery);
  const update = updateAlertsJob(() => service);
  const writer = createAlertWriter({
    store,
    destinations,
    clock,
    logger,
    async wakeDelivery(within) {
      await jobs.send(deliver, {}, { within });
    },
  });
  const delivery: DeliveryDeps = {
    store,
    destinations,
    writer,
    clock,
    consoleUrl,
    logger,
    random: deps.random ?? Math.random,
    async wakeAt(at, within) {
      await jobs.send(deliver, {}, { within, startAt: at });
    },
  };
  const service = createAlertsService({
    store,
    audit: deps.audit,
    users: deps.users,
    destinations,
    writer,
    clock,
    consoleUrl,
    readEvents: deps.readEvents,
    countEvents: deps.countEvents,
    async sendUpdateJob(data) {
      return (await jobs.send(update, data)) ?? '';
    },
  });
  // Outside of any transaction: it makes the queue, which a send within a transaction of the embedded engine could not,
  // and looks at once for deliveries that wait since before a restart.
  await jobs.send(deliver, {});
  return {
    service,
    writer,
    jobDefinitions: [deliver, update, windowCleaningJob({ sql: store, clock })],
  };
}
