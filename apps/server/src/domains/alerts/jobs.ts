import { logTypeAccessKinds } from '@margay/auth';
import { defineJob, type JobDefinition } from '@margay/jobs';
import { alertStatuses } from '@margay/model';
import type { Sql } from '@margay/store';
import * as z from 'zod';
import { Author } from '../../api/author.ts';
import { deliverDue, type DeliveryDeps } from './delivery.ts';
import { AlertFilter } from './filter.ts';
import type { AlertsService } from './service.ts';
import { dropOldWindows } from './window-store.ts';

const UpdateAlertsData = z.object({
  editor: z.object({
    author: Author,
    access: z.object({ kind: z.enum(logTypeAccessKinds), logTypes: z.array(z.string()) }),
  }),
  filter: AlertFilter,
  edit: z.object({
    status: z.enum(alertStatuses).optional(),
    assigneeId: z.string().nullable().optional(),
    comment: z.string().optional(),
  }),
});

/** Looks at the outbox: whenever something was added, when a retry is due, and each minute for what was missed. */
export function deliveryJob(deps: () => DeliveryDeps): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'deliver-alerts',
    cron: '* * * * *',
    concurrency: 4,
    timeoutSeconds: 900,
    async handle(_data, { signal }) {
      await deliverDue(deps(), signal);
    },
  });
}

/** Its data is `UpdateAlertsData`, parsed anew since it comes back from the queue as JSON. */
export function updateAlertsJob(service: () => AlertsService): JobDefinition {
  return defineJob({
    name: 'update-alerts',
    async handle(data, job) {
      const { editor, filter, edit } = UpdateAlertsData.parse(data);
      await service().applyMatching(editor, filter, edit, job);
    },
  });
}

const keptMs = 48 * 3_600_000;

/** Groups that closed long ago are no longer asked for. */
export function windowCleaningJob(deps: {
  sql: Sql;
  clock: () => Date;
}): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'drop-alert-windows',
    cron: '17 3 * * *',
    async handle() {
      await dropOldWindows(deps.sql, new Date(deps.clock().getTime() - keptMs));
    },
  });
}
