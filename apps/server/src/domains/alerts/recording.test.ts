import { detectionFactsOf, type Finding } from '@margay/alert';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlertFilter } from './filter.ts';
import type { Sql } from '@margay/store';
import type { Findings } from '../../findings/index.ts';
import { recordAlerts } from '../../findings/record-alerts.ts';
import { createAlertsWorld, foundMatch, sampleRule, type AlertsWorld } from './testing.ts';

const all = AlertFilter.parse({});

describe('alerts made of findings', () => {
  let world: AlertsWorld;
  beforeAll(async () => {
    world = await createAlertsWorld();
  });
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const record = (tx: Sql, findings: Findings) =>
    recordAlerts(tx, world.alerts.writer, findings, (id) => world.rules.get(id));

  it('[000-1.10] writes what the detection said and what the event was', async () => {
    const { alertIdOfMatch } = await world.record(
      foundMatch({ title: 'Root signed in', contextJson: '{"user":"root"}', severity: 'CRITICAL' }),
    );
    const alert = await world.onlyAlert();
    expect(alertIdOfMatch).toEqual([alert.id]);
    expect(alert).toMatchObject({
      type: 'RULE',
      title: 'Root signed in',
      severity: 'CRITICAL',
      status: 'OPEN',
      description: 'What it is',
      eventCount: 1,
      detectionId: 'Test.Rule',
      detectionName: 'Test rule',
      logTypes: ['AWS.CloudTrail'],
      sourceIds: ['src1'],
      tags: ['T1'],
      reports: { 'MITRE ATT&CK': ['TA0001:T1078'] },
      contextJson: '{"user":"root"}',
      firstEventAt: new Date('2026-03-01T09:55:00Z'),
      createdAt: world.now(),
      deliveryState: 'NONE',
    });
    expect((await world.alerts.service.events(world.ada, alert, { pageSize: 25 })).rows).toMatchObject([
      { p_log_type: 'AWS.CloudTrail' },
    ]);
  });

  it('joins later matches to the open window, also when the alert was resolved meanwhile', async () => {
    await world.record(foundMatch(), foundMatch());
    const first = await world.onlyAlert();
    await world.alerts.service.update(world.ada, [first.id], { status: 'RESOLVED' });
    world.later(59);
    expect((await world.record(foundMatch())).alertIdOfMatch).toEqual([first.id]);
    expect(await world.onlyAlert()).toMatchObject({
      eventCount: 3,
      status: 'RESOLVED',
      lastReceivedAt: world.now(),
    });
    world.later(1);
    expect((await world.record(foundMatch())).alertIdOfMatch).not.toEqual([first.id]);
    expect(await world.list()).toHaveLength(2);
  });

  it('keeps matches below the threshold without alert until it is reached', async () => {
    world.rules.set('Test.Rule', sampleRule({ threshold: 3 }));
    expect((await world.record(foundMatch({ title: 'first' }))).alertIdOfMatch).toEqual([null]);
    world.later(1);
    expect((await world.record(foundMatch({ dedup: 'first', title: 'second' }))).alertIdOfMatch).toEqual([
      null,
    ]);
    expect(await world.list()).toEqual([]);
    world.later(1);
    const { alertIdOfMatch } = await world.record(
      foundMatch({ dedup: 'first' }),
      foundMatch({ dedup: 'first' }),
    );
    const alert = await world.onlyAlert();
    expect(alertIdOfMatch).toEqual([alert.id, alert.id]);
    expect(alert).toMatchObject({ title: 'first', eventCount: 4, createdAt: world.now(), threshold: 3 });
    expect(alert.firstMatchAt).toEqual(new Date('2026-03-01T10:00:00Z'));
    expect((await world.alerts.service.events(world.ada, alert, { pageSize: 25 })).rows).toHaveLength(4);
  });

  it('tells nothing of an undone transaction', async () => {
    await expect(
      world.store.transaction(async (tx) => {
        await record(tx, { unitId: 'x', matches: [foundMatch()], errors: [], now: world.now() });
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await world.list()).toEqual([]);
    await world.record(foundMatch());
    expect(await world.onlyAlert()).toMatchObject({ eventCount: 1 });
  });

  it('takes texts that a database would refuse', async () => {
    const hostile = `a\0b \ud800 ${'"\\'.repeat(5)} \u2028 '); drop table alerts; --`;
    await world.record(
      foundMatch(
        { title: hostile, dedup: hostile, contextJson: JSON.stringify({ [hostile]: hostile }) },
        { x: hostile },
      ),
    );
    const alert = await world.onlyAlert();
    expect(alert.title).toContain('drop table alerts');
    expect(alert.title).not.toContain('\0');
    expect((await world.record(foundMatch({ dedup: hostile }))).alertIdOfMatch).toEqual([alert.id]);
  });

  it('leaves findings of a rule that is gone without alert and keeps the others in place', async () => {
    const { alertIdOfMatch } = await world.record(
      foundMatch({ ruleId: 'Gone' }),
      foundMatch(),
      foundMatch({ ruleId: 'Gone' }),
    );
    expect(alertIdOfMatch).toEqual([null, (await world.onlyAlert()).id, null]);
  });

  it('makes one error alert per detection and kind of error', async () => {
    const fail = (error: string) => ({
      error: { ruleId: 'Test.Rule', ruleVersionId: 'v1', eventIndex: 0, error, traceback: 'line 3' },
      event: foundMatch().event,
    });
    const { alertIdOfError } = await world.store.transaction((tx) =>
      record(tx, {
        unitId: 'e',
        matches: [],
        errors: [fail("KeyError: 'a'"), fail("KeyError: 'b'"), { ...fail('TypeError: x'), event: undefined }],
        now: world.now(),
      }),
    );
    expect(new Set(alertIdOfError).size).toBe(2);
    const errors = await world.list({ type: 'DETECTION_ERROR' });
    expect(errors.map(({ title, eventCount }) => [title, eventCount]).toSorted()).toEqual([
      ["[KeyError] 'a'", 2],
      ['[TypeError] x', 1],
    ]);
    expect(await world.list()).toEqual([]);
  });

  it('stops at a thousand alerts an hour and says so once', async () => {
    const burst = Array.from({ length: 1_005 }, (_, i) => foundMatch({ dedup: `d${i}` }));
    const { alertIdOfMatch } = await world.record(...burst);
    expect(alertIdOfMatch.filter((id) => id === null)).toHaveLength(5);
    await world.record(foundMatch({ dedup: 'more' }));
    const [error, ...more] = await world.list({ type: 'SYSTEM_ERROR' });
    expect(more).toEqual([]);
    expect(error).toMatchObject({
      severity: 'CRITICAL',
      eventCount: 2,
      systemError: {
        type: 'DETECTION_ALERT_LIMIT_EXCEEDED',
        relatedComponent: 'DETECTION',
        relatedId: 'Test.Rule',
      },
    });
  });

  it('counts every match once when parts are recorded side by side', async () => {
    const part = () => Array.from({ length: 40 }, (_, i) => foundMatch({ dedup: `d${i % 8}` }));
    await Promise.all([
      world.record(...part()),
      world.record(...part()),
      world.record(...part().toReversed()),
      world.record(...part()),
    ]);
    const made = await world.list();
    expect(made).toHaveLength(8);
    expect(made.map(({ eventCount }) => eventCount)).toEqual(made.map(() => 20));
  });

  it('forgets windows that closed long ago, and no others', async () => {
    await world.record(foundMatch({ dedup: 'old' }));
    world.later(49 * 60 + 60);
    await world.record(foundMatch({ dedup: 'young' }));
    await world.runJob('drop-alert-windows');
    expect(await world.store.query('select dedup_string from alert_windows')).toEqual([
      { dedup_string: 'young' },
    ]);
  });

  it('records two thousand matches in a handful of statements', async () => {
    const matches = Array.from({ length: 2_000 }, (_, i) =>
      foundMatch({ dedup: `d${i % 500}`, title: `t${i}` }),
    );
    let statements = 0;
    await world.store.transaction((tx) =>
      record(
        {
          exec: (text) => tx.exec(text),
          query: (text, params) => {
            statements++;
            return tx.query(text, params);
          },
        },
        { unitId: 'big', matches, errors: [], now: world.now() },
      ),
    );
    expect(statements).toBeLessThan(10);
    expect(await world.alerts.service.count(world.ada, all)).toBe(500);
  });

  it('records findings of any source of detections', async () => {
    const finding: Finding = {
      kind: 'match',
      detection: { ...detectionFactsOf(sampleRule({ id: 'Chain' })), kind: 'CORRELATION_RULE' },
      at: world.now(),
      event: null,
      texts: { title: 'Chain of events' },
    };
    await world.store.transaction((tx) => world.alerts.writer.record(tx, [finding]));
    expect(await world.onlyAlert()).toMatchObject({
      type: 'CORRELATION_RULE',
      logTypes: [],
      firstEventAt: null,
    });
  });
});
