import { silentLogger } from '@margay/kit';
import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../api/testing-console.ts';
import { migrations } from '../../testing/all-migrations.ts';
import { createAuditLog, type AuditLog } from './service.ts';

describe('the audit log', () => {
  let store: Store;
  let audit: AuditLog;
  beforeAll(async () => {
    store = await openTestStore(migrations);
    audit = createAuditLog({ sql: store, logger: silentLogger });
  });
  afterAll(() => store.close());
  beforeEach(() => store.exec('delete from audit_log'));

  const entries = () =>
    store.query(
      'select action, result, actor_id, actor_name, actor_kind, params, source_ip, user_agent from audit_log order by id',
    );

  it('keeps who did what, from where and with what result', async () => {
    await audit.record({
      action: 'DELETE_RULE',
      actor: person('ada'),
      params: { input: { ids: ['a "quoted" one', "O'Hara; drop table audit_log"] } },
      result: 'PARTIALLY_FAILED',
      sourceIp: '203.0.113.7',
      userAgent: 'test',
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
        user_agent: null,
      },
    ]);
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
      await audit.record({ action: 'UPDATE_ROLE', actor: null, sourceIp: 'a\u0000b' }, tx);
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
    await expect(
      audit.recordWith({ action: 'UNKEPT', actor: null, sourceIp: 'a\u0000b' }, other),
    ).rejects.toThrow();
    expect(await entries()).toHaveLength(1);
    expect(await store.query('select name from counted')).toEqual([{ name: 'rows' }]);
  });
});
