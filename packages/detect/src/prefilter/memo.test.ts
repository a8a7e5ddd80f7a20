import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerMemo } from './memo.ts';

const fields = [['a'], ['b', 'c']];

function markOf(event: Record<string, unknown>) {
  const memo = createAnswerMemo([{ rule: 7, fields, isAlways: false }]);
  memo.begin(event);
  return memo.markOf(7)?.key;
}

describe('the memo of answers', () => {
  it('settles a rule for the same values, and for no others', () => {
    const memo = createAnswerMemo([
      { rule: 7, fields, isAlways: true },
      { rule: 8, fields, isAlways: true },
    ]);
    memo.begin({ a: 'x', b: { c: 'y' } });
    const mark = memo.markOf(7)!;
    expect(memo.saidFalse(7, mark)).toBe(false);
    memo.learnFalse(7, mark);
    memo.begin({ A: 'x', b: { c: 'y', d: 1 } });
    expect(memo.saidFalse(7, memo.markOf(7)!)).toBe(true);
    expect(memo.saidFalse(8, memo.markOf(8)!)).toBe(false);
    memo.begin({ a: 'x', b: { c: 'z' } });
    expect(memo.saidFalse(7, memo.markOf(7)!)).toBe(false);
  });

  it('visits the rules without a condition until they are settled', () => {
    const memo = createAnswerMemo([
      { rule: 7, fields, isAlways: true },
      { rule: 8, fields, isAlways: true },
      { rule: 9, fields, isAlways: false },
    ]);
    const open = (event: Record<string, unknown>) => {
      const found: number[] = [];
      memo.begin(event);
      memo.visitOpen((rule) => found.push(rule));
      return found;
    };
    expect(open({ a: 'x' })).toEqual([7, 8]);
    memo.learnFalse(7, memo.markOf(7)!);
    expect(open({ a: 'x' })).toEqual([8]);
    memo.learnFalse(8, memo.markOf(8)!);
    expect(open({ a: 'x' })).toEqual([]);
    expect(open({ a: 1 })).toEqual([7, 8]);
  });

  it('tells apart whatever a rule can tell apart', () => {
    const scalar = fc.oneof(fc.string({ maxLength: 4 }), fc.boolean(), fc.constant(null));
    const event = fc.record(
      { a: scalar, b: fc.oneof(scalar, fc.record({ c: scalar }, { requiredKeys: [] })) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(event, event, (one, other) => {
        // Absent and null are two things here.
        const shown = (value: { a?: unknown; b?: unknown }) =>
          JSON.stringify(['a' in value, value.a, 'b' in value, value.b]);
        expect(markOf(one) === markOf(other)).toBe(shown(one) === shown(other));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([[{ a: 1, b: 'x' }], [{ a: [], b: 'x' }], [{ a: 'x', b: { c: {} } }], [{ a: 'x'.repeat(1000) }]])(
    'does not remember %j',
    (event) => expect(markOf(event)).toBeUndefined(),
  );

  it('gives up on values that do not repeat', () => {
    const memo = createAnswerMemo([{ rule: 1, fields: [['id']], isAlways: false }]);
    let remembered = 0;
    for (let id = 0; id < 20_000; id++) {
      memo.begin({ id: String(id) });
      const mark = memo.markOf(1);
      if (!mark) continue;
      remembered += 1;
      if (!memo.saidFalse(1, mark)) memo.learnFalse(1, mark);
    }
    expect(remembered).toBeLessThan(6000);
  });
});
