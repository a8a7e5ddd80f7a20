import { describe, expect, it } from 'vitest';
import { formatCoreShare, formatMicroseconds, lastHours } from './profile-format.ts';
import { prefilteredShare, profileRows, type ProfileSearch } from './profile-list-search.ts';
import { profileOf as profile } from './testing.ts';

const search = (changes: Partial<ProfileSearch> = {}): ProfileSearch => ({
  hours: 24,
  sortBy: 'coreShare',
  sortDir: 'descending',
  ...changes,
});
const all = [
  profile('Cheap', { coreShare: 0.001 }),
  profile('Dear', { coreShare: 0.09, logTypes: ['Okta.SystemLog'] }),
  profile('Aside', { coreShare: 0, state: 'QUARANTINED' }),
  profile('Never', { coreShare: 0, considered: 0, evaluations: 0 }),
];
const ids = (changes?: Partial<ProfileSearch>) => profileRows(all, search(changes)).map(({ id }) => id);

describe('rows of the profiler', () => {
  it('stand dearest first, behind what is quarantined', () => {
    expect(ids()).toEqual(['Aside', 'Dear', 'Cheap', 'Never']);
    expect(ids({ sortDir: 'ascending' })).toEqual(['Aside', 'Never', 'Cheap', 'Dear']);
    expect(ids({ sortBy: 'displayName', sortDir: 'ascending' })).toEqual(['Aside', 'Cheap', 'Dear', 'Never']);
  });

  it('are those the address asks for', () => {
    expect(ids({ search: 'dea' })).toEqual(['Dear']);
    expect(ids({ state: ['QUARANTINED'] })).toEqual(['Aside']);
    expect(ids({ logTypes: ['Okta.SystemLog'] })).toEqual(['Dear']);
  });
});

it('figures say nothing where nothing was run', () => {
  expect(prefilteredShare({ considered: 0, evaluations: 0 })).toBeUndefined();
  expect(prefilteredShare({ considered: 100, evaluations: 4 })).toBeCloseTo(0.96);
  expect(formatMicroseconds(0, 0)).toBe('–');
  expect(formatMicroseconds(1840.4, 3)).toBe('1,840\u202fµs');
  expect(formatMicroseconds(1.44, 3)).toBe('1.4\u202fµs');
  expect(formatCoreShare(0.0004)).toBe('< 0.1\u202f%');
});

it('the hours of the chart end with the present one', () => {
  const hours = lastHours(new Date('2026-01-02T03:04:05Z'), 3).map((hour) => hour.toISOString());
  expect(hours).toEqual(['2026-01-02T01:00:00.000Z', '2026-01-02T02:00:00.000Z', '2026-01-02T03:00:00.000Z']);
});
