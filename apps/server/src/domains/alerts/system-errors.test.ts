import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlertsWorld, foundMatch, type AlertsWorld } from './testing.ts';

describe('system errors', () => {
  let world: AlertsWorld;
  beforeAll(async () => {
    world = await createAlertsWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const noData = {
    type: 'SOURCE_NO_DATA',
    relatedComponent: 'LOG_SOURCE',
    relatedId: 'src1',
    relatedName: 'Firewall',
    title: 'Firewall sends nothing',
    description: 'Look at it.',
  } as const;

  it('stays one alert until its cause is gone, then starts anew', async () => {
    const destination = await world.addDestination('Errors', ['SYSTEM_ERROR']);
    const first = await world.alerts.service.raise(noData);
    world.later(60 * 24 * 10);
    expect(await world.alerts.service.raise(noData)).toBe(first);
    expect(await world.store.query('select output_id from deliveries')).toEqual([
      { output_id: destination.outputId },
    ]);
    await world.alerts.service.recover('SOURCE_NO_DATA', 'src1');
    expect(await world.alerts.service.get(world.ada, first)).toMatchObject({
      status: 'RESOLVED',
      eventCount: 2,
      statusUpdatedBy: { kind: 'system' },
    });
    await world.alerts.service.recover('SOURCE_NO_DATA', 'src1');
    expect(await world.alerts.service.raise(noData)).not.toBe(first);
    expect(await world.alerts.service.raise({ ...noData, relatedId: 'src2' })).not.toBe(first);
  });

  it('is resolved by a person, but only when it is about a source', async () => {
    const id = await world.alerts.service.raise(noData);
    expect(await world.alerts.service.resolveSourceAlarm(world.ada, id)).toMatchObject({
      status: 'RESOLVED',
    });
    expect(await world.alerts.service.raise(noData)).not.toBe(id);
    await world.record(foundMatch());
    const other = await world.onlyAlert();
    await expect(world.alerts.service.resolveSourceAlarm(world.ada, other.id)).rejects.toMatchObject({
      kind: 'invalid-input',
    });
  });
});
