import { messageOf, startHeartbeat, type Logger } from '@margay/kit';
import type { LongWork } from '../../../domain-contract/define-domain.ts';
import type { AlertsService } from '../../alerts/index.ts';
import type { LogSourcesService } from '../service.ts';
import { pauseDeadly } from './pause-deadly.ts';
import { pullerOf, pullSource, type PullSourceDeps } from './pull-source.ts';
import { claimDuePull, PullLost, syncPulls } from './store.ts';

const lookMs = 1_000;
/** Sources that one process pulls side by side. */
const mostAtOnce = 8;

export interface PullingDeps extends PullSourceDeps {
  sources: LogSourcesService;
  alerts: Pick<AlertsService, 'raise'>;
  /** Of this process among those that share the state store. */
  processId: string;
  logger: Logger;
}

interface Pulling {
  /** Ends requests that are under way, and gives the sources back. */
  stop(): Promise<void>;
}

/** Pulling as work of the role `ingest`. */
export function pullingWork(deps: PullingDeps): LongWork {
  let pulling: Pulling | undefined;
  return {
    role: 'ingest',
    start() {
      pulling = startPulling(deps);
    },
    async stop() {
      await pulling?.stop();
    },
  };
}

/** Pulls every source that is due, together with other processes: each source is one process's at a time. */
function startPulling(deps: PullingDeps): Pulling {
  const { store, sources, processId, clock, logger } = deps;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let isKnown = false;
  let hasPulled = false;
  /** A source during which a process died is pulled with no other beside it, so that the next death has one cause. */
  let isAlone = false;

  sources.onChange(async () => {
    isKnown = false;
  });

  async function look(): Promise<void> {
    if (!isKnown) {
      isKnown = true;
      await sync().catch((error: unknown) => {
        isKnown = false;
        throw error;
      });
    }
    if (!hasPulled) return;
    await pauseDeadly(deps, processId, clock());
    // No more than so many in one look: a source that fails at once must not be claimed again and again without a pause.
    for (let claims = 0; claims < mostAtOnce && running.size < mostAtOnce; claims++) {
      if (stopping.signal.aborted || (isAlone && running.size > 0)) return;
      const claim = await claimDuePull(store, processId, clock(), [...running.keys()]);
      if (claim === undefined) return;
      isAlone = claim.deaths > 0;
      const work = pullSource(deps, claim, stopping.signal)
        .catch((error: unknown) => {
          const level = error instanceof PullLost ? 'info' : 'error';
          logger[level](
            { sourceId: claim.sourceId, error: messageOf(error) },
            'pulling a source ended early',
          );
        })
        .finally(() => running.delete(claim.sourceId));
      running.set(claim.sourceId, work);
    }
  }

  async function sync(): Promise<void> {
    const all = await sources.list();
    const pulled = all.filter((source) => pullerOf(deps.definitions, source) !== undefined);
    await syncPulls(store, pulled, clock());
    hasPulled = pulled.length > 0;
  }

  const heart = startHeartbeat(lookMs, look, (error) =>
    logger.warn({ error: messageOf(error) }, 'sources that are due could not be looked for'),
  );
  return {
    async stop() {
      stopping.abort();
      await heart.stop();
      await Promise.all(running.values());
    },
  };
}
