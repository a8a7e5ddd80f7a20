import { MargayError } from '@margay/kit';
import { expect, it } from 'vitest';
import { queryErrorOf } from './engine-errors.ts';

const engineSays = (number: number) =>
  new Error(`Code: ${number}. DB::Exception: secret_table broke. (SOME_NAME)`);

it.each([
  [158, 'QueryReadsTooMuch', 400],
  [159, 'QueryTimeout', 408],
  [202, 'TooManyQueries', 429],
  [241, 'QueryMemoryExceeded', 400],
  [243, 'DiskFull', 507],
  [394, 'QueryCancelled', 409],
  [396, 'QueryResultTooLarge', 400],
  [47, 'QueryFailed', 500],
])('engine error %d becomes %s with status %d', (number, code, status) => {
  const error = queryErrorOf(engineSays(number));
  expect(error).toMatchObject({ code, status });
  expect(error.message).not.toContain('secret_table');
});

it('a full disk is told from a search that cannot run, whatever number the engine gives', () => {
  const error = new Error('Code: 1001. DB::Exception: std::exception: No space left on device');
  expect(queryErrorOf(error)).toMatchObject({ code: 'DiskFull', status: 507 });
});

it('an engine that does not answer is worth another try', () => {
  expect(queryErrorOf(new Error('connect ECONNREFUSED'))).toMatchObject({
    code: 'DataLakeUnavailable',
    retryAfterSeconds: 5,
  });
});

it('an error of ours passes as it is', () => {
  const ours = new MargayError('not-found', 'No such thing');
  expect(queryErrorOf(ours)).toBe(ours);
});
