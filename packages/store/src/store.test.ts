import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { explained } from './engines/explained.ts';
import { storableJson, storableText } from './storable.ts';
import type { Store } from './store.ts';
import { openTestStore } from './testing/index.ts';

const first = {
  id: '0001-init',
  sql: 'create table things (id bigint primary key, at timestamptz, doc jsonb, tags text[]);',
};

describe('state store', () => {
  let store: Store;
  beforeAll(async () => {
    store = await openTestStore([first]);
  });
  afterAll(() => store.close());

  it('gives numbers, dates, JSON and lists back alike on every engine', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    await store.query('insert into things values ($1, $2, $3::jsonb, $4::text[])', [
      9_007_199_254_740_991,
      at,
      JSON.stringify({ a: [1, 'b'] }),
      ['x', 'y"z'],
    ]);
    const rows = await store.query<{ id: number; at: Date; doc: unknown; tags: string[] }>(
      'select * from things where id = $1',
      [9_007_199_254_740_991],
    );
    expect(rows).toEqual([{ id: 9_007_199_254_740_991, at, doc: { a: [1, 'b'] }, tags: ['x', 'y"z'] }]);
  });

  it('rolls back everything when the work throws', async () => {
    await expect(
      store.transaction(async (tx) => {
        await tx.query('insert into things (id) values ($1)', [1]);
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    expect(await store.query('select 1 from things where id = 1')).toEqual([]);
  });

  it.each([
    ['U+0000 in a text', ['a\0'], '{}', 'U+0000'],
    ['U+0000 in JSON', [], '{"a":"\\u0000"}', 'U+0000'],
    ['half a character in JSON', [], '{"a":"\\ud800"}', 'half a character'],
  ])('says what is wrong with %s, and goes on', async (_name, tags, doc, reason) => {
    await expect(
      store.query('insert into things (id, doc, tags) values (7, $1::jsonb, $2::text[])', [doc, tags]),
    ).rejects.toMatchObject({ kind: 'invalid-input', message: expect.stringContaining(reason) });
    expect(await store.query('select 1 from things where id = 7')).toEqual([]);
  });

  it('passes other errors on as they are, but a full disk', async () => {
    const failed = (code: string) =>
      Promise.reject(Object.assign(new Error('could not extend file'), { code }));
    await expect(explained(failed('53100'))).rejects.toMatchObject({ code: 'StorageFull', status: 507 });
    await expect(explained(failed('40001'))).rejects.toThrow('could not extend file');
    await expect(store.query('select nonsense from things')).rejects.toMatchObject({ code: '42703' });
  });

  it('takes any text and value once they were made storable', async () => {
    const odd = 'a\0b\ud800c';
    const rows = await store.query<{ doc: unknown; tags: string[] }>(
      'insert into things (id, doc, tags) values (8, $1::jsonb, $2::text[]) returning doc, tags',
      [storableJson({ odd: [odd] }), [storableText(odd)]],
    );
    expect(rows).toEqual([{ doc: { odd: ['a\ufffdb\ufffdc'] }, tags: ['a\ufffdb\ufffdc'] }]);
  });

  it('names the migration that cannot be applied', async () => {
    await expect(migrate(store, [first, { id: '0002-broken', sql: 'create tabel broken' }])).rejects.toThrow(
      'State store: migration 0002-broken could not be applied: syntax error at or near "tabel"',
    );
  });

  it('applies each migration once and refuses a changed one', async () => {
    const migrations = [first, { id: '0002-more', sql: 'create table more (id int)' }];
    expect(await migrate(store, migrations)).toEqual(['0002-more']);
    expect(await migrate(store, migrations)).toEqual([]);
    await expect(
      migrate(store, [first, { id: '0002-more', sql: 'create table other (id int)' }]),
    ).rejects.toThrow(/0002-more was changed/);
  });

  it('refuses a store that a newer version has changed, and leaves it as it is', async () => {
    const before = await store.query('select id from schema_migrations');
    await expect(
      migrate(store, [first, { id: '0003-mine', sql: 'create table mine (id int)' }]),
    ).rejects.toMatchObject({ code: 'NewerData', message: expect.stringContaining('0002-more') });
    expect(await store.query('select id from schema_migrations')).toEqual(before);
  });
});
