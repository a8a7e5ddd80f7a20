import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChanges, diffLines, hunksOf, sideBySide } from './line-diff.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'def rule(event):'), { maxLength: 14 });

describe('diffLines', () => {
  it('leads from the one text to the other', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        // A last empty line is the end of the line before it.
        const older = [...before, 'end'];
        const newer = [...after, 'end'];
        const lines = diffLines(older.join('\n'), newer.join('\n'));
        expect(lines.filter((line) => line.kind !== 'add').map((line) => line.text)).toEqual(older);
        expect(lines.filter((line) => line.kind !== 'del').map((line) => line.text)).toEqual(newer);
        for (const line of lines) {
          if (line.before !== undefined) expect(older[line.before - 1]).toBe(line.text);
          if (line.after !== undefined) expect(newer[line.after - 1]).toBe(line.text);
        }
      }),
    );
  });
  it('finds nothing between equal texts, with or without a last line end', () => {
    expect(countChanges(diffLines('a\nb\n', 'a\nb'))).toEqual({ added: 0, removed: 0 });
  });
  it('keeps the lines that stayed', () => {
    const lines = diffLines('a\nb\nc\nd', 'a\nx\nc\ny\nd');
    expect(lines.map((line) => `${{ same: ' ', add: '+', del: '-' }[line.kind]}${line.text}`)).toEqual([
      ' a',
      '-b',
      '+x',
      ' c',
      '+y',
      ' d',
    ]);
  });
  it('shows texts with little in common as removed and added as a whole', () => {
    const lines = (word: string) => Array.from({ length: 3000 }, (_line, at) => `${word} ${at}`).join('\n');
    const kinds = diffLines(lines('old'), lines('new')).map((line) => line.kind);
    expect(kinds).toEqual([...Array<string>(3000).fill('del'), ...Array<string>(3000).fill('add')]);
  });
});

describe('hunksOf', () => {
  it('shows three lines around a change and counts the rest', () => {
    const before = Array.from({ length: 30 }, (_line, at) => `line ${at}`);
    const after = before.map((line, at) => (at === 10 || at === 25 ? `${line} changed` : line));
    const { hunks, skippedBelow } = hunksOf(diffLines(before.join('\n'), after.join('\n')));
    expect(hunks.map((hunk) => [hunk.skipped, hunk.lines.length])).toEqual([
      [7, 8],
      [8, 8],
    ]);
    expect(skippedBelow).toBe(1);
  });
});

describe('sideBySide', () => {
  it('puts what was added beside what was removed in its place', () => {
    const rows = sideBySide([
      { kind: 'same', text: 'a', before: 1, after: 1 },
      { kind: 'del', text: 'b', before: 2 },
      { kind: 'add', text: 'c', after: 2 },
      { kind: 'add', text: 'd', after: 3 },
    ]);
    expect(rows.map((row) => row.map((line) => line?.text))).toEqual([
      ['a', 'a'],
      ['b', 'c'],
      [undefined, 'd'],
    ]);
  });
});
