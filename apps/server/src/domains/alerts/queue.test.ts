import { openJobs, type Jobs } from '@margay/jobs';
import { silentLogger } from '@margay/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAlertsWorld, foundMatch, sampleRule, type AlertsWorld } from './testing.ts';

describe('alerts on a real queue', () => {
  let world: AlertsWorld;
  let jobs: Jobs;
  beforeAll(async () => {
    world = await createAlertsWorld({
      openQueue: async (store) =>
        (jobs = await openJobs({ store, logger: silentLogger, pollingSeconds: 0.5 })),
    });
    world.rules.set('Test.Rule', sampleRule());
  });
  afterAll(async () => {
    await jobs.stop();
    await world.close();
  });
  const until = (count: number) =>
    expect.poll(() => world.received.length, { timeout: 30_000, interval: 50 }).toBe(count);

  it('delivers what a transaction left behind, also what waited before the process worked on jobs', async () => {
    await world.addDestination('A');
    await world.record(foundMatch({ title: 'before' }));
    await jobs.work(world.alerts.jobDefinitions);
    await until(1);
    await world.record(foundMatch({ title: 'after' }), foundMatch({ title: 'and another' }));
    await until(3);
    await expect
      .poll(async () => (await world.list()).map(({ deliveryState }) => deliveryState), { timeout: 30_000 })
      .toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
    expect(world.received.map(({ title }) => title).toSorted()).toEqual([
      'New Alert: after',
      'New Alert: and another',
      'New Alert: before',
    ]);
  });
});
