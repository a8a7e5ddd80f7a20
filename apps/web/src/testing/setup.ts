import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, expect, vi } from 'vitest';
import './canvas.ts';
import { takeFaults } from './faults.ts';
import './layout.ts';
import './patience.ts';
import { freshWindow } from './fresh-window.ts';

/*
 * Runs for each test file anew, while what it imports, like every other module, is there once for all files of a worker: they
 * share the window too. Hooks that belong to every test are therefore set here and nowhere in a module that tests import.
 * Spies and stubbed globals go back by themselves (vitest.config.ts).
 */
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  expect(takeFaults(), 'what the screens asked for and the test answered').toEqual([]);
});

afterAll(() => {
  const left = freshWindow();
  expect(left, 'what the tests of this file left in the page').toEqual([]);
});
