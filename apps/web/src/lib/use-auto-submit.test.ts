import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAutoSubmit } from './use-auto-submit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start(delayMs?: number) {
  const submit = vi.fn();
  const { rerender } = renderHook(({ value }) => useAutoSubmit(value, submit, delayMs), {
    initialProps: { value: 'a' },
  });
  return { submit, type: (value: string) => rerender({ value }) };
}

describe('auto-submit', () => {
  it('[001-4.50] skips the first render and submits after each change, at once by default', () => {
    const { submit, type } = start();
    vi.advanceTimersByTime(1000);
    expect(submit).not.toHaveBeenCalled();
    type('b');
    vi.advanceTimersByTime(0);
    type('a');
    vi.advanceTimersByTime(0);
    expect(submit.mock.calls).toEqual([['b'], ['a']]);
  });

  it('[001-4.50] waits until the value rests', () => {
    const { submit, type } = start(200);
    type('b');
    vi.advanceTimersByTime(199);
    type('c');
    vi.advanceTimersByTime(199);
    expect(submit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(submit.mock.calls).toEqual([['c']]);
  });
});
