import { detectionFactsOf, type Finding } from '@margay/alert';
import type { RuleMatch } from '@margay/model';
import { describe, expect, it } from 'vitest';
import { pythonRule } from '@margay/detect/testing';
import { compareAlerts } from './compare-alerts.ts';
import { createAlertGrouper, type PreviewAlert } from './group-alerts.ts';

const start = Date.parse('2026-03-01T10:00:00Z');
const at = (minute: number) => new Date(start + minute * 60_000);

function match(minute: number, texts: Partial<RuleMatch> = {}, settings = {}): Finding {
  const detection = detectionFactsOf(pythonRule('Test.Rule', '', settings));
  const rowId = `row-${minute}`;
  const event = { p_log_type: 'A', at: at(minute) };
  return {
    kind: 'match',
    detection,
    at: at(minute),
    event: { logType: 'A', sourceId: '', eventTime: at(minute), rowId, event },
    texts: { dedup: 'd', ...texts },
  };
}

function group(findings: readonly Finding[], size = findings.length): PreviewAlert[] {
  const grouper = createAlertGrouper(100);
  for (let from = 0; from < findings.length; from += size) grouper.add(findings.slice(from, from + size));
  return grouper.alerts();
}

describe('alerts of a replay', () => {
  it('open and close by the time of the event, and count to the threshold', () => {
    const findings = [0, 5, 10, 15, 20, 50, 60].map((minute) => match(minute, {}, { threshold: 5 }));
    const [alert, ...others] = group(findings);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      eventCount: 6,
      firstMatchAt: at(0),
      createdAt: at(20),
      lastMatchAt: at(50),
    });
    expect(alert?.examples.map(({ rowId }) => rowId)).toEqual(
      [0, 5, 10, 15, 20, 50].map((minute) => `row-${minute}`),
    );
  });

  it('count distinct values where unique() is used', () => {
    const findings = ['a', 'a', 'b', 'a', 'c'].map((unique, minute) =>
      match(minute, { unique }, { threshold: 3 }),
    );
    expect(group(findings)).toMatchObject([{ createdAt: at(4), eventCount: 5 }]);
  });

  it('are the same, with the same ids, however the matches are cut into pages', () => {
    const findings = Array.from({ length: 300 }, (_, minute) => match(minute, { dedup: `d${minute % 3}` }));
    const whole = group(findings);
    expect(whole.length).toBeGreaterThan(10);
    for (const size of [1, 7, 64]) expect(group(findings, size)).toEqual(whole);
  });

  it('are compared by dedup string and window', () => {
    const saved = group([match(0), match(100), match(0, { dedup: 'old' })].toSorted((a, b) => +a.at - +b.at));
    const changed = group(
      [match(30), match(400), match(30, { dedup: 'new' })].toSorted((a, b) => +a.at - +b.at),
    );
    const { added, gone, same } = compareAlerts(changed, saved);
    const shown = (alerts: PreviewAlert[]) =>
      alerts.map(({ dedupString, firstMatchAt }) => [dedupString, (firstMatchAt.getTime() - start) / 60_000]);
    expect(shown(same)).toEqual([['d', 30]]);
    expect(shown(added)).toEqual([
      ['new', 30],
      ['d', 400],
    ]);
    expect(shown(gone)).toEqual([
      ['old', 0],
      ['d', 100],
    ]);
  });
});
