import { expect, it } from 'vitest';
import { dedupPeriods, dedupText } from './settings-pane.tsx';

it('[001-9.5] the intervals to choose from are 15 minutes to 24 hours', () => {
  expect(dedupPeriods.map(([minutes]) => minutes)).toEqual([15, 30, 60, 180, 720, 1440]);
  expect(dedupText(180)).toBe('3 hours');
  expect(dedupText(90)).toBe('1 hour 30 minutes');
});
