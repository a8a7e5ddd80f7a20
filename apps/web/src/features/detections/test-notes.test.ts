import { describe, expect, it } from 'vitest';
import type { TestRecord } from './queries.ts';
import { testNotes } from './test-notes.ts';

const body = 'def rule(event):\n    return True\n\n\ndef title(event):\n    return event["x"]\n';
const record = (change: Partial<TestRecord>): TestRecord => ({
  name: 'Push',
  result: 'PASS',
  passed: true,
  expectedResult: true,
  actualResult: true,
  error: null,
  line: null,
  output: '',
  functions: [{ name: 'detection', output: 'true', error: null, traceback: null }],
  ...change,
});

describe('testNotes', () => {
  it('puts each answer at the line of its function', () => {
    const functions = [
      { name: 'detection', output: 'true', error: null, traceback: null },
      { name: 'title', output: `A  long\ntitle ${'x'.repeat(100)}`, error: null, traceback: null },
      { name: 'dedup', output: 'made of the title', error: null, traceback: null },
    ];
    const notes = testNotes(record({ functions }), body, 'Rule');
    expect(notes.map(({ line, tone }) => [line, tone])).toEqual([
      [1, 'good'],
      [5, 'good'],
    ]);
    expect(notes[0]).toMatchObject({ text: 'True', label: 'rule returned True in Push' });
    expect(notes[1]?.text).toHaveLength(72);
  });
  it('marks an answer nobody expected', () => {
    expect(testNotes(record({ actualResult: false, passed: false }), body, 'Rule')[0]?.tone).toBe('bad');
  });
  it('puts an error where it was raised, and a mark at its function', () => {
    const functions = [
      {
        name: 'title',
        output: null,
        error: "KeyError: 'x'",
        traceback: '  File "Rule.py", line 6, in title\n',
      },
    ];
    expect(testNotes(record({ functions }), body, 'Rule')).toMatchObject([
      { line: 5, tone: 'bad', text: '' },
      { line: 6, tone: 'bad', text: "KeyError: 'x'" },
    ]);
  });
});
