import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forCaller } from '../../api/request-trace.ts';
import { person } from '../../api/testing-console.ts';
import { migrations } from '../../testing/all-migrations.ts';
import type { AuditLog } from './service.ts';
import { createTestAuditLog, emptyLog } from './testing.ts';

describe('the audit log', () => {
  let store: Store;
  let audit: AuditLog;
  beforeAll(async () => {
    store = await openTestStore(migrations);
  }, 120_000);
  beforeEach(async () => {
    await emptyLog(store);
    audit = createTestAuditLog(store);
  });
  afterAll(() => store.close());

  const entries = () =>
    store.query(
      'select action, result, actor_id, actor_name, actor_kind, params, source_ip, forwarded_for, user_agent from audit_log order by id',
    );

  it('keeps who did what, from where and with what result', async () => {
    const caller = {
      ip: '203.0.113.7',
      isSecure: true,
      userAgent: 'test',
      forwardedFor: ['203.0.113.7', '198.51.100.4'],
    };
    await forCaller(caller, async () => {
      // What goes on later is still for the same caller.
      await new Promise((turn) => setTimeout(turn, 5));
      await audit.record({
        action: 'DELETE_RULE',
        actor: person('ada'),
        params: { input: { ids: ['a "quoted" one', "O'Hara; drop table audit_log"] } },
        result: 'PARTIALLY_FAILED',
      });
    });
    expect(await entries()).toEqual([
      {
        action: 'DELETE_RULE',
        result: 'PARTIALLY_FAILED',
        actor_id: 'ada',
        actor_name: 'ada',
        actor_kind: 'person',
        params: { input: { ids: ['a "quoted" one', "O'Hara; drop table audit_log"] } },
        source_ip: '203.0.113.7',
        forwarded_for: ['203.0.113.7', '198.51.100.4'],
        user_agent: 'test',
      },
    ]);
  });

  it('keeps what somebody did who is not signed in', async () => {
    await audit.record({ action: 'SIGN_IN', actor: null });
    expect(await entries()).toEqual([
      {
        action: 'SIGN_IN',
        result: 'SUCCEEDED',
        actor_id: null,
        actor_name: null,
        actor_kind: 'anonymous',
        params: {},
        source_ip: null,
        forwarded_for: [],
        user_agent: null,
      },
    ]);
  });

  it('keeps the order of what one process writes within a millisecond', async () => {
    const frozen = createTestAuditLog(store, () => new Date('2027-01-01T00:00:00Z'));
    for (let n = 0; n < 20; n++) await frozen.record({ action: `N${n}`, actor: null });
    const rows = await store.query<{ action: string }>('select action from audit_log order by id');
    expect(rows.map(({ action }) => action)).toEqual(Array.from({ length: 20 }, (_, n) => `N${n}`));
  });

  it('keeps a read once a minute for each actor and what they read', async () => {
    const read = { action: 'GET_EVENT', actor: person('ada'), params: { input: { id: '1' } } };
    for (let n = 0; n < 3; n++) await audit.recordRead(read);
    await audit.recordRead({ ...read, params: { input: { id: '2' } } });
    await audit.recordRead({ ...read, actor: person('bob') });
    await audit.recordRead({ ...read, result: 'FAILED' });
    expect(await entries()).toHaveLength(4);
  });

  it('keeps nothing of a transaction that fails, and no transaction whose entry cannot be kept', async () => {
    const undone = store.transaction(async (tx) => {
      await audit.record({ action: 'UPDATE_ROLE', actor: null }, tx);
      throw new Error('the change was refused');
    });
    await expect(undone).rejects.toThrow('the change was refused');
    expect(await entries()).toEqual([]);

    await store.exec('create table if not exists changed (name text)');
    const unkept = store.transaction(async (tx) => {
      await tx.query("insert into changed (name) values ('role')");
      await audit.record({ action: 'UPDATE_\u0000ROLE', actor: null }, tx);
    });
    await expect(unkept).rejects.toThrow();
    expect(await store.query('select * from changed')).toEqual([]);
  });

  it('keeps an entry and carries out a change together, or neither of them', async () => {
    await store.exec('create table if not exists counted (name text primary key, count integer)');
    const change = { text: 'insert into counted (name, count) values ($1, $2)', params: ['rows', 3] };
    await audit.recordWith({ action: 'COUNT', actor: person('ada'), params: { input: { n: 3 } } }, change);
    expect(await entries()).toMatchObject([
      { action: 'COUNT', actor_id: 'ada', params: { input: { n: 3 } }, result: 'SUCCEEDED' },
    ]);
    expect(await store.query('select * from counted')).toEqual([{ name: 'rows', count: 3 }]);

    await expect(audit.recordWith({ action: 'AGAIN', actor: null }, change)).rejects.toThrow();
    const other = { ...change, params: ['others', 1] };
    await expect(audit.recordWith({ action: 'UN\u0000KEPT', actor: null }, other)).rejects.toThrow();
    expect(await entries()).toHaveLength(1);
    expect(await store.query('select name from counted')).toEqual([{ name: 'rows' }]);
  });
});
