import { describe, expect, it } from 'vitest';
import { bestMatches, matchRank } from './best-matches.ts';

describe('what fits a text', () => {
  it.each([
    ['aws.cloudtrail.trailtampered', ['AWS.CloudTrail.TrailTampered'], 0],
    ['AWS.Cloud', ['AWS.CloudTrail.TrailTampered'], 1],
    ['tampered', ['AWS.CloudTrail.TrailTampered'], 2],
    ['trail stopped', ['CloudTrail stopped or weakened'], 2],
    ['or weak', ['CloudTrail stopped or weakened', 'AWS.X'], 2],
    ['topped', ['CloudTrail stopped or weakened'], 3],
    ['key trail', ['Access key created', 'AWS.CloudTrail.Keys'], 2],
    ['  ', ['anything'], 1],
    ['stopped key', ['CloudTrail stopped'], undefined],
  ])('ranks %j among %j as %s', (text, names, rank) => {
    expect(matchRank(text, names)).toBe(rank);
  });

  it('orders by how well they fit, then as they came', () => {
    const names = ['a login', 'prelogin', 'login', 'Login page', 'a login too', 'other'];
    expect(bestMatches(names, 'login', (name) => [name])).toEqual([
      'login',
      'Login page',
      'a login',
      'a login too',
      'prelogin',
    ]);
    expect(bestMatches(names, 'login', (name) => [name], 2)).toEqual(['login', 'Login page']);
  });
});
