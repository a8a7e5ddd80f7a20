import type { Evaluation } from '@margay/detect';
import { openTestStore } from '@margay/store/testing';
import { expect, it } from 'vitest';
import { migrations } from '../testing/all-migrations.ts';
import { bookStatistics, flushStatistics } from './rule-statistics.ts';

const evaluationOf = (perRule: Evaluation['perRule']): Evaluation => ({
  revision: 1,
  matches: [],
  errors: [],
  perRule,
  considered: [],
  skipped: [],
});

it('figures of a detection are added up, and what each batch cost per event is given back once', async () => {
  const store = await openTestStore(migrations);
  const now = new Date('2026-01-01T10:30:00Z');
  // Other tests may have booked before in this process.
  const ruleId = 'Test.Statistics';
  for (const [events, microseconds] of [
    [10, 1000],
    [1, 900],
    [0, 5],
  ] as const)
    bookStatistics(evaluationOf([{ ruleId, events, microseconds, waitedMicroseconds: 40 }]), now);
  expect((await flushStatistics(store, now)).get(ruleId)).toMatchObject({
    evaluations: 11,
    microseconds: 1905,
    waitedMicroseconds: 120,
    batches: [100, 900],
  });
  expect((await flushStatistics(store, now)).get(ruleId)).toBeUndefined();
  const rows = await store.query(
    `select hour, evaluations::int, microseconds::int, waited_microseconds::int as waited
     from detection_statistics where detection_id = $1`,
    [ruleId],
  );
  expect(rows).toEqual([
    { hour: new Date('2026-01-01T10:00:00Z'), evaluations: 11, microseconds: 1905, waited: 120 },
  ]);
  await store.close();
});
