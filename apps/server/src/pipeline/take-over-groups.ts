import type { EventBuffer, Segment } from '@margay/ingest';
import type { Store } from '@margay/store';
import { takeOverGroup, type GroupOwner, type KnownGroup } from './groups.ts';

/** Looks for what dead processes had begun on a shared buffer. */
export function createGroupTaker(deps: {
  store: Store;
  buffer: Pick<EventBuffer, 'takeOver'>;
  owner: GroupOwner;
  /** A group whose batches are all there: it is to be repeated. */
  onGroup(group: KnownGroup, segments: Segment[]): void;
  /** Batches are removed last: where one is gone, the group had come to its end, and only this is left of it. */
  onLeftover(left: KnownGroup & { segments: Segment[] }): Promise<void>;
}) {
  const { store, buffer, owner } = deps;
  /** Groups that are this process's now and whose batches are still to be read. */
  const toRead: KnownGroup[] = [];

  async function read(group: KnownGroup): Promise<void> {
    const found = await Promise.all(group.batchIds.map((batchId) => buffer.takeOver(batchId)));
    const segments = found.filter((segment) => segment !== undefined);
    if (segments.length === found.length) deps.onGroup(group, segments);
    else await deps.onLeftover({ ...group, segments });
  }

  return {
    /** Rejects when the store or the buffer is away; what was taken over is read the next time. */
    async look(): Promise<void> {
      for (;;) {
        const [waiting] = toRead;
        if (waiting !== undefined) {
          await read(waiting);
          toRead.shift();
          continue;
        }
        const group = await takeOverGroup(store, owner);
        if (group === undefined) return;
        toRead.push(group);
      }
    },
  };
}
