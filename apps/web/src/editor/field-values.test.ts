import { expect, it, vi } from 'vitest';
import { fieldValues } from './field-values.ts';

it('asks once for the values of a field, and again after a failure', async () => {
  const read = vi
    .fn<(field: string) => Promise<{ value: string; count: number }[]>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue([{ value: 'StopLogging', count: 1 }]);
  const values = fieldValues(read);
  expect(await values.load('eventName', undefined)).toEqual([]);
  expect(values.known('eventName', undefined)).toBeUndefined();
  const [first, second] = await Promise.all([
    values.load('eventName', undefined),
    values.load('eventName', undefined),
  ]);
  expect(first).toEqual([{ value: 'StopLogging', count: 1 }]);
  expect(second).toBe(first);
  expect(values.known('eventName', undefined)).toBe(first);
  expect(read).toHaveBeenCalledTimes(2);
});
