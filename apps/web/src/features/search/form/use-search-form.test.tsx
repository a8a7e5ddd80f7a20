import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SearchAddress } from './form-values.ts';
import { useSearchForm } from './use-search-form.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A form whose addresses land when the test says so, as they do on a busy machine. */
function openForm() {
  const first: SearchAddress = { q: 'first' };
  const waiting: SearchAddress[] = [];
  const changeAddress = (address: SearchAddress) => void waiting.push(address);
  const { result, rerender } = renderHook(({ address }) => useSearchForm(address, changeAddress), {
    initialProps: { address: first },
  });
  const type = (text: string) => {
    act(() => result.current.change({ text }));
    act(() => void vi.advanceTimersByTime(300));
  };
  const land = () => rerender({ address: waiting.shift() ?? {} });
  return { result, rerender, type, land };
}

it('keeps what was typed since, when an older address of its own lands late', () => {
  const { result, type, land } = openForm();
  type('second');
  type('third');
  land();
  expect(result.current.form.text).toBe('third');
  land();
  expect(result.current.form.text).toBe('third');
  expect(result.current.arrivals).toBe(1);
});

it('takes over an address that comes from elsewhere, its own of before among them', () => {
  const { result, rerender, type, land } = openForm();
  type('second');
  land();
  rerender({ address: { q: 'first' } });
  expect(result.current.form.text).toBe('first');
  expect(result.current.arrivals).toBe(2);
  rerender({ address: { q: 'second' } });
  expect(result.current.form.text).toBe('second');
  expect(result.current.arrivals).toBe(3);
});
