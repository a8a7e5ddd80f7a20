import { afterEach, expect, it, vi } from 'vitest';
import { createOutcomeNotes } from './outcome-notes.ts';

it('writes in the order of the calls, each search by itself, and tells when all is written', async () => {
  const written: string[] = [];
  const faults: string[] = [];
  const notes = createOutcomeNotes((id, error) => faults.push(`${id}: ${String(error)}`));
  const slow = Promise.withResolvers<void>();
  void notes.add('one', async () => {
    await slow.promise;
    written.push('one, first');
  });
  void notes.add('one', async () => void written.push('one, second'));
  void notes.add('two', () => Promise.reject(new Error('no room')));
  await notes.settled('two');
  expect({ written, faults }).toEqual({ written: [], faults: ['two: Error: no room'] });
  const all = notes.settled();
  slow.resolve();
  await all;
  expect(written).toEqual(['one, first', 'one, second']);
  await notes.settled('one');
});

afterEach(() => vi.useRealTimers());

it('lets the answer out first, and begins at once for whoever asks', async () => {
  vi.useFakeTimers();
  const written: string[] = [];
  const notes = createOutcomeNotes(() => undefined);
  const note = (id: string, restMs?: number) => void notes.add(id, async () => void written.push(id), restMs);
  note('usual');
  note('long', 1_000);
  note('asked for', 1_000);
  note('hurried', 1_000);
  await vi.advanceTimersByTimeAsync(49);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual(['usual']);
  await notes.settled('asked for');
  expect(written).toEqual(['usual', 'asked for']);
  notes.hurry('hurried');
  await vi.advanceTimersByTimeAsync(50);
  expect(written).toEqual(['usual', 'asked for', 'hurried']);
  await notes.settled();
  expect(written).toEqual(['usual', 'asked for', 'hurried', 'long']);
});
