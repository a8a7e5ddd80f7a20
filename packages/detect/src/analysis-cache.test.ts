import { fullTrust } from '@margay/model';
import { expect, it } from 'vitest';
import { createAnalysisCache } from './analysis-cache.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';

const a = pythonRule('A', 'a');
const b = pythonRule('B', 'b');
const helper = { id: 'h', versionId: '1', trust: fullTrust, body: 'x = 1' };

it('asks again for changed rules only, and for all when a helper changed', () => {
  const cache = createAnalysisCache();
  cache.begin([helper]);
  expect([a, b].map(cache.isKnown)).toEqual([false, false]);
  expect(cache.complete([a, b], [{ rule: 0, text: 'A told' }])).toEqual([{ rule: 0, text: 'A told' }]);

  cache.begin([{ ...helper, versionId: '2', trust: fullTrust }]);
  const changed = { ...b, body: 'c' };
  expect([a, b, changed].map(cache.isKnown)).toEqual([true, true, false]);
  expect(cache.complete([changed, a], [{ rule: 0, text: 'C told' }])).toEqual([
    { rule: 0, text: 'C told' },
    { rule: 1, text: 'A told' },
  ]);
  expect(cache.isKnown(b)).toBe(false);

  cache.begin([{ ...helper, body: 'x = 2' }]);
  expect(cache.isKnown(a)).toBe(false);
});
