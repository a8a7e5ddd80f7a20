import { describe, expect, it } from 'vitest';
import { stack } from './series.ts';
import { tickLabels } from './ticks.ts';

const seconds = (text: string) => Date.parse(text) / 1000;

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
