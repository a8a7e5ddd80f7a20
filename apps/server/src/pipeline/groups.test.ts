import type { Segment } from '@margay/ingest';
import { newId } from '@margay/kit';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFinished, markFinished } from '../findings/finished.ts';
import { migrations } from '../testing/all-migrations.ts';
import {
  batchIdsOf,
  beginGroup,
  forgetGroup,
  groupIdOf,
  holdsGroup,
  readGroups,
  takeOverGroup,
  type GroupOwner,
} from './groups.ts';

/** Of groups only the id of a batch and whether it may be done matters. */
const batch = (mayBeDone = false): Segment =>
  ({ ref: { batchId: newId() }, mayBeDone }) as unknown as Segment;
const begunAt = new Date('2026-03-01T10:00:00Z');
const there = { contains: () => Promise.resolve(true), now: begunAt };
const gone = { contains: () => Promise.resolve(false), now: begunAt };
const newOwner = (): GroupOwner => ({ bufferId: 'shared', ownerId: newId(), isShared: true });

describe('groups of a shared buffer', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore(migrations);
  });
  afterAll(() => store.close());

  /** As a process that lives, or as one whose lease is over. */
  async function register({ ownerId }: GroupOwner, isAlive = true): Promise<void> {
    await store.query(
      `insert into processes (id, roles, host, lease_until) values ($1, '{detect}', 'here', now() + $2 * interval '1 hour')
       on conflict (id) do update set lease_until = excluded.lease_until`,
      [ownerId, isAlive ? 1 : -1],
    );
  }
  const hold = (owner: GroupOwner, id: string) => store.transaction((tx) => holdsGroup(tx, owner, id));

  it('leave out what another process works on, and what was brought to its end', async () => {
    const [one, other] = [newOwner(), newOwner()];
    const [a, b, c] = [batch(), batch(true), batch(true)];
    expect((await beginGroup(store, one, [a, b], there)).segments).toEqual([a, b]);
    expect((await beginGroup(store, other, [b, c], there)).segments).toEqual([c]);
    expect((await beginGroup(store, other, [batch(true)], gone)).segments).toEqual([]);
    expect(await readGroups(store, other)).toEqual([
      { id: groupIdOf(batchIdsOf([c])), batchIds: batchIdsOf([c]), begunAt },
    ]);
    // What was only asked for may be begun by whoever has it.
    const asked = batch(true);
    expect((await beginGroup(store, other, [asked], gone)).segments).toEqual([]);
    expect((await beginGroup(store, one, [asked], there)).segments).toEqual([asked]);
  });

  it('are taken over from a dead process once, and what that one still does comes to nothing', async () => {
    const [dead, heir, late] = [newOwner(), newOwner(), newOwner()];
    await Promise.all([register(dead), register(heir), register(late)]);
    const segments = [batch(), batch()];
    await beginGroup(store, dead, segments, there);
    const group = { id: groupIdOf(batchIdsOf(segments)), batchIds: batchIdsOf(segments), begunAt };
    // Groups that other tests began belong to processes that never were.
    for (let left = await takeOverGroup(store, late); left; left = await takeOverGroup(store, late));
    expect(await hold(dead, group.id)).toBe(true);

    await register(dead, false);
    const taken = await Promise.all([takeOverGroup(store, heir), takeOverGroup(store, late)]);
    expect(taken.filter((one) => one !== undefined)).toEqual([group]);
    const [owner, stranger] = taken[0] === undefined ? [late, heir] : [heir, late];
    expect(await hold(dead, group.id)).toBe(false);
    expect(await hold(owner, group.id)).toBe(true);
    await markFinished(store, group.id, { alertIdOfMatch: [], alertIdOfError: [] });
    await forgetGroup(store, dead, group);
    expect(await findFinished(store, group.id)).toBeDefined();
    expect((await beginGroup(store, dead, segments, there)).segments).toEqual([]);
    expect((await beginGroup(store, stranger, segments, there)).segments).toEqual([]);

    await forgetGroup(store, owner, group);
    expect(await findFinished(store, group.id)).toBeUndefined();
    expect(await hold(owner, group.id)).toBe(false);
  });

  it('stay with their folder where the buffer is not shared', async () => {
    const owner: GroupOwner = { bufferId: 'folder', ownerId: 'folder', isShared: false };
    const segments = [batch()];
    await beginGroup(store, owner, segments, there);
    const later = { ...there, now: new Date('2026-03-01T11:00:00Z') };
    expect(await beginGroup(store, owner, segments, later)).toEqual({ segments, begunAt });
    await register(newOwner());
    expect(await takeOverGroup(store, newOwner())).toBeUndefined();
    expect(await readGroups(store, owner)).toEqual([
      { id: groupIdOf(batchIdsOf(segments)), batchIds: batchIdsOf(segments), begunAt },
    ]);
    expect(await readGroups(store, { ...owner, bufferId: 'other', ownerId: 'other' })).toEqual([]);
  });
});
