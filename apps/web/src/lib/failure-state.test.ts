import { describe, expect, it } from 'vitest';
import { pageStatusOf } from './failure-state.ts';
import { RequestError } from './graphql/request-error.ts';

const failed = (status: number | 'unknown') => new RequestError('failed', status);

describe('failures of queries', () => {
  it('[000-8.20] [000-8.21] stores the status of a failed page, or unknown', () => {
    expect(pageStatusOf(failed(503), 'page', false)).toBe(503);
    expect(pageStatusOf(failed('unknown'), 'page', false)).toBe('unknown');
    expect(pageStatusOf(new TypeError('no network'), 'page', false)).toBe('unknown');
  });

  it('[000-8.22] skips queries whose panel deals with it, and refreshes of what is on screen', () => {
    expect(pageStatusOf(failed(500), 'panel', false)).toBeUndefined();
    expect(pageStatusOf(failed(500), 'page', true)).toBeUndefined();
  });

  it('[000-8.24] lets a 404 pass when it is ignorable', () => {
    expect(pageStatusOf(failed(404), 'ignore-not-found', false)).toBeUndefined();
    expect(pageStatusOf(failed(404), 'page', false)).toBe(404);
    expect(pageStatusOf(failed(500), 'ignore-not-found', false)).toBe(500);
  });

  it('leaves an ended session to sign-in', () => {
    expect(pageStatusOf(failed(401), 'page', false)).toBeUndefined();
  });
});
