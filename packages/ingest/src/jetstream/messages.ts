import { crc32 } from 'node:zlib';
import type { JsMsg, StoredMsg } from '@nats-io/jetstream';
import { asBuffer } from '../body/as-buffer.ts';
import {
  damaged,
  parseBodiless,
  parseSegment,
  segmentEnding,
  segmentOpening,
} from '../buffer/segment-format.ts';
import type { OpenSegment, SegmentLabel } from '../buffer/segment-format.ts';
import type { Bodies } from './bodies.ts';
import { batchIdOfSubject } from './layout.ts';

/** Header that names the object in which a batch's body rests; without it the body is in the message. */
export const bodyHeader = 'Margay-Body';
/** Header of a batch set aside: why. */
export const reasonHeader = 'Margay-Reason';

/** What both a delivered and a fetched message have. */
export interface StoredMessage {
  subject: string;
  seq: number;
  data: Uint8Array;
  bodyObject: string | undefined;
}

export const delivered = ({ subject, seq, data, headers }: JsMsg): StoredMessage => ({
  subject,
  seq,
  data,
  bodyObject: headers?.get(bodyHeader) || undefined,
});

export const fetched = ({ subject, seq, data, header }: StoredMsg): StoredMessage => ({
  subject,
  seq,
  data,
  bodyObject: header.get(bodyHeader) || undefined,
});

/** A message is a segment as the spool would keep it; `body` is empty where it rests in an object. */
export function messageOfBatch(label: SegmentLabel, body: Uint8Array[]): Uint8Array {
  return Buffer.concat([segmentOpening, ...body, segmentEnding(label)]);
}

/** Reads a message and checks all of the batch, a body in an object too. Throws `SegmentDamaged` with the reason. */
export async function openMessage(message: StoredMessage, bodies: Bodies): Promise<OpenSegment> {
  const name = `${message.subject} (message ${message.seq})`;
  const object = message.bodyObject;
  const data = asBuffer(message.data);
  const segment =
    object === undefined ? parseSegment(name, data) : await openBodyObject(name, object, data, bodies);
  if (segment.label.batchId !== batchIdOfSubject(message.subject))
    throw damaged(name, 'its label names another batch');
  return segment;
}

async function openBodyObject(
  name: string,
  object: string,
  data: Buffer,
  bodies: Bodies,
): Promise<OpenSegment> {
  const label = parseBodiless(name, data);
  let checksum = 0;
  let storedBytes = 0;
  for await (const chunk of bodies.read(object)) {
    checksum = crc32(chunk, checksum);
    storedBytes += chunk.length;
  }
  if (checksum !== label.checksum || storedBytes !== label.storedBytes)
    throw damaged(name, 'its body is not the one its label describes');
  return { label, body: undefined, chunks: () => bodies.read(object) };
}
