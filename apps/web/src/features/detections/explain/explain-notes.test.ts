import { describe, expect, it } from 'vitest';
import { coverageNotes, explainNotes } from './explain-notes.ts';
import { coverage, explanation, mutationScore, simpleExplanation } from './testing.ts';

describe('notes of an explanation', () => {
  it('says what each line read, dims lines that did not run and marks the one that decided', () => {
    expect(explainNotes(explanation())).toEqual([
      { line: 2, tone: 'ran', label: 'event.get("a") != 1 is false', text: '1 → false' },
      { line: 3, tone: 'missed', label: 'Did not run', text: '', isDim: true },
      { line: 4, tone: 'bad', label: 'Decided: event.get("b") == 2 is false', text: '3 → false' },
    ]);
  });
  it('marks the condition that made it match as good', () => {
    expect(explainNotes(explanation({ result: true })).at(-1)?.tone).toBe('good');
  });
  it('puts an error at its line', () => {
    const notes = explainNotes(
      explanation({ result: null, decisive: null, error: 'KeyError: b', errorLine: 4 }),
    );
    expect(notes.at(-1)).toEqual({ line: 4, tone: 'bad', label: 'Raised KeyError: b', text: 'KeyError: b' });
  });
  it('keeps the lines of the YAML apart from those of the code', () => {
    const simple = simpleExplanation();
    expect(explainNotes(simple)).toEqual([]);
    const [first, , , second] = explainNotes(simple, 'yaml');
    expect(first).toEqual({ line: 2, tone: 'ran', label: 'a Equals 1 is true', text: '1 → true' });
    expect(second).toEqual({
      line: 5,
      tone: 'bad',
      label: 'Decided: b Equals 2 is false',
      text: '3 → false',
    });
  });
});

describe('notes of coverage', () => {
  it('tells reached, half seen and missed lines, and changes that survived', () => {
    expect(coverageNotes(coverage, mutationScore)).toEqual([
      {
        line: 2,
        tone: 'partly',
        label: 'never true: event.get("a") != 1',
        text: 'never true: event.get("a") != 1',
      },
      { line: 3, tone: 'missed', label: 'not reached', text: 'not reached' },
      { line: 4, tone: 'bad', label: '2 → 3 survived', text: '2 → 3 survived' },
    ]);
  });
});
