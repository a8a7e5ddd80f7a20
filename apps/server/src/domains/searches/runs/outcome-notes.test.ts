import { expect, it } from 'vitest';
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
