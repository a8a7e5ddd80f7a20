import { messageOf, startHeartbeat, type Heartbeat, type Logger } from '@margay/kit';
import type { LongWork } from '../../domain-contract/define-domain.ts';
import type { Role } from '../../config.ts';

const lookMs = 1_000;

/** Does a step of the audit log every second, where the process has the role, and once more at its end. */
export function everySecond(
  role: Role,
  step: () => Promise<unknown>,
  { logger, failed }: { logger: Logger; failed: string },
): LongWork {
  let heart: Heartbeat | undefined;
  const tell = (error: unknown) => logger.warn({ error: messageOf(error) }, failed);
  return {
    role,
    start() {
      heart = startHeartbeat(lookMs, step, tell);
    },
    async stop() {
      await heart?.stop();
      await step().catch(tell);
    },
  };
}
