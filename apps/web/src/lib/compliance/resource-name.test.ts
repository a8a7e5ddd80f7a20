import { describe, expect, it } from 'vitest';
import { resourceName, resourceRegion } from './resource-name.ts';

describe('names of resources', () => {
  it.each([
    ['arn:aws:s3:::logs', undefined, 'logs'],
    ['arn:aws:iam::123456789012:role/admin', undefined, 'role/admin'],
    ['arn:aws:logs:eu-west-1:1:log-group:/x:*', undefined, 'log-group:/x:*'],
    ['arn:aws', undefined, 'arn:aws'],
    ['i-0a1b', { Name: ' ' }, 'i-0a1b'],
    ['i-0a1b', { Name: 'web' }, 'web'],
    ['i-0a1b', { Name: 7 }, 'i-0a1b'],
  ])('%s with %j is %s', (id, attributes, name) => {
    expect(resourceName(id, attributes)).toBe(name);
  });

  it('finds the region', () => {
    expect(resourceRegion('x', { Region: 'eu-west-1' })).toBe('eu-west-1');
    expect(resourceRegion('arn:aws:kms:us-east-2:1:key/a')).toBe('us-east-2');
    expect(resourceRegion('arn:aws:s3:::logs')).toBeUndefined();
    expect(resourceRegion('x', null)).toBeUndefined();
  });
});
