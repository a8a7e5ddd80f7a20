import type { EventBuffer } from '@margay/ingest';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../api/testing-console.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createChainCodes } from './chain.ts';
import { cutLog } from './cut-log.ts';
import { feedEntries } from './feed-entries.ts';
import { sealEntries, sealOrigin } from './seal-entries.ts';
import { createTestAuditLog, emptyLog, tamperWithLog, testCodes as codes } from './testing.ts';
import { verifyChain } from './verify-chain.ts';

let store: Store;
let now: Date;
const clock = () => now;
beforeAll(async () => {
  store = await openTestStore(migrations);
}, 120_000);
beforeEach(async () => {
  now = new Date('2027-01-01T00:00:00Z');
  await emptyLog(store);
});
afterAll(() => store.close());

const own = () => ({ store, codes, clock });
const params = { input: { z: [1, { b: 'ä\u0000', a: 1e21 }], a: -0.5, name: '=HYPERLINK("x")' } };
async function written(count: number): Promise<void> {
  const audit = createTestAuditLog(store, clock);
  for (let n = 0; n < count; n++) await audit.record({ action: `ACT_${n}`, actor: person('ada'), params });
}
const tampered = (sql: string) => tamperWithLog(store, sql);
const report = () => verifyChain(store, codes);

describe('the chain of the audit log', () => {
  it('holds every entry once, in order, and says from when to when', async () => {
    await written(3);
    expect(await sealEntries(own())).toBe(3);
    now = new Date('2027-01-02T00:00:00Z');
    await written(2);
    expect(await report()).toMatchObject({ entries: 3, waiting: 2, fault: null });
    expect(await sealEntries(own())).toBe(2);
    expect(await sealEntries(own())).toBe(0);
    const { entries, from, until, head, waiting, fault } = await report();
    expect({ entries, waiting, fault, position: head.position }).toEqual({
      entries: 5,
      waiting: 0,
      fault: null,
      position: 5,
    });
    expect(from).toEqual(new Date('2027-01-01T00:00:00Z'));
    expect(until?.toISOString().slice(0, 10)).toBe('2027-01-02');
  });

  it('refuses changes, removals and emptying in the database', async () => {
    await written(2);
    const refused = 'append-only';
    await expect(store.exec("update audit_log set action = 'X'")).rejects.toThrow(refused);
    await expect(store.exec('delete from audit_log')).rejects.toThrow(refused);
    await sealEntries(own());
    await expect(store.exec("update audit_log set hash = 'X'")).rejects.toThrow(refused);
    await expect(store.exec('delete from audit_log')).rejects.toThrow(refused);
    await expect(store.exec('truncate audit_log')).rejects.toThrow(refused);
    expect(await report()).toMatchObject({ entries: 2, fault: null });
  });

  it.each([
    ['a changed action', "update audit_log set action = 'LIE' where position = 3", 3],
    ['a changed parameter', `update audit_log set params = '{"input":{}}' where position = 3`, 3],
    [
      'a changed time',
      "update audit_log set created_at = created_at - interval '1 day' where position = 3",
      3,
    ],
    ['a changed address', "update audit_log set source_ip = '192.0.2.1' where position = 1", 1],
    ['a removed entry', 'delete from audit_log where position = 3', 3],
    ['the first entry removed', 'delete from audit_log where position = 1', 1],
    [
      'two entries in each other’s place',
      `update audit_log set position = -1 where position = 2;
       update audit_log set position = 2 where position = 3; update audit_log set position = 3 where position = -1`,
      2,
    ],
    [
      'an entry put in',
      `update audit_log set position = position + 1 where position = 5; update audit_log set position = position + 1 where position = 4;
       insert into audit_log (id, action, result, actor_kind, mac, position, hash, seal)
       select 'x' || id, action, result, actor_kind, mac, 4, hash, seal from audit_log where position = 3`,
      4,
    ],
  ])('notices %s', async (_what, sql, position) => {
    await written(5);
    await sealEntries(own());
    await tampered(sql);
    expect((await report()).fault).toMatchObject({ position });
  });

  it('notices an entry made up before it was sealed, and one removed at the end by what the data lake has', async () => {
    await written(2);
    await sealEntries(own());
    await store.exec(
      `insert into audit_log (id, action, result, actor_kind, mac) values ('f', 'FORGED', 'SUCCEEDED', 'system', 'abc')`,
    );
    expect((await report()).fault).toMatchObject({ position: 3, entryId: 'f' });
    await sealEntries(own());
    expect((await report()).fault).toMatchObject({ position: 3, entryId: 'f' });
    await tampered('delete from audit_log where position >= 2');
    expect((await report()).fault).toBeNull();
    expect((await verifyChain(store, codes, async () => 3)).fault).toMatchObject({ position: 2 });
  });

  it('cannot be chained anew without the key', async () => {
    await written(3);
    const others = createChainCodes(new Uint8Array(32).fill(9));
    await tampered(`update audit_log set mac = 'x'`);
    await sealEntries({ ...own(), codes: others });
    expect((await report()).fault).toMatchObject({ position: 1 });
  });

  it('takes in what is older than the chain once, and nothing without a code later', async () => {
    const old = (id: string) =>
      store.exec(
        `insert into audit_log (id, action, result, actor_kind) values ('${id}', 'OLD', 'SUCCEEDED', 'person')`,
      );
    await old('1');
    await old('2');
    await sealOrigin(own());
    await written(1);
    await sealEntries(own());
    expect(await report()).toMatchObject({ entries: 3, fault: null });
    await old('3');
    await sealOrigin(own());
    await sealEntries(own());
    expect((await report()).fault).toMatchObject({ position: 4, entryId: '3' });
  });

  it('can be cut at its old end, and only there', async () => {
    await written(3);
    await sealEntries(own());
    now = new Date('2027-06-01T00:00:00Z');
    await written(2);
    await sealEntries(own());
    const buffer = { append: async () => ({}) } as unknown as EventBuffer; // what it is told is not looked at here
    await feedEntries({ ...own(), buffer, processId: 'p1' });
    expect(await cutLog(own(), new Date('2027-03-01T00:00:00Z'))).toBe(3);
    expect(await cutLog(own(), new Date('2027-03-01T00:00:00Z'))).toBe(0);
    expect(await report()).toMatchObject({ entries: 2, fault: null, head: { position: 5 } });
    expect(await cutLog(own(), new Date('2028-03-01T00:00:00Z'))).toBe(2);
    await written(1);
    await sealEntries(own());
    expect(await report()).toMatchObject({ entries: 1, fault: null, head: { position: 6 } });
    await tampered(`insert into audit_checkpoints (kind, position, hash, mac, created_at)
      values ('CUT', 6, (select hash from audit_log where position = 6), 'x', now()); delete from audit_log where position = 6`);
    expect((await report()).fault).toMatchObject({ position: 6 });
  });

  it('waits for nobody: entries of an open transaction are sealed after the others', async () => {
    // The embedded engine has one connection, so that nothing is written beside an open transaction there.
    if (store.engine === 'pglite') return expect(store.engine).toBe('pglite');
    const audit = createTestAuditLog(store);
    let commit: () => void = () => undefined;
    const open = store.transaction(async (tx) => {
      await audit.record({ action: 'SLOW', actor: null }, tx);
      await new Promise<void>((turn) => (commit = turn));
    });
    await new Promise((turn) => setTimeout(turn, 50));
    await audit.record({ action: 'QUICK', actor: null });
    expect(await sealEntries(own())).toBe(1);
    commit();
    await open;
    const counts = await Promise.all([sealEntries(own()), sealEntries(own())]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    expect(await report()).toMatchObject({ entries: 2, fault: null });
    const rows = await store.query('select action from audit_log order by position');
    expect(rows).toEqual([{ action: 'QUICK' }, { action: 'SLOW' }]);
  });
});

describe('the way of entries into the pipeline', () => {
  interface Batch {
    key: string | undefined;
    text: string;
  }
  function bufferOf(batches: Batch[], onAppend: () => void = () => undefined) {
    const append: EventBuffer['append'] = async ({ idempotencyKey }, body) => {
      batches.push({ key: idempotencyKey, text: new TextDecoder().decode(body as Uint8Array) });
      onAppend();
      return { batchId: '', sequence: 0, receivedAt: now, storedBytes: 0, plainBytes: 0, isDuplicate: false };
    };
    return { append };
  }

  it('is one batch for each seal, once, in order', async () => {
    const batches: Batch[] = [];
    const feed = () => feedEntries({ ...own(), buffer: bufferOf(batches), processId: 'p1' });
    await written(2);
    expect(await feed()).toBe(0);
    await sealEntries(own());
    await written(1);
    await sealEntries(own());
    expect(await feed()).toBe(2);
    expect(await feed()).toBe(0);
    expect(batches.map(({ key }) => key)).toEqual(['seal 2', 'seal 3']);
    const events = batches.flatMap(({ text }) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    );
    expect(events).toMatchObject([
      { actionName: 'ACT_0', actionResult: 'SUCCEEDED', position: 1, actor: { id: 'ada', type: 'USER' } },
      { actionName: 'ACT_1', position: 2, actionParams: { dynamic: { input: { a: -0.5 } } } },
      { actionName: 'ACT_0', position: 3 },
    ]);
  });

  it('appends the same batch again under the same name after a crash, and goes on behind it', async () => {
    const batches: Batch[] = [];
    await written(2);
    await sealEntries(own());
    const dies = bufferOf(batches, () => {
      throw new Error('the process died');
    });
    await expect(feedEntries({ ...own(), buffer: dies, processId: 'p1' })).rejects.toThrow('died');
    const next = { ...own(), buffer: bufferOf(batches), processId: 'p2' };
    // The lease of the dead one still holds.
    expect(await feedEntries(next)).toBe(0);
    now = new Date(now.getTime() + 60_000);
    expect(await feedEntries(next)).toBe(1);
    expect(batches).toHaveLength(2);
    expect(batches[0]).toEqual(batches[1]);
    expect(await feedEntries(next)).toBe(0);
  });
});
