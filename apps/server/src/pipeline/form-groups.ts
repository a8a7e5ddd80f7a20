import type { Segment } from '@margay/ingest';
import { groupIdOf, type Group, type KnownGroup } from './groups.ts';

export interface GroupLimits {
  segments: number;
  plainBytes: number;
}

/**
 * Sorts waiting batches into groups. Groups that an earlier process had begun are formed again exactly as they were,
 * as soon as all their batches are there; the rest goes together as far as the limits allow.
 */
export function createGroupFormer(known: readonly KnownGroup[], limits: GroupLimits) {
  const unfinished = new Map(known.map((group) => [group.id, group]));
  const groupOfBatch = new Map(
    known.flatMap((group) => group.batchIds.map((batchId) => [batchId, group.id] as const)),
  );
  const held = new Map<string, Map<string, Segment>>();
  /** What is held, waits or is worked on: a shared buffer may bring it a second time. */
  const inHand = new Set<string>();
  let waiting: Segment[] = [];
  const repeats: Group[] = [];

  function add(segment: Segment): void {
    if (inHand.has(segment.ref.batchId)) return;
    inHand.add(segment.ref.batchId);
    const groupId = groupOfBatch.get(segment.ref.batchId);
    const group = groupId === undefined ? undefined : unfinished.get(groupId);
    if (group === undefined) {
      waiting.push(segment);
      return;
    }
    const parts = held.get(group.id) ?? new Map<string, Segment>();
    held.set(group.id, parts);
    parts.set(segment.ref.batchId, segment);
    if (parts.size < group.batchIds.length) return;
    const segments = group.batchIds.flatMap((batchId) => parts.get(batchId) ?? []);
    repeats.push({ id: group.id, segments, isRepeat: true, begunAt: group.begunAt });
    unfinished.delete(group.id);
    held.delete(group.id);
  }

  /** A group that was begun, with all its batches: by another process, or by this one, which laid it aside for a while. */
  function addRepeat(group: Omit<Group, 'isRepeat'>): void {
    for (const segment of group.segments) inHand.add(segment.ref.batchId);
    repeats.push({ ...group, isRepeat: true });
  }

  /** The batch is at its end, or another process's. */
  function release(batchId: string): void {
    inHand.delete(batchId);
  }

  /** Groups of an earlier process whose batches are not all there any more, with those that are. */
  function releaseLeftovers(): { group: KnownGroup; segments: Segment[] }[] {
    const leftovers = [...unfinished.values()].map((group) => ({
      group,
      segments: [...(held.get(group.id)?.values() ?? [])],
    }));
    held.clear();
    unfinished.clear();
    return leftovers;
  }

  function next(): Group | undefined {
    const repeat = repeats.shift();
    if (repeat !== undefined) return repeat;
    if (waiting.length === 0) return undefined;
    let bytes = 0;
    let count = 0;
    for (const segment of waiting) {
      if (count > 0 && (count >= limits.segments || bytes + segment.ref.plainBytes > limits.plainBytes))
        break;
      bytes += segment.ref.plainBytes;
      count++;
    }
    const segments = waiting.slice(0, count);
    waiting = waiting.slice(count);
    return { id: groupIdOf(segments.map((segment) => segment.ref.batchId)), segments, isRepeat: false };
  }

  return {
    add,
    addRepeat,
    next,
    release,
    releaseLeftovers,
    get waitingCount() {
      return waiting.length + repeats.length;
    },
  };
}
