import type { JetStreamManager } from '@nats-io/jetstream';
import { messageOf } from '@margay/kit';
import type { Logger } from '@margay/kit';
import { batchStream, bodyStream, consumerName, rejectedStream } from './layout.ts';

export interface Figures {
  segments: number;
  /** Of batches with their bodies. */
  storedBytes: number;
  /** By all processes. */
  claimed: number;
  oldestReceivedAt: Date | undefined;
  setAside: number;
  /** Of the newest batch. */
  lastSequence: number;
}

async function readFigures(manager: JetStreamManager): Promise<Figures> {
  const [batches, bodies, rejected, consumer] = await Promise.all([
    manager.streams.info(batchStream),
    manager.streams.info(bodyStream),
    manager.streams.info(rejectedStream),
    manager.consumers.info(batchStream, consumerName),
  ]);
  const { messages, bytes, first_ts, last_seq } = batches.state;
  return {
    segments: messages,
    storedBytes: bytes + bodies.state.bytes,
    claimed: consumer.num_ack_pending,
    oldestReceivedAt: messages > 0 ? new Date(first_ts) : undefined,
    setAside: rejected.state.messages,
    lastSequence: last_seq,
  };
}

const refreshMs = 1000;

/** The server's figures, read at once and then every second while the server is there. */
export async function followFigures(
  manager: JetStreamManager,
  logger: Logger,
  isUp: () => boolean,
): Promise<{ latest: () => Figures; wasRestarted(): void; replayedUpTo: () => number; stop(): void }> {
  let latest = await readFigures(manager);
  /**
   * A server that was killed may have forgotten whom it gave what, so everything older than the last (re)connection may
   * have been with somebody.
   */
  let replayedUpTo = latest.lastSequence;
  let connections = 0;
  let connectionOfReplay = 0;
  let isReading = false;
  const timer = setInterval(() => {
    if (isReading || !isUp()) return;
    isReading = true;
    const connection = connections;
    readFigures(manager)
      .then((figures) => {
        latest = figures;
        if (connectionOfReplay === connection) return;
        connectionOfReplay = connection;
        replayedUpTo = figures.lastSequence;
      })
      .catch((error: unknown) =>
        logger.debug({ reason: messageOf(error) }, 'Figures of the event buffer could not be read'),
      )
      .finally(() => {
        isReading = false;
      });
  }, refreshMs);
  timer.unref();
  return {
    latest: () => latest,
    wasRestarted() {
      connections++;
    },
    replayedUpTo: () => (connectionOfReplay === connections ? replayedUpTo : Infinity),
    stop: () => clearInterval(timer),
  };
}
