import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { ConsumerConfig, JetStreamClient, JetStreamManager, StreamConfig } from '@nats-io/jetstream';
import { Objm } from '@nats-io/obj';
import type { ObjectStore } from '@nats-io/obj';
import { messageOf, upstreamFailed } from '@margay/kit';
import type { NatsConnection } from './connect.ts';

/** Where things rest on the server. */
export const batchStream = 'MARGAY_BATCHES';
export const rejectedStream = 'MARGAY_REJECTED';
export const consumerName = 'margay-detect';
export const bodyBucket = 'margay-bodies';
/** The stream the client library keeps a bucket in. */
export const bodyStream = `OBJ_${bodyBucket}`;
/** How the server names a bucket's subjects: the pieces of a body, and its description. */
export const bodyPieces = `$O.${bodyBucket}.C.`;
export const bodyDescriptions = `$O.${bodyBucket}.M.`;

export const batchSubject = (batchId: string) => `margay.batches.${batchId}`;
export const rejectedSubject = (batchId: string) => `margay.rejected.${batchId}`;
export const batchIdOfSubject = (subject: string) => subject.slice(subject.lastIndexOf('.') + 1);

const nanosPerSecond = 1_000_000_000;
const maxAckPending = 100_000;
const maxRejected = 10_000;

export interface LayoutOptions {
  maxBytes: number;
  maxSegments: number;
  replicas: number;
  /** How long the name of a delivery is remembered. */
  duplicateWindowSeconds: number;
  /** After how long a silent process loses its claims. */
  claimSeconds: number;
}

export interface Layout {
  client: JetStreamClient;
  manager: JetStreamManager;
  bodies: ObjectStore;
}

const isMissing = (error: unknown) =>
  error instanceof JetStreamApiError &&
  (error.code === JetStreamApiCodes.StreamNotFound || error.code === JetStreamApiCodes.ConsumerNotFound);

const differs = <T extends object>(there: T, wanted: Partial<T>) =>
  Object.entries(wanted).some(
    ([name, value]) => JSON.stringify(there[name as keyof T]) !== JSON.stringify(value),
  );

async function ensureStream(
  manager: JetStreamManager,
  wanted: Partial<StreamConfig> & { name: string },
): Promise<void> {
  const there = await manager.streams.info(wanted.name).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (there === undefined) await manager.streams.add(wanted);
  else if (differs(there.config, wanted)) await manager.streams.update(wanted.name, wanted);
}

async function ensureConsumer(
  manager: JetStreamManager,
  wanted: Partial<ConsumerConfig> & { durable_name: string },
) {
  const there = await manager.consumers.info(batchStream, wanted.durable_name).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (there === undefined) await manager.consumers.add(batchStream, wanted);
  else if (differs(there.config, wanted))
    await manager.consumers.update(batchStream, wanted.durable_name, wanted);
}

async function ensureAll(manager: JetStreamManager, options: LayoutOptions): Promise<void> {
  const { maxBytes, maxSegments, replicas } = options;
  const kept = { storage: StorageType.File, num_replicas: replicas };
  await ensureStream(manager, {
    ...kept,
    name: batchStream,
    subjects: [batchSubject('*')],
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    max_bytes: maxBytes,
    max_msgs: maxSegments,
    // The same named delivery cannot wait here twice, however late it is repeated.
    max_msgs_per_subject: 1,
    discard_new_per_subject: true,
    duplicate_window: options.duplicateWindowSeconds * nanosPerSecond,
  });
  await ensureStream(manager, {
    ...kept,
    name: rejectedStream,
    subjects: [rejectedSubject('*')],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    max_msgs: maxRejected,
  });
  await ensureConsumer(manager, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: options.claimSeconds * nanosPerSecond,
    max_deliver: -1,
    max_ack_pending: maxAckPending,
  });
}

/**
 * Makes what is missing on the server and changes what has other limits. Several processes may do so at once. Throws
 * 503 `BufferUnavailable` with the server's reason where JetStream is off or refuses.
 */
export async function openLayout(connection: NatsConnection, options: LayoutOptions): Promise<Layout> {
  const refused = (error: unknown) => {
    const reason = messageOf(error).replace(/\.$/, '');
    const isOff = /not enabled|no responders/i.test(reason);
    const remedy = isOff
      ? 'Switch JetStream on: start nats-server with --jetstream or with a "jetstream" block in its configuration, and allow it for the account'
      : `Give the server room for ${options.maxBytes} bytes and ${options.replicas} replica(s), and the user of NATS_URL the right to manage streams`;
    return upstreamFailed(`The NATS server of NATS_URL cannot hold the event buffer: ${reason}. ${remedy}.`, {
      code: 'BufferUnavailable',
      status: 503,
      details: { setting: 'NATS_URL', reason },
      cause: error,
    });
  };
  try {
    const manager = await jetstreamManager(connection);
    await ensureAll(manager, options);
    const client = jetstream(connection);
    const bodies = await new Objm(client).create(bodyBucket, {
      storage: StorageType.File,
      replicas: options.replicas,
      max_bytes: -1,
    });
    return { client, manager, bodies };
  } catch (error) {
    throw refused(error);
  }
}
