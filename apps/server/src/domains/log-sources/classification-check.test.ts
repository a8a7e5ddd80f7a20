import { describe, expect, it } from 'vitest';
import { checkOfClassification, type Understood } from './classification-check.ts';

const at = new Date('2026-01-02T03:04:05Z');
const none: Understood = { stored: 0, failed: 0 };
const check = (lastDay: Understood, lastHour = none) => checkOfClassification({ lastDay, lastHour }, at);

describe('entries that matched no schema', () => {
  it.each<[string, 'healthy' | 'warning' | 'unhealthy', Understood, Understood?]>([
    ['none', 'healthy', { stored: 1_671, failed: 0 }],
    ['one of many', 'warning', { stored: 1_670, failed: 1 }],
    ['many of very many', 'warning', { stored: 100_000, failed: 5_000 }],
    ['a large share of few', 'warning', { stored: 1, failed: 9 }],
    ['exactly the share that is borne', 'warning', { stored: 190, failed: 10 }],
    ['more than that share', 'unhealthy', { stored: 189, failed: 10 }],
    [
      'more than that share of the last hour only',
      'unhealthy',
      { stored: 9_999, failed: 20 },
      { stored: 0, failed: 20 },
    ],
    ['few of the last hour', 'warning', { stored: 9_999, failed: 9 }, { stored: 0, failed: 9 }],
    ['the first one of a source', 'warning', { stored: 0, failed: 1 }],
    ['everything of a source of few events', 'unhealthy', { stored: 0, failed: 3 }],
  ])('%s: %s', (_name, state, lastDay, lastHour) => {
    const { healthy, warning = false } = check(lastDay, lastHour);
    expect({ healthy, warning }).toEqual({ healthy: state !== 'unhealthy', warning: state === 'warning' });
  });

  it('are told by number and share, one of them as one', () => {
    expect(check({ stored: 1_670, failed: 1 }).message).toBe(
      '1 of 1,671 events of the last 24 hours matched no schema of this source. It is kept in panther_monitor.public.classification_failures.',
    );
    expect(check({ stored: 9_999, failed: 30 }, { stored: 2, failed: 20 }).message).toBe(
      '20 of 22 events of the last hour matched no schema of this source. They are kept in panther_monitor.public.classification_failures.',
    );
    expect(check({ stored: 0, failed: 1 }).message).toMatch(/^1 of 1 event of the last 24 hours/);
  });
});
