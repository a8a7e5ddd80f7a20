import { expect, it } from 'vitest';
import { columnsInSight, trackWidths } from './column-window.ts';

it('reads the px of tracks, and gives up where one does not say', () => {
  expect(trackWidths(['88px', 'minmax(160px, 1fr)', '64.5px'])).toEqual([88, 160, 64.5]);
  expect(trackWidths(['88px', '1fr'])).toBeUndefined();
});

it('draws the columns in sight and those nearby', () => {
  const widths = Array.from({ length: 60 }, () => 200);
  expect(columnsInSight(widths, 0, 1000)).toEqual({ from: 0, to: 8 });
  const middle = columnsInSight(widths, 5000, 1000);
  expect(middle.from * 200).toBeLessThanOrEqual(5000);
  expect(middle.to * 200).toBeGreaterThanOrEqual(6000);
  expect(middle.to - middle.from).toBeLessThan(14);
  expect(columnsInSight(widths, 11000, 1000).to).toBe(60);
});
