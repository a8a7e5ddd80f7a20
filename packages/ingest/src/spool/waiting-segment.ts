import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SegmentRef } from '../buffer/event-buffer.ts';
import type { SegmentLabel } from '../buffer/segment-format.ts';

/** What is kept in memory of a segment until it is taken; all of it can be had from the file's name and size. */
export interface Waiting {
  sequence: number;
  receivedAtMs: number;
  batchId: string;
  storedBytes: number;
  /** The sender named the delivery, so its id is remembered after the segment is gone. */
  isNamed: boolean;
  path: string;
}

/** Sorts by sequence. */
const namePattern = /^(\d{16})-(\d{1,16})-([0-9a-f]{32})(-named)?\.seg$/;

export const isSegmentName = (name: string): boolean => namePattern.test(name);

export function segmentNameOf({ sequence, receivedAtMs, batchId, isNamed }: Waiting): string {
  return `${String(sequence).padStart(16, '0')}-${receivedAtMs}-${batchId}${isNamed ? '-named' : ''}.seg`;
}

/** Not yet numbered or placed. */
export function waitingOf(label: SegmentLabel): Waiting {
  return {
    sequence: 0,
    receivedAtMs: label.receivedAt.getTime(),
    batchId: label.batchId,
    storedBytes: label.storedBytes,
    isNamed: label.idempotencyKey !== undefined,
    path: '',
  };
}

/** The segments of a folder, oldest first. Other files are left alone. */
export async function findSegments(folder: string): Promise<Waiting[]> {
  const found: Waiting[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    const match = namePattern.exec(name);
    if (!match) continue;
    const [, sequence, receivedAtMs, batchId = '', named] = match;
    const path = join(folder, name);
    const { size } = await stat(path);
    found.push({
      sequence: Number(sequence),
      receivedAtMs: Number(receivedAtMs),
      batchId,
      storedBytes: size,
      isNamed: named !== undefined,
      path,
    });
  }
  return found;
}

export function refOf(waiting: Waiting, plainBytes: number): SegmentRef {
  return {
    batchId: waiting.batchId,
    sequence: waiting.sequence,
    receivedAt: new Date(waiting.receivedAtMs),
    storedBytes: waiting.storedBytes,
    plainBytes,
    isDuplicate: false,
  };
}
