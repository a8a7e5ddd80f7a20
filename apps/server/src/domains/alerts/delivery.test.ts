import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlertsWorld, foundMatch, type AlertsWorld } from './testing.ts';

describe('delivery of alerts', () => {
  let world: AlertsWorld;
  beforeAll(async () => {
    world = await createAlertsWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('reaches every matching destination once, with a link', async () => {
    const a = await world.addDestination('A');
    await world.addDestination('B', ['POLICY']);
    await world.record(foundMatch({ title: 'T' }));
    await world.record(foundMatch({ title: 'T' }));
    expect(world.sent.map(({ name }) => name)).toEqual(['deliver-alerts']);
    expect((await world.onlyAlert()).deliveryState).toBe('PENDING');
    await world.runJob('deliver-alerts');
    await world.runJob('deliver-alerts');
    const alert = await world.onlyAlert();
    expect(world.received).toEqual([{ key: `${alert.id}-${a.outputId}`, title: 'New Alert: T' }]);
    expect(alert.deliveryState).toBe('SUCCEEDED');
    expect(await world.alerts.service.deliveries(alert)).toMatchObject([
      { outputId: a.outputId, success: true, statusCode: 200, message: 'answer' },
    ]);
    expect(await world.destinations.byId(a.outputId)).toMatchObject({ verificationStatus: 'VERIFIED' });
  });

  it('follows destinations() and tells nobody when the list is empty', async () => {
    await world.addDestination('A');
    const b = await world.addDestination('B', ['POLICY']);
    await world.record(foundMatch({ dedup: '1', destinations: [] }));
    expect(await world.store.query('select 1 from deliveries')).toEqual([]);
    await world.record(foundMatch({ dedup: '2', destinations: ['B'] }));
    expect(await world.store.query('select output_id from deliveries')).toEqual([{ output_id: b.outputId }]);
  });

  it('tries again with the same key when it is time', async () => {
    await world.addDestination('A');
    world.answers.push(503);
    await world.record(foundMatch());
    await world.runJob('deliver-alerts');
    expect((await world.onlyAlert()).deliveryState).toBe('FAILED');
    expect(world.sent.at(-1)?.startAt).toEqual(new Date(world.now().getTime() + 30_000));
    await world.runJob('deliver-alerts');
    expect(world.received).toHaveLength(1);
    world.later(1);
    await world.runJob('deliver-alerts');
    expect(world.received).toHaveLength(2);
    expect(world.received[0]?.key).toBe(world.received[1]?.key);
    expect((await world.onlyAlert()).deliveryState).toBe('SUCCEEDED');
  });

  it('gives up after eleven attempts and raises a system error that spares the broken destination', async () => {
    const broken = await world.addDestination('Broken', ['RULE', 'SYSTEM_ERROR']);
    world.answers.push(...Array.from({ length: 20 }, () => 500));
    await world.record(foundMatch());
    for (let i = 0; i < 15; i++) {
      await world.runJob('deliver-alerts');
      world.later(6);
    }
    expect(world.received).toHaveLength(11);
    const [error] = await world.list({ type: 'SYSTEM_ERROR' });
    expect(error).toMatchObject({
      status: 'OPEN',
      eventCount: 1,
      systemError: { type: 'ALERT_DELIVERY', relatedComponent: 'DESTINATION', relatedId: broken.outputId },
    });
    expect(error?.description).toContain('11 attempts');
  });

  it('leaves a destination alone after fifty failures in a row, and comes back', async () => {
    await world.addDestination('Dead');
    world.answers.push(...Array.from({ length: 60 }, () => 500));
    await world.record(...Array.from({ length: 60 }, (_, i) => foundMatch({ dedup: `d${i}` })));
    await world.runJob('deliver-alerts');
    expect(world.received.length).toBeGreaterThanOrEqual(50);
    expect(world.received.length).toBeLessThan(60);
    const soFar = world.received.length;
    world.later(14);
    await world.runJob('deliver-alerts');
    expect(world.received).toHaveLength(soFar);
    world.answers.splice(0);
    world.later(2);
    await world.runJob('deliver-alerts');
    expect(await world.store.query(`select 1 from deliveries where status <> 'DELIVERED'`)).toEqual([]);
  });

  it('takes up a delivery whose process died', async () => {
    await world.addDestination('A');
    await world.record(foundMatch());
    await world.store.query('update deliveries set next_attempt_at = $1, attempts = 1', [
      new Date(world.now().getTime() + 5 * 60_000),
    ]);
    await world.runJob('deliver-alerts');
    expect(world.received).toEqual([]);
    world.later(6);
    await world.runJob('deliver-alerts');
    expect(world.received).toHaveLength(1);
  });

  it('gives up where process after process died over it, and says so', async () => {
    await world.addDestination('Deadly', ['RULE', 'SYSTEM_ERROR']);
    await world.record(foundMatch());
    // Each claim counted, and none wrote down an answer.
    await world.store.query('update deliveries set attempts = 11');
    await world.runJob('deliver-alerts');
    expect(world.received).toEqual([]);
    expect((await world.onlyAlert()).deliveryState).toBe('FAILED');
    const [error] = await world.list({ type: 'SYSTEM_ERROR' });
    expect(error?.description).toContain('The server ended before it could record an answer');
    world.later(60);
    await world.runJob('deliver-alerts');
    expect(world.received).toEqual([]);
  });

  it('ends quietly when the destination was deleted meanwhile', async () => {
    const a = await world.addDestination('A');
    await world.record(foundMatch());
    await world.destinations.remove(world.ada, a.outputId);
    await world.runJob('deliver-alerts');
    expect((await world.alerts.service.deliveries(await world.onlyAlert()))[0]).toMatchObject({
      // Nothing was sent, so nothing answered.
      statusCode: 0,
    });
    expect(await world.list({ type: 'SYSTEM_ERROR' })).toEqual([]);
  });

  it('is sent again by hand with its own key and a mark in the title', async () => {
    const a = await world.addDestination('A');
    const b = await world.addDestination('B', ['POLICY']);
    await world.record(foundMatch({ title: 'T' }));
    await world.runJob('deliver-alerts');
    const { id } = await world.onlyAlert();
    const again = await world.alerts.service.deliver(world.ada, id, [a.outputId]);
    expect(world.received.map(({ title }) => title)).toEqual(['New Alert: T', '[Re-sent]: T']);
    expect(world.received[0]?.key).not.toBe(world.received[1]?.key);
    expect(await world.alerts.service.deliveries(again)).toHaveLength(2);
    await expect(world.alerts.service.deliver(world.ada, id, ['nobody'])).rejects.toMatchObject({
      details: { ids: ['nobody'] },
    });
    await expect(world.alerts.service.deliver(world.ada, id, [b.outputId])).rejects.toMatchObject({
      kind: 'invalid-input',
    });
    await expect(world.alerts.service.deliver(world.ada, 'none', [a.outputId])).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});
