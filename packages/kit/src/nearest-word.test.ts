import { describe, expect, it } from 'vitest';
import { nearestWord } from './nearest-word.ts';

describe('the word that was probably meant', () => {
  it.each([
    ['slect', ['select', 'set'], 'select'],
    ['tpye', ['type', 'tyre'], 'type'],
    ['SELECT', ['select'], 'select'],
    ['evntNme', ['eventName', 'eventTime'], 'eventName'],
    ['cat', ['bat', 'cut'], 'bat'],
    ['ab', ['xy'], undefined],
    ['a', ['b'], undefined],
    ['something', ['else'], undefined],
    ['', ['a'], undefined],
    ['x', [], undefined],
  ])('is, for %j among %j, %j', (wanted, words, found) => {
    expect(nearestWord(wanted, words)).toBe(found);
  });

  it('is as far away as is allowed', () => {
    expect(nearestWord('Equalz', ['Equals', 'IsGreater'], 1)).toBe('Equals');
    expect(nearestWord('Eqalz', ['Equals'], 1)).toBeUndefined();
    expect(nearestWord('nothing alike', ['zz', 'IsNull'], Infinity)).toBe('IsNull');
  });
});
