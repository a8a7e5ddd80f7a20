import { messageOf, type Logger } from '@margay/kit';
import type { Store } from '@margay/store';
import type { AlertsService } from '../../alerts/index.ts';
import type { LogSourcesService } from '../service.ts';
import { mostDeaths, pauseDeadlyPulls } from './store.ts';

const reason = `The server ended ${mostDeaths} times in a row while it pulled this source, so it is not pulled any more. Check what its address answers, make the pages smaller, then save the source again to resume.`;

/** Pauses the sources during whose pulling one process after another ended, and tells people of each as a system error. */
export async function pauseDeadly(
  deps: {
    store: Store;
    sources: Pick<LogSourcesService, 'byId'>;
    alerts: Pick<AlertsService, 'raise'>;
    logger: Logger;
  },
  processId: string,
  now: Date,
): Promise<void> {
  const { store, sources, alerts, logger } = deps;
  const paused = await pauseDeadlyPulls(store, processId, reason, now);
  for (const sourceId of paused) {
    const name = (await sources.byId(sourceId))?.label ?? sourceId;
    logger.error({ sourceId }, 'a source is paused: process after process ended while it was pulled');
    await alerts
      .raise({
        type: 'SOURCE_SCANNING_ERRORS',
        relatedComponent: 'LOG_SOURCE',
        relatedId: sourceId,
        relatedName: name,
        title: `${name}: paused, because the server ended ${mostDeaths} times while it pulled this source`,
        description: reason,
      })
      .catch((error: unknown) =>
        // The source itself says it too.
        logger.warn({ sourceId, error: messageOf(error) }, 'the system error of a paused source is missing'),
      );
  }
}
