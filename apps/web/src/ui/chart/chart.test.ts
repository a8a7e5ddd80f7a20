import { severities } from '@margay/model';
import { describe, expect, it } from 'vitest';
import { barsOf, labelsThatFit, linesOf, scaleOf } from './category-marks.ts';
import { arcPath, slicesOf } from './pie.ts';
import { linearScale, logScale } from './scale.ts';
import { severitySeries, stack } from './series.ts';
import { tickLabels, timeRange, valueTicks } from './ticks.ts';
import { movedBy } from './use-bucket-keys.ts';

const seconds = (text: string) => Date.parse(text) / 1000;

describe('ticks of values', () => {
  const steps = [1, 2, 5, 10, 20];
  it('are multiples of the step', () => {
    expect(valueTicks(0, 10.5, 5, steps)).toEqual([0, 5, 10]);
    expect(valueTicks(-4.2, 8.4, 2, steps)).toEqual([-4, -2, 0, 2, 4, 6, 8]);
    expect(valueTicks(0, 0.32, 0.1, [0.05, 0.1])).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it('are never only 0', () => {
    for (let max = 1; max <= 60; max++)
      for (const step of [1, 2, 5, 10, 20, 50, 100])
        expect(valueTicks(0, max * 1.05, step, steps).length, `${max} by ${step}`).toBeGreaterThan(1);
  });
});

describe('chart series', () => {
  it('stacks from the first series up and counts gaps as nothing', () => {
    expect(
      stack([
        { name: 'a', values: [1, null, 3] },
        { name: 'b', values: [10, 20, 30] },
      ]),
    ).toEqual([
      [1, 0, 3],
      [11, 20, 33],
    ]);
  });

  it('[001-9.34] has a colour for each severity', () => {
    const labels = { INFO: 'Info', LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' };
    const counts = { INFO: [1], LOW: [1], MEDIUM: [1], HIGH: [1], CRITICAL: [1] };
    const colors = severitySeries(counts, labels).map(({ name, color }) => [name, color]);
    expect(colors).toEqual([
      ['Info', 'info-sev-fill'],
      ['Low', 'low-fill'],
      ['Medium', 'medium-fill'],
      ['High', 'high-fill'],
      ['Critical', 'critical-fill'],
    ]);
    expect(severities).toHaveLength(colors.length);
  });
});

describe('chart ticks', () => {
  it('puts ticks at round hours within a day and names midnight by its date', () => {
    const ticks = tickLabels(seconds('2026-11-19T09:42:00Z'), seconds('2026-11-20T09:42:00Z'), 700, 'UTC');
    expect(ticks.map((tick) => tick.text)).toEqual(['12:00', '18:00', 'Nov 20', '06:00']);
  });

  it('counts in days over a week', () => {
    const ticks = tickLabels(seconds('2026-11-13T09:00:00Z'), seconds('2026-11-20T09:00:00Z'), 900, 'UTC');
    expect(ticks.map((tick) => tick.text)).toEqual([
      'Nov 14',
      'Nov 15',
      'Nov 16',
      'Nov 17',
      'Nov 18',
      'Nov 19',
      'Nov 20',
    ]);
  });
});

describe('chart scales', () => {
  it('have round steps from zero, and below it where values are negative', () => {
    expect(linearScale([3, 871]).ticks).toEqual([0, 500, 1000]);
    expect(linearScale([0.03]).ticks).toEqual([0, 0.01, 0.02, 0.03]);
    expect(linearScale([-40, 100]).ticks).toEqual([-50, 0, 50, 100]);
    expect(linearScale([]).share(0)).toBe(0);
    expect(linearScale([1000]).share(250)).toBe(0.25);
  });

  it('go by powers of ten when logarithmic; what is not positive lies at the foot', () => {
    const scale = logScale([5, 2000]);
    expect(scale.ticks).toEqual([1, 10, 100, 1000, 10000]);
    expect([scale.share(100), scale.share(0), scale.share(-3)]).toEqual([0.5, 0, 0]);
  });
});

describe('marks of charts over categories', () => {
  const frame = { width: 200, height: 100 };
  const series = [
    { name: 'a', color: 'c1', values: [10, null] },
    { name: 'b', color: 'c2', values: [30, -20] },
  ];

  it('stack above and below zero apart, or stand side by side', () => {
    const scale = scaleOf(series, { isStacked: true, isLogarithmic: false });
    expect(scale.ticks).toEqual([-20, 0, 20, 40]);
    const stacked = barsOf(series, frame, scale, true);
    expect(stacked.map(({ index, y, height }) => [index, Math.round(y), Math.round(height)])).toEqual([
      [0, 50, 17],
      [0, 0, 50],
      [1, 67, 33],
    ]);
    const [first, second] = barsOf(series, frame, scale, false);
    expect(second!.x).toBeCloseTo(first!.x + first!.width);
  });

  it('leave gaps in lines where values are missing', () => {
    const gap = [{ name: 'a', color: 'c1', values: [1, null, 2, 3] }];
    const runs = linesOf(gap, frame, linearScale([3]), false)[0];
    expect(runs?.map((run) => run.length)).toEqual([1, 2]);
  });

  it('name as many categories as there is room for, none beyond the edge', () => {
    const words = Array.from({ length: 30 }, (_, index) => `a rather long category ${index}`);
    const fitting = labelsThatFit(words, 600);
    expect(fitting.length).toBeLessThan(6);
    expect(fitting[0]?.text).toBe('a rather long cat…');
    for (const { x, text } of fitting) expect(x + (text.length * 6.6) / 2).toBeLessThanOrEqual(600);
  });
});

describe('pies', () => {
  it('have at most six slices, the last for all others, and none for what is not positive', () => {
    const many = [1, 2, 3, 4, 5, 6, 7, 0, -1].map((value) => ({ name: `n${value}`, value, color: 'c1' }));
    const slices = slicesOf(many);
    expect(slices.map((slice) => slice.value)).toEqual([7, 6, 5, 4, 3, 3]);
    expect(slices.at(-1)).toMatchObject({ name: 'Other (2)', color: 'c-other' });
  });

  it('draw a whole ring for a single slice', () => {
    expect(arcPath(100, 50, 0, 1)).toMatch(/^M 0.00 -100.00 A 100 100 0 1 1 -0.0\d -100.00/);
  });
});

describe('the time axis', () => {
  const at = (...minutes: number[]) => minutes.map((minute) => new Date(minute * 60_000));
  it('goes from the first to the last bucket, and is as wide as one where there is one', () => {
    expect(timeRange(at(1, 2, 3), true, 60)).toEqual([60, 240]);
    expect(timeRange(at(1, 2, 3), false, 60)).toEqual([60, 180]);
    expect(timeRange(at(1), true, 60)).toEqual([60, 120]);
    expect(timeRange(at(1), false, 60)).toEqual([30, 90]);
  });
});

describe('choosing buckets by keyboard', () => {
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });
  it('walks, and grows with Shift', () => {
    const first = movedBy(undefined, key('ArrowRight'), 9);
    expect(first).toEqual({ anchor: 0, cursor: 0 });
    const grown = movedBy(first, key('ArrowRight', true), 9);
    expect(grown).toEqual({ anchor: 0, cursor: 1 });
    expect(movedBy(grown, key('End', true), 9)).toEqual({ anchor: 0, cursor: 9 });
    expect(movedBy(grown, key('ArrowLeft'), 9)).toEqual({ anchor: 0, cursor: 0 });
    expect(movedBy(grown, key('x'), 9)).toBeUndefined();
  });
});
