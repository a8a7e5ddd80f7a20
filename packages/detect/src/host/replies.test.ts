import { describe, expect, it } from 'vitest';
import { evaluateResultSchema } from './replies.ts';

const outcome = (rule: number, match: object) => ({
  rule,
  matches: [{ eventIndex: 0, ...match }],
  errors: [],
  timeouts: 0,
  notEvaluated: 0,
});
const read = (...outcomes: unknown[]) =>
  evaluateResultSchema.parse({ hungry: [], outcomes, microseconds: [], waited: [] }).outcomes;

describe('what the child process says of a batch', () => {
  it.each([
    ['a severity', { severity: 'EVIL' }],
    ['a title', { title: 7 }],
    ['destinations', { destinations: 'all' }],
    ['a context that is no JSON', { contextJson: '{"a": NaN}' }],
    ['an event', { eventIndex: 0.5 }],
  ])('%s that does not fit is an error of that rule alone', (_name, match) => {
    const [bad, good] = read({ ...outcome(0, match), timeouts: 1 }, outcome(1, { title: 'T' }));
    expect(bad).toMatchObject({ rule: 0, matches: [], timeouts: 1, errors: [{ eventIndex: -1 }] });
    expect(bad?.errors[0]?.error).toMatch(/^WrongResult: /);
    expect(good).toMatchObject({ rule: 1, matches: [{ title: 'T' }] });
  });

  it('drops what names no rule', () => {
    expect(read(null, { ...outcome(0, {}), rule: 'x' }, outcome(1, {}))).toHaveLength(1);
  });

  it('replaces a context too deep to be written again', () => {
    const deep = `{"a":${'['.repeat(100_000)}"]{\\""${']'.repeat(100_000)}}`;
    const flat = `{"a":[${Array.from({ length: 1000 }, () => '{}').join(',')},"[[["]}`;
    const [first, second] = read(outcome(0, { contextJson: deep }), outcome(1, { contextJson: flat }));
    expect(JSON.parse(first!.matches[0]!.contextJson!)).toEqual({ _error: expect.stringContaining('200') });
    expect(second!.matches[0]!.contextJson).toBe(flat);
  });
});
