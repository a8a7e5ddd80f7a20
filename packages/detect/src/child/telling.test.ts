import { describe, expect, it } from 'vitest';
import type { WireOutcome } from './messages.ts';
import { Telling } from './telling.ts';

const outcome = (rule: number, changes: Partial<WireOutcome> = {}): WireOutcome => ({
  rule,
  matches: [{ eventIndex: 0 }],
  errors: [],
  timeouts: 0,
  notEvaluated: 0,
  ...changes,
});
const heard = (rule: number, sequence: number, characters = 10, changes: Partial<WireOutcome> = {}) => ({
  type: 'outcome' as const,
  outcome: outcome(rule, changes),
  sequence,
  characters,
});

describe('what interpreters tell of a batch', () => {
  it('is forgotten when the batch begins again, and when it came after the call it was lost in', () => {
    const outcomes: WireOutcome[] = [];
    const telling = new Telling(outcomes);
    telling.begin();
    telling.hear(heard(0, 1));
    telling.begin();
    telling.hear(heard(1, 1));
    telling.hear(heard(2, 3));
    telling.hear(heard(3, 5));
    telling.commit(3, outcome(9));
    expect(outcomes.map(({ rule }) => rule)).toEqual([1, 9]);
  });

  it('is kept up to a limit; whoever passes it is named once', () => {
    const outcomes: WireOutcome[] = [];
    const telling = new Telling(outcomes, 25);
    for (const rule of [0, 1, 1, 1, 2]) telling.hear(heard(rule, 1));
    telling.hear(heard(1, 1, 10, { timeouts: 1 }));
    telling.commit(Infinity);
    telling.hear(heard(3, 1, 5));
    telling.commit(Infinity);
    expect(outcomes.map(({ rule, matches, errors }) => [rule, matches.length, errors.length])).toEqual([
      [0, 1, 0],
      [1, 1, 0],
      [1, 0, 1],
      [2, 0, 1],
      [1, 0, 0],
      [3, 1, 0],
    ]);
    expect(outcomes[2]).toMatchObject({ notEvaluated: 1, errors: [{ eventIndex: -1 }] });
    expect(outcomes[4]).toMatchObject({ timeouts: 1 });
  });
});
