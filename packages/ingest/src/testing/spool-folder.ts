import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Segment } from '../buffer/event-buffer.ts';

/** A new folder for one test, and the function that removes it. */
export async function newSpoolFolder(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'margay-spool-'));
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) };
}

/** The first `count` segments a buffer hands out, claimed. */
export async function takeSome(segments: AsyncIterable<Segment>, count: number): Promise<Segment[]> {
  const taken: Segment[] = [];
  if (count === 0) return taken;
  for await (const segment of segments) {
    taken.push(segment);
    if (taken.length === count) break;
  }
  return taken;
}
