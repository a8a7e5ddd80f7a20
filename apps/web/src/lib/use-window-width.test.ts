import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useWindowWidth } from './use-window-width.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('innerWidth', 1600);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('[001-9.10] follows the window once it rests for 250 ms', () => {
  const { result } = renderHook(() => useWindowWidth());
  const resize = (width: number, restsMs: number) =>
    act(() => {
      vi.stubGlobal('innerWidth', width);
      window.dispatchEvent(new Event('resize'));
      vi.advanceTimersByTime(restsMs);
    });
  resize(900, 249);
  resize(800, 249);
  expect(result.current).toBe(1600);
  resize(700, 250);
  expect(result.current).toBe(700);
});
