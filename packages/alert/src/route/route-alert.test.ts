import { alertTypes, severities } from '@margay/model';
import { describe, expect, it } from 'vitest';
import { isAutoMatch, routeAlert, type RoutableAlert, type RoutableDestination } from './route-alert.ts';

const destination = (outputId: string, over: Partial<RoutableDestination> = {}): RoutableDestination => ({
  outputId,
  displayName: `Name ${outputId}`,
  defaultForSeverity: severities,
  alertTypes,
  logTypes: [],
  ...over,
});
const alert = (over: Partial<RoutableAlert> = {}): RoutableAlert => ({
  type: 'RULE',
  severity: 'HIGH',
  logTypes: ['AWS.CloudTrail'],
  detectionKind: 'RULE',
  outputIds: [],
  dynamicDestinations: null,
  ...over,
});
const a = destination('a');
const b = destination('b');

describe('destinations of an alert', () => {
  it('[002-3.25][001-9.24] needs the alert type', () => {
    const rulesOnly = destination('a', { alertTypes: ['RULE'] });
    expect(isAutoMatch(rulesOnly, alert())).toBe(true);
    expect(isAutoMatch(rulesOnly, alert({ type: 'SCHEDULED_RULE', detectionKind: 'SCHEDULED_RULE' }))).toBe(
      false,
    );
    expect(isAutoMatch(rulesOnly, alert({ type: 'RULE_ERROR' }))).toBe(false);
  });

  it('[002-3.26][001-9.25] needs the severity', () => {
    const loud = destination('a', { defaultForSeverity: ['HIGH', 'CRITICAL'] });
    expect(isAutoMatch(loud, alert())).toBe(true);
    expect(isAutoMatch(loud, alert({ severity: 'LOW' }))).toBe(false);
    expect(isAutoMatch(destination('a', { defaultForSeverity: [] }), alert())).toBe(false);
  });

  it('[002-3.27][001-9.26] needs overlapping or no log types for rules and correlation rules', () => {
    const some = destination('a', { logTypes: ['Okta.SystemLog', 'AWS.CloudTrail'] });
    const other = destination('a', { logTypes: ['Okta.SystemLog'] });
    for (const kind of ['RULE', 'CORRELATION_RULE'] as const) {
      const found = alert({ type: kind, detectionKind: kind });
      expect(isAutoMatch(a, found)).toBe(true);
      expect(isAutoMatch(some, found)).toBe(true);
      expect(isAutoMatch(other, found)).toBe(false);
    }
  });

  it('does not ask scheduled rules for log types', () => {
    const other = destination('a', { logTypes: ['Okta.SystemLog'] });
    const found = alert({ type: 'SCHEDULED_RULE', detectionKind: 'SCHEDULED_RULE', logTypes: [] });
    expect(isAutoMatch(other, found)).toBe(true);
  });

  it('[002-3.28][001-9.27] gives policies only to destinations without log types', () => {
    const policy = alert({ type: 'POLICY', detectionKind: 'POLICY' });
    expect(isAutoMatch(a, policy)).toBe(true);
    expect(isAutoMatch(destination('a', { logTypes: ['AWS.CloudTrail'] }), policy)).toBe(false);
  });

  it('[001-9.28] sends to every destination for which all three conditions hold', () => {
    const others = [
      destination('t', { alertTypes: ['POLICY'] }),
      destination('s', { defaultForSeverity: ['INFO'] }),
      destination('l', { logTypes: ['Okta.SystemLog'] }),
    ];
    expect(routeAlert(alert(), [a, ...others, b])).toEqual({
      outputIds: ['a', 'b'],
      reason: 'match',
      unknown: [],
    });
  });

  it("[002-3.29][001-9.29] uses the detection's own destinations instead, whatever their filters", () => {
    const deaf = destination('b', { alertTypes: [], defaultForSeverity: [], logTypes: ['X.Y'] });
    expect(routeAlert(alert({ outputIds: ['b'] }), [a, deaf])).toMatchObject({
      outputIds: ['b'],
      reason: 'override',
    });
    expect(routeAlert(alert({ type: 'RULE_ERROR', outputIds: ['b'] }), [a, deaf]).outputIds).toEqual(['b']);
  });

  it('falls back to matching when none of its own destinations exists any more', () => {
    expect(routeAlert(alert({ outputIds: ['gone'] }), [a])).toMatchObject({
      outputIds: ['a'],
      reason: 'match',
    });
    expect(routeAlert(alert({ outputIds: ['gone', 'b'] }), [a, b]).outputIds).toEqual(['b']);
  });

  it('puts destinations() before everything and tells an empty list from no answer', () => {
    const deaf = destination('b', { alertTypes: [] });
    const dynamic = (names: string[] | null) =>
      routeAlert(alert({ dynamicDestinations: names, outputIds: ['a'] }), [a, deaf]);
    expect(dynamic(['Name b'])).toMatchObject({ outputIds: ['b'], reason: 'dynamic' });
    expect(dynamic(['b', 'Name b'])).toMatchObject({ outputIds: ['b'] });
    expect(dynamic([])).toMatchObject({ outputIds: [], reason: 'suppressed' });
    expect(dynamic(['SKIP'])).toMatchObject({ reason: 'suppressed' });
    expect(dynamic(null)).toMatchObject({ outputIds: ['a'], reason: 'override' });
  });

  it('keeps the known ones of a list, names the unknown, and falls back when none is known', () => {
    const mixed = routeAlert(alert({ dynamicDestinations: ['name b', 'b', 'x'] }), [a, b]);
    expect(mixed).toEqual({ outputIds: ['b'], reason: 'dynamic', unknown: ['name b', 'x'] });
    const none = routeAlert(alert({ dynamicDestinations: ['x'] }), [a, b]);
    expect(none).toEqual({ outputIds: ['a', 'b'], reason: 'match', unknown: ['x'] });
  });

  it('takes a display name before an id and at most ten', () => {
    const imposter = destination('Name a');
    expect(routeAlert(alert({ dynamicDestinations: ['Name a'] }), [imposter, a]).outputIds).toEqual(['a']);
    const many = Array.from({ length: 11 }, (_, i) => destination(`d${i}`));
    const names = many.map(({ outputId }) => outputId);
    expect(routeAlert(alert({ dynamicDestinations: names }), many).outputIds).toHaveLength(10);
  });

  it('sends system errors wherever they are wanted, whatever the severities, but not to the one they are about', () => {
    const system = alert({
      type: 'SYSTEM_ERROR',
      severity: 'CRITICAL',
      detectionKind: null,
      exceptOutputId: 'b',
    });
    const quiet = destination('a', { defaultForSeverity: [], logTypes: ['X.Y'] });
    const unwilling = destination('c', { alertTypes: ['RULE'] });
    expect(routeAlert(system, [quiet, b, unwilling])).toMatchObject({ outputIds: ['a'], reason: 'system' });
  });
});
