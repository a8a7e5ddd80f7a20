import { defineJob, type JobDefinition } from '@margay/jobs';
import type { AlertsService } from '../alerts/index.ts';
import type { LogSourcesService } from './service.ts';

const quietMs = 24 * 3_600_000;

/** Every quarter of an hour: one system error for each source that has fallen silent, closed when its data returns. */
export function silentSourcesJob(deps: {
  sources: LogSourcesService;
  alerts: Pick<AlertsService, 'raise' | 'recover'>;
  clock: () => Date;
}): JobDefinition<Record<string, never>> {
  return defineJob({
    name: 'silent-sources',
    cron: '*/15 * * * *',
    async handle() {
      const now = deps.clock().getTime();
      for (const source of await deps.sources.list()) {
        const lastAt = (source.lastProcessedAt ?? source.createdAt).getTime();
        if (now - lastAt <= quietMs) {
          await deps.alerts.recover('SOURCE_NO_DATA', source.id);
          continue;
        }
        await deps.alerts.raise({
          type: 'SOURCE_NO_DATA',
          relatedComponent: 'LOG_SOURCE',
          relatedId: source.id,
          relatedName: source.label,
          title: `${source.label}: no data for ${Math.floor((now - lastAt) / 3_600_000)} hours`,
          description:
            'No event of this source has been processed for 24 hours. Check that the sender still runs and that its credentials are right.',
          details: { lastProcessedAt: source.lastProcessedAt?.toISOString() ?? null },
        });
      }
    },
  });
}
