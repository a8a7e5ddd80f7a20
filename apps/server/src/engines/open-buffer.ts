import { openJetStreamBuffer, openSpool, type EventBuffer } from '@margay/ingest';
import type { Logger } from '@margay/kit';
import { join } from 'node:path';
import type { Config, Role } from '../config.ts';
import { absentBuffer } from '../roles/absent.ts';

/** Who uses the event buffer: the console sends kept failures through it once more. */
const bufferRoles: readonly Role[] = ['api', 'ingest', 'detect'];
const spoolRoles: readonly Role[] = ['ingest', 'detect'];

/** The event buffer where the roles of this process use one: the spool, or the stream on NATS. */
export function openBuffer(config: Config, logger: Logger): Promise<EventBuffer> {
  const roles: readonly Role[] = config.nats === undefined ? spoolRoles : bufferRoles;
  if (!config.roles.some((role) => roles.includes(role))) return Promise.resolve(absentBuffer(config.roles));
  const { nats } = config;
  if (nats !== undefined) {
    return openJetStreamBuffer({
      url: nats.url,
      replicas: nats.replicas,
      logger: logger.child({ stage: 'ingest' }),
      limits: { maxBytes: config.spoolBytes },
    });
  }
  return openSpool({
    dir: join(config.dataDir, 'spool'),
    logger: logger.child({ stage: 'ingest' }),
    limits: { maxBytes: config.spoolBytes },
  });
}
