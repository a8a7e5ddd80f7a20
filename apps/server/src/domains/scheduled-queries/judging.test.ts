import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScheduledWorld, type ScheduledWorld } from './testing.ts';

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
