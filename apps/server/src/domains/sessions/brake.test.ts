import type { Store } from '@margay/store';
import { openTestStore } from '@margay/store/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../testing/all-migrations.ts';
import { brakeSeconds, createBrake, forgetFailuresAfterMs, type Brake } from './brake.ts';
import { dropOldCounts } from './brake-store.ts';
import { brakePolicies, subjectsOfSignIn } from './brake-subjects.ts';

let store: Store;
let brake: Brake;
let now = Date.parse('2026-03-01T12:00:00Z');
const make = () => createBrake({ store, key: new Uint8Array(32).fill(7), clock: () => new Date(now) });

beforeAll(async () => {
  store = await openTestStore(migrations);
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.exec('delete from sign_in_failures');
  brake = make();
});

const ada = (ip: string, device?: string) => subjectsOfSignIn('ada@example.com', ip, device);
const isLetThrough = (subjects: ReturnType<typeof ada>, by = brake) =>
  by.begin(subjects).then(
    () => true,
    () => false,
  );
const letThrough = async (attempts: Promise<boolean>[]) =>
  (await Promise.all(attempts)).filter(Boolean).length;

describe('the brake of sign-in', () => {
  it('doubles the wait up to the longest', () => {
    const waits = [1, 4, 5, 6, 7, 14, 15, 5000].map((failures) => brakeSeconds(failures, brakePolicies.pair));
    expect(waits).toEqual([0, 0, 2, 4, 8, 900, 900, 900]);
  });

  it('counts before the attempt, however many come at once through however many processes', async () => {
    const other = make();
    const attempts = Array.from({ length: 60 }, (_, i) =>
      isLetThrough(ada('192.0.2.1'), i % 2 ? brake : other),
    );
    expect(await letThrough(attempts)).toBe(5);
    await expect(other.refuseWhileBraked(ada('192.0.2.1'))).rejects.toMatchObject({ retryAfterSeconds: 2 });
  });

  it('adds up crossing attempts of many addresses at few accounts without a deadlock', async () => {
    const attempts = Array.from({ length: 60 }, (_, i) =>
      isLetThrough(subjectsOfSignIn(`user${i % 3}@example.com`, `192.0.2.${i % 4}`, undefined)),
    );
    expect(await letThrough(attempts)).toBe(60);
  });

  it('counts nothing for an attempt it refuses', async () => {
    for (let i = 0; i < 8; i++) await isLetThrough(ada('192.0.2.1'));
    const rows = await store.query<{ failures: number }>('select failures from sign_in_failures');
    expect(rows.map(({ failures }) => failures)).toEqual([5, 5, 5, 5]);
  });

  it('does not ask the store again for each guess of a flood, and forgets what it knows within a second', async () => {
    let asked = 0;
    const counting: Store = {
      ...store,
      query: (text, params) => {
        asked++;
        return store.query(text, params);
      },
    };
    const quick = createBrake({
      store: counting,
      key: new Uint8Array(32).fill(7),
      clock: () => new Date(now),
    });
    for (let i = 0; i < 7; i++) await isLetThrough(ada('192.0.2.1'));
    for (let i = 0; i < 50; i++)
      await expect(quick.refuseWhileBraked(ada('192.0.2.1'))).rejects.toThrow('Too many failed attempts');
    expect(asked).toBe(1);
    await store.exec('delete from sign_in_failures');
    now += 1000;
    await quick.refuseWhileBraked(ada('192.0.2.1'));
    expect(asked).toBe(2);
  });

  it('waits longer after each failure, and forgets them after a quiet while', async () => {
    for (let i = 0; i < 5; i++) await isLetThrough(ada('192.0.2.1'));
    for (const seconds of [2, 4, 8]) {
      now += seconds * 1000 - 1;
      expect(await isLetThrough(ada('192.0.2.1'))).toBe(false);
      now += 1;
      expect(await isLetThrough(ada('192.0.2.1'))).toBe(true);
    }
    now += forgetFailuresAfterMs + 1;
    for (let i = 0; i < 5; i++) expect(await isLetThrough(ada('192.0.2.1'))).toBe(true);
    expect(await isLetThrough(ada('192.0.2.1'))).toBe(false);
  });

  it('forgets the own failures at a success, and those of others only by the one attempt', async () => {
    for (let i = 0; i < 4; i++) await isLetThrough(ada('192.0.2.1'));
    const attempt = await brake.begin(ada('192.0.2.1'));
    await attempt.succeeded();
    const rows = await store.query<{ key: string; failures: number }>(
      'select key, failures from sign_in_failures',
    );
    const failures = Object.fromEntries(rows.map((row) => [row.key.split(':')[0], row.failures]));
    expect(failures).toEqual({ pair: 0, address: 4, network: 4, account: 4 });
  });

  it('lets a known browser through while its account and its address are braked', async () => {
    for (let i = 0; i < 30; i++) await isLetThrough(ada(`10.${i}.0.1`));
    for (let i = 0; i < 5; i++) await isLetThrough(ada('192.0.2.1'));
    expect(await isLetThrough(ada('192.0.2.1'))).toBe(false);
    expect(await isLetThrough(ada('192.0.2.1', 'her-browser'))).toBe(true);
  });

  it('keeps no more counters than it has, whatever comes, and no text that was typed', async () => {
    for (let i = 0; i < 40; i++)
      await isLetThrough(subjectsOfSignIn(`u${i}@example.com`, `10.0.${i}.1`, undefined));
    const rows = await store.query<{ key: string }>('select key from sign_in_failures');
    for (const { key } of rows) expect(key).toMatch(/^(pair|address|network|account):[0-9a-f]{4}$/);
    await dropOldCounts(store, new Date(now + 1));
    expect(await store.query('select 1 from sign_in_failures')).toEqual([]);
  });
});

it('takes IPv6 networks for what one customer has', () => {
  const valuesOf = (ip: string) => ada(ip).map(({ value }) => value);
  expect(valuesOf('2001:db8:1:2:3:4:5:6')).toEqual([
    '2001:db8:1:2:: ada@example.com',
    '2001:db8:1:2::',
    '2001:db8:1::',
    'ada@example.com',
  ]);
  expect(valuesOf('192.0.2.77').slice(1, 3)).toEqual(['192.0.2.77', '192.0.2.0']);
  expect(valuesOf('unknown').slice(1, 3)).toEqual(['unknown', 'unknown']);
});
