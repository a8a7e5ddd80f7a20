import { randomBytes } from 'node:crypto';
import { newId } from '@margay/kit';
import type { JetStreamClient } from '@nats-io/jetstream';
import type { ObjectStore } from '@nats-io/obj';
import type { DecodeLimits } from '../body/decode.ts';
import { batchIdOf } from '../buffer/batch-id.ts';
import type { BatchMeta, SegmentRef } from '../buffer/event-buffer.ts';
import type { SegmentLabel } from '../buffer/segment-format.ts';
import { storeBody } from '../buffer/store-body.ts';
import type { Bodies, BodyUpload } from './bodies.ts';
import { headers } from './connect.ts';
import { isRefusal, isWaitingAlready } from './failures.ts';
import { batchSubject } from './layout.ts';
import { bodyHeader, messageOfBatch } from './messages.ts';

const publishMs = 10_000;

export interface PublishDeps {
  client: JetStreamClient;
  store: ObjectStore;
  bodies: Bodies;
  /** Bodies up to this size are in the message. */
  inlineBytes: number;
}

type Body = Uint8Array | AsyncIterable<Uint8Array>;

interface Placed {
  label: SegmentLabel;
  inline: Uint8Array[];
  object: string | undefined;
}

/**
 * Puts the body where it will rest. The id of a named delivery is known only after its last byte, so an object is begun
 * under another name, and renamed then: the sweep knows by the name which batch an object is for.
 */
async function placeBody(
  deps: PublishDeps,
  meta: BatchMeta,
  body: Body,
  limits: DecodeLimits,
): Promise<Placed> {
  const isNamed = meta.idempotencyKey !== undefined;
  const freshId = newId();
  const suffix = randomBytes(8).toString('hex');
  const begun = isNamed ? `arriving.${suffix}` : `${freshId}.${suffix}`;
  let inline: Uint8Array[] = [];
  let inlineBytes = 0;
  let upload: BodyUpload | undefined;
  try {
    const { contentHash, ...stored } = await storeBody(body, {
      contentEncoding: meta.contentEncoding,
      limits,
      withHash: isNamed,
      async write(bytes) {
        if (upload) return upload.write(bytes);
        inline.push(bytes);
        inlineBytes += bytes.length;
        if (inlineBytes <= deps.inlineBytes) return;
        upload = deps.bodies.upload(begun);
        const gathered = inline;
        inline = [];
        for (const part of gathered) await upload.write(part);
      },
    });
    const batchId = isNamed ? batchIdOf(meta, contentHash) : freshId;
    const label = { ...meta, ...stored, batchId };
    if (!upload) return { label, inline, object: undefined };
    await upload.end();
    const object = `${batchId}.${suffix}`;
    if (isNamed) await deps.store.update(begun, { name: object });
    return { label, inline, object };
  } catch (error) {
    await upload?.abort(error);
    throw error;
  }
}

/**
 * Resolves once the server has the batch for good. Throws what decoding the body may throw, and the client library's
 * errors; a failure that is no refusal leaves open whether the server has it.
 */
export async function publishBatch(
  deps: PublishDeps,
  meta: BatchMeta,
  body: Body,
  limits: DecodeLimits,
): Promise<SegmentRef> {
  const { label, inline, object } = await placeBody(deps, meta, body, limits);
  const { batchId, storedBytes, plainBytes, receivedAt } = label;
  const refOf = (sequence: number, isDuplicate: boolean): SegmentRef => ({
    batchId,
    sequence,
    receivedAt,
    storedBytes,
    plainBytes,
    isDuplicate,
  });
  const dropObject = async () => {
    if (object !== undefined) await deps.bodies.remove(object).catch(() => undefined);
  };
  const sent = headers();
  if (object !== undefined) sent.set(bodyHeader, object);
  try {
    const { seq, duplicate } = await deps.client.publish(
      batchSubject(batchId),
      messageOfBatch(label, inline),
      { headers: sent, timeout: publishMs, msgID: meta.idempotencyKey === undefined ? undefined : batchId },
    );
    if (duplicate) await dropObject();
    return refOf(seq, duplicate);
  } catch (error) {
    // Where the server may have the message after all, its body stays; the sweep removes it if not.
    if (isRefusal(error)) await dropObject();
    if (isWaitingAlready(error)) return refOf(0, true);
    throw error;
  }
}
