import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { admin, openScheduledWorld, type ScheduledWorld } from './testing.ts';

const at = (text: string) => new Date(`2026-03-01T${text}Z`);
const perDoor =
  "select door, count(*) as n from panther_logs.public.custom_doors where p_occurs_since('1 h') group by door order by door";

describe('rows of scheduled queries before their rules', () => {
  let world: ScheduledWorld;
  beforeAll(async () => {
    world = await openScheduledWorld({ usesPython: true });
  }, 120_000);
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it('[000-1.7] judges each row of a run by the scheduled rules that name the query, and makes alerts', async () => {
    await world.putQuery('Busy doors', perDoor);
    await world.putRule('Busy', ['Busy doors'], {
      body: [
        'def rule(event):',
        '    return event["n"] == 15 and event.get("door") != "d3"',
        'def title(event):',
        '    return "Door " + event["door"]',
        'def alert_context(event):',
        '    return {"keys": sorted(event.keys())}',
      ].join('\n'),
    });
    await world.beat(29);
    expect(await world.runs('Busy doors')).toEqual([]);
    await world.beat(1);
    const [run, ...more] = await world.runs('Busy doors');
    expect(more).toEqual([]);
    expect(run).toMatchObject({
      state: 'SUCCEEDED',
      scheduledAt: at('10:30:00'),
      attempts: 1,
      rowCount: 4,
      isCut: false,
      matchCount: 3,
      errorCount: 0,
      error: '',
      trigger: 'SCHEDULE',
    });
    expect(run?.bytesScanned).toBeGreaterThan(0);
    const alerts = await world.alerts.list();
    expect(alerts.map(({ title }) => title).toSorted()).toEqual(['Door d0', 'Door d1', 'Door d2']);
    expect(alerts[0], 'rules see what was selected and nothing else').toMatchObject({
      type: 'SCHEDULED_RULE',
      detectionId: 'Busy',
      contextJson: '{"keys": ["door", "n"]}',
    });
    const stored =
      'select p_rule_id, p_alert_title, p_scheduled_query from panther_rule_matches.scheduled_query_rows order by 2';
    expect(await world.rows(stored)).toEqual(
      ['d0', 'd1', 'd2'].map((door) => ['Busy', `Door ${door}`, 'Busy doors']),
    );
  }, 120_000);

  it('lets a quarantined rule judge the rows later, once, and holds up no other rule', async () => {
    await world.putQuery('Set aside', perDoor);
    await world.putRule('Ready', ['Set aside']);
    await world.putRule('Quarantined', ['Set aside']);
    const alerts = async () =>
      (await world.alerts.list()).map(({ detectionId, eventCount }) => [detectionId, eventCount]).toSorted();
    const run = async () => (await world.runs('Set aside'))[0];
    world.engine.pause('Quarantined', 'a test');
    await world.beat(30);
    expect(await alerts()).toEqual([['Ready', 4]]);
    expect(await run()).toMatchObject({
      state: 'JUDGING',
      matchCount: 4,
      waitingRules: [{ ruleId: 'Quarantined', fromRow: 0 }],
      error:
        'Quarantined: Quarantined. The rows that are left wait until it is released, changed or its time is over.',
    });
    await world.beat(1);
    expect(await run()).toMatchObject({ state: 'JUDGING', matchCount: 4 });
    world.engine.resume('Quarantined');
    await world.beat(1);
    expect(await alerts()).toEqual([
      ['Quarantined', 4],
      ['Ready', 4],
    ]);
    expect(await run()).toMatchObject({ state: 'SUCCEEDED', matchCount: 8, waitingRules: [], error: '' });
    const kept = `select p_rule_id, count(), uniqExact(p_row_id) from panther_rule_matches.scheduled_query_rows
      where p_scheduled_query = 'Set aside' group by 1 order by 1`;
    expect(await world.rows(kept)).toEqual([
      ['Quarantined', '4', '4'],
      ['Ready', '4', '4'],
    ]);
    expect(await world.deps.store.query('select 1 from scheduled_query_rows')).toEqual([]);
  }, 120_000);

  it('ends a run whose rule is deleted while it is quarantined, or stays so for a week', async () => {
    await world.putQuery('Left', perDoor, { enabled: false });
    await world.putRule('Slow', ['Left']);
    const runs = async () => (await world.runs('Left')).map(({ state, error }) => [state, error]);
    world.engine.pause('Slow', 'a test');
    await world.domain.service.runNow(admin, 'Left');
    await world.beat(1);
    expect(await runs()).toEqual([['JUDGING', expect.stringMatching(/^Quarantined: Slow/)]]);
    await world.domain.service.runNow(admin, 'Left');
    await world.detections.delete(admin, ['SCHEDULED_RULE'], ['Slow']);
    await world.beat(1);
    expect(await runs(), 'a run that waits keeps nobody from running it').toEqual([
      ['SUCCEEDED', ''],
      ['SUCCEEDED', ''],
    ]);
    await world.putRule('Slow', ['Left']);
    world.engine.pause('Slow', 'a test');
    await world.domain.service.runNow(admin, 'Left');
    await world.beat(1);
    // A pause ends after an hour; one that is made anew each time goes on.
    world.alerts.later(8 * 24 * 60 - 1);
    world.engine.pause('Slow', 'a test');
    await world.beat(1);
    expect((await runs())[0]).toEqual(['SUCCEEDED', 'Not judged within 7 days, quarantined: Slow']);
    expect(await world.alerts.list()).toEqual([]);
  }, 120_000);

  it('makes errors of rules that fail, one row each', async () => {
    await world.putQuery('Failing', perDoor);
    await world.putRule('Fails', ['Failing'], { body: 'def rule(event):\n    return event["missing"]\n' });
    await world.beat(30);
    expect((await world.runs('Failing'))[0]).toMatchObject({ matchCount: 0, errorCount: 4 });
    expect(
      (await world.alerts.list({ type: 'DETECTION_ERROR' })).map(({ type, eventCount }) => [
        type,
        eventCount,
      ]),
    ).toEqual([['SCHEDULED_RULE_ERROR', 4]]);
    const kept = "select count() from panther_rule_errors.scheduled_query_rows where p_rule_id = 'Fails'";
    expect(await world.rows(kept)).toEqual([['4']]);
  }, 120_000);
});
