import type { EventObject } from '@margay/model';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DetectionFacts, Finding, FindingTexts } from './finding.ts';
import { alertsPerHourLimit, keysOf, planAlerts, type AlertPlan, type AlertRate } from './plan.ts';
import type { AlertWindow } from './window.ts';

const start = Date.parse('2026-03-01T10:00:00Z');
const minute = (n: number) => new Date(start + n * 60_000);

const detection = (over: Partial<DetectionFacts> = {}): DetectionFacts => ({
  id: 'Test.Rule',
  versionId: 'v1',
  kind: 'RULE',
  displayName: 'Test rule',
  logTypes: ['AWS.CloudTrail'],
  severity: 'HIGH',
  description: 'd',
  runbook: 'r',
  reference: '',
  dedupPeriodMinutes: 60,
  threshold: 1,
  createAlert: true,
  tags: [],
  reports: {},
  outputIds: [],
  summaryAttributes: [],
  ...over,
});

let rows = 0;
const event = (over: EventObject = {}) => ({
  logType: 'AWS.CloudTrail',
  sourceId: 's1',
  eventTime: minute(-5),
  rowId: `row${++rows}`,
  event: over,
});
const match = (at: number, texts: FindingTexts = {}, over: Partial<DetectionFacts> = {}): Finding => ({
  kind: 'match',
  detection: detection(over),
  at: minute(at),
  event: event(),
  texts,
});

/** Keeps what plans leave behind, as the store does. */
function createWorld() {
  const windows = new Map<string, AlertWindow>();
  const rates = new Map<string, AlertRate>();
  const alerts = new Map<string, { title: string; count: number; samples: number; createdAt: number }>();
  let ids = 0;
  return {
    alerts,
    take(findings: readonly Finding[]): AlertPlan {
      const keys = keysOf(findings);
      const plan = planAlerts(
        findings,
        structuredClone({
          windows: keys.windowKeys.flatMap((key) => windows.get(key) ?? []),
          rates: [...rates.values()],
        }),
        { newAlertId: () => `a${++ids}` },
      );
      for (const window of plan.windows) windows.set(window.key, structuredClone(window));
      for (const rate of plan.rates) rates.set(`${rate.detectionId}${rate.hour.getTime()}`, rate);
      for (const alert of plan.created)
        alerts.set(alert.id, {
          title: alert.opening.texts.title,
          count: alert.progress.eventCount,
          samples: alert.samples.length,
          createdAt: alert.createdAt.getTime(),
        });
      for (const { alertId, progress, samples } of plan.updated) {
        const alert = alerts.get(alertId);
        if (alert === undefined) throw new Error('an unknown alert was updated');
        alert.count = progress.eventCount;
        for (const { position } of samples) expect(position).toBe(alert.samples++);
      }
      return plan;
    },
  };
}

describe('grouping findings into alerts', () => {
  it('keeps a window of fixed length from its first match', () => {
    const world = createWorld();
    const ids = [7, 36, 42, 66, 67, 72].map((at) => world.take([match(at)]).alertIdOfFinding[0]);
    expect(ids).toEqual(['a1', 'a1', 'a1', 'a1', 'a2', 'a2']);
    expect([...world.alerts.values()].map(({ count }) => count)).toEqual([4, 2]);
  });

  it('makes the alert when the threshold is reached, with all matches of the window counted', () => {
    const world = createWorld();
    const plans = [0, 5, 10, 15, 20, 50, 60].map((at) => world.take([match(at, {}, { threshold: 5 })]));
    expect(plans.map((plan) => plan.alertIdOfFinding[0])).toEqual([null, null, null, null, 'a1', 'a1', null]);
    expect(world.alerts.get('a1')).toEqual({
      title: 'Test rule',
      count: 6,
      samples: 6,
      createdAt: minute(20).getTime(),
    });
    expect(plans[4]?.created[0]).toMatchObject({ firstMatchAt: minute(0), earlySampleCount: 4 });
  });

  it('takes all texts from the match that opened the group', () => {
    const world = createWorld();
    const settings = { threshold: 2 };
    const plan = world.take([
      match(0, { dedup: 'x', title: 'first', severity: 'LOW', contextJson: '{"n":1}' }, settings),
      match(1, { dedup: 'x', title: 'second', severity: 'CRITICAL', contextJson: '{"n":2}' }, settings),
    ]);
    expect(plan.created[0]?.opening.texts).toMatchObject({
      title: 'first',
      severity: 'LOW',
      contextJson: '{"n":1}',
      description: 'd',
    });
    expect(plan.alertIdOfFinding).toEqual(['a1', 'a1']);
  });

  it('does not open a second group for another severity', () => {
    const plan = createWorld().take([match(0, { severity: 'LOW' }), match(1, { severity: 'HIGH' })]);
    expect(plan.created).toHaveLength(1);
  });

  it('counts distinct values where unique() is used', () => {
    const world = createWorld();
    const settings = { threshold: 3 };
    const values = ['a', 'b', 'b', 'a', 'c'];
    const ids = values.map((unique, i) => world.take([match(i, { unique }, settings)]).alertIdOfFinding[0]);
    expect(ids).toEqual([null, null, null, null, 'a1']);
    expect(world.alerts.get('a1')?.count).toBe(5);
  });

  it('starts INFO alerts resolved and others open', () => {
    const plan = createWorld().take([
      match(0, { dedup: 'i', severity: 'INFO' }),
      match(0, { dedup: 'l', severity: 'LOW' }),
    ]);
    expect(plan.created.map(({ status }) => status)).toEqual(['RESOLVED', 'OPEN']);
  });

  it('leaves matches of signal-only detections without window and alert, but alerts on their errors', () => {
    const facts = detection({ createAlert: false });
    const plan = createWorld().take([
      { ...match(0), detection: facts },
      { kind: 'error', detection: facts, at: minute(0), event: null, error: 'KeyError: x' },
    ]);
    expect(plan.alertIdOfFinding).toEqual([null, 'a1']);
    expect(plan.windows).toHaveLength(1);
  });

  it('makes one error alert per detection and error type in 24 hours, whatever the threshold', () => {
    const world = createWorld();
    const fail = (at: number, error: string): Finding => ({
      kind: 'error',
      detection: detection({ threshold: 50, dedupPeriodMinutes: 5 }),
      at: minute(at),
      event: event(),
      error,
    });
    const ids = world.take([
      fail(0, "KeyError: 'user'"),
      fail(1, "KeyError: 'other'"),
      fail(2, 'TypeError: not text'),
      fail(24 * 60, "KeyError: 'user'"),
    ]);
    expect(ids.alertIdOfFinding).toEqual(['a1', 'a1', 'a2', 'a3']);
    expect(ids.created[0]).toMatchObject({
      opening: { type: 'RULE_ERROR', texts: { title: "[KeyError] 'user'", severity: 'HIGH' } },
    });
  });

  it('stops making alerts of one detection at the limit of the hour, and goes on in the next', () => {
    const world = createWorld();
    const burst = Array.from({ length: alertsPerHourLimit + 5 }, (_, i) => match(0, { dedup: `d${i}` }));
    const plan = world.take(burst);
    expect(plan.created).toHaveLength(alertsPerHourLimit);
    expect(plan.limited.map(({ id }) => id)).toEqual(['Test.Rule']);
    expect(plan.alertIdOfFinding.slice(-5)).toEqual([null, null, null, null, null]);
    expect(world.take([match(1, { dedup: 'more' })]).created).toHaveLength(0);
    expect(world.take([match(1, { dedup: 'x' }, { id: 'Other.Rule' })]).created).toHaveLength(1);
    const later = world.take([match(59.5, { dedup: 'd1004' }), match(60, { dedup: 'd1003' })]);
    expect(later.alertIdOfFinding).toEqual([null, `a${alertsPerHourLimit + 2}`]);
  });

  it('groups policy failures by resource', () => {
    const failing = (id: string): Finding => ({
      ...match(0, {}, { kind: 'POLICY' }),
      event: null,
      resource: { id, type: 'AWS.S3.Bucket' },
    });
    expect(createWorld().take([failing('b1'), failing('b2'), failing('b1')]).alertIdOfFinding).toEqual([
      'a1',
      'a2',
      'a1',
    ]);
  });

  it('keeps the first ten events that are not too large', () => {
    const world = createWorld();
    const large = { ...match(0), event: event({ text: 'x'.repeat(70_000) }) };
    world.take([large, ...Array.from({ length: 7 }, () => match(1))]);
    world.take(Array.from({ length: 7 }, () => match(2)));
    expect(world.alerts.get('a1')).toMatchObject({ count: 15, samples: 10 });
  });

  const arbitraryFindings = fc
    .array(
      fc.record({
        gap: fc.integer({ min: 0, max: 25 }),
        rule: fc.integer({ min: 0, max: 2 }),
        dedup: fc.constantFrom('x', 'y', ''),
        unique: fc.constantFrom(undefined, 'u1', 'u2', 'u3'),
        isError: fc.boolean(),
      }),
      { maxLength: 60 },
    )
    .map((steps) => {
      let at = 0;
      return steps.map((step): Finding => {
        at += step.gap;
        const over = { id: `R${step.rule}`, threshold: step.rule + 1, dedupPeriodMinutes: 30 };
        const found = match(
          at,
          {
            title: `t${at}`,
            ...(step.dedup === '' ? {} : { dedup: step.dedup }),
            ...(step.unique === undefined ? {} : { unique: step.unique }),
          },
          over,
        );
        if (!step.isError) return found;
        return { kind: 'error', detection: detection(over), at: found.at, event: found.event, error: 'E: x' };
      });
    });

  it('gives the same alerts however the sequence is cut into batches', () => {
    fc.assert(
      fc.property(arbitraryFindings, fc.array(fc.integer({ min: 1, max: 9 })), (findings, sizes) => {
        const whole = createWorld();
        whole.take(findings);
        const pieces = createWorld();
        let position = 0;
        for (const size of [...sizes, findings.length]) {
          pieces.take(findings.slice(position, position + size));
          position += size;
        }
        const byTime = (world: ReturnType<typeof createWorld>) =>
          [...world.alerts.values()].toSorted(
            (a, b) => a.createdAt - b.createdAt || (a.title < b.title ? -1 : 1),
          );
        expect(byTime(pieces)).toEqual(byTime(whole));
      }),
    );
  });

  it('gives every finding above the threshold exactly one alert of its own detection', () => {
    fc.assert(
      fc.property(arbitraryFindings, (findings) => {
        const world = createWorld();
        const ids = findings.map((finding) => world.take([finding]).alertIdOfFinding[0] ?? null);
        for (const [id, members] of Map.groupBy(findings, (_, i) => ids[i])) {
          if (id === null || id === undefined) continue;
          expect(new Set(members.map(({ detection: { id: of }, kind }) => `${of}${kind}`)).size).toBe(1);
          const times = members.map(({ at }) => at.getTime());
          expect(Math.max(...times) - Math.min(...times)).toBeLessThan(24 * 60 * 60_000);
        }
      }),
    );
  });

  it('does not change the state it was given', () => {
    const world = createWorld();
    const first = world.take([match(0)]);
    const state = { windows: first.windows, rates: first.rates };
    const before = structuredClone(state);
    planAlerts([match(1), match(2)], state, { newAlertId: () => 'z' });
    expect(state).toEqual(before);
  });
});
