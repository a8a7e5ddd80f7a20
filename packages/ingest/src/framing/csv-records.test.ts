import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileParser, type ParserSpec } from '@margay/schema';
import { defaultFramingLimits, frameBuffer, frameStream } from './index.ts';

const names = ['a', 'b', 'c'];

function rowsOf(entries: readonly { text: string }[], delimiter: ',' | '\t' | ' ' | '|'): unknown[] {
  const options = { emptyValues: [], trimSpace: false, expandFields: {}, skipPrefix: '', skipLines: 0 };
  const spec: ParserSpec = { kind: 'csv', delimiter, hasHeader: false, columns: names, options };
  const parse = compileParser(spec)();
  return entries.map(({ text }) => {
    const parsed = parse(text);
    return parsed.kind === 'parsed' ? names.map((name) => parsed.value[name]) : parsed;
  });
}

async function frame(text: string, delimiter: string, sizes = [1 << 20]): Promise<{ text: string }[]> {
  const bytes = Buffer.from(text);
  function* pieces() {
    for (let from = 0, i = 0; from < bytes.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      yield bytes.subarray(from, from + size);
      from += size;
    }
  }
  const entries: { text: string }[] = [];
  const format = { type: 'Lines' as const, csvDelimiter: delimiter };
  for await (const part of frameStream(pieces(), format)) entries.push(...part.entries);
  return entries;
}

describe('records of CSV', () => {
  it('give back every table that RFC 4180 writes, cell for cell, however the stream is cut', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('x', '"', ',', '|', ' ', '\t', '\n', '\r', '\r\n', 'é', '🦊', '#'),
    });
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 });
    const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 });
    const delimiters = fc.constantFrom(',' as const, '|' as const, '\t' as const, ' ' as const);
    await fc.assert(
      fc.asyncProperty(
        table,
        delimiters,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        sizes,
        async (rows, delimiter, end, quotesAll, cuts) => {
          // A line of white space only is no record; quotes all around tell it apart.
          const mustQuote = quotesAll || delimiter === ' ' || delimiter === '\t';
          const write = (text: string) =>
            mustQuote || /["\r\n]/.test(text) || text.includes(delimiter)
              ? `"${text.replaceAll('"', '""')}"`
              : text;
          const text = rows.map((row) => row.map(write).join(delimiter) + end).join('');
          expect(rowsOf(await frame(text, delimiter, cuts), delimiter)).toEqual(rows);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a quote that nobody closes swallows no row, and its line is told', async () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => `${i},plain text of the row,z`);
    const text = ['1,2,3', '4,"open,5', ...rows, '6,"two', 'lines",7'].join('\n');
    const read = rowsOf(await frame(text, ','), ',');
    expect(read).toHaveLength(rows.length + 3);
    expect(read[1]).toEqual({ kind: 'failed', reason: expect.stringContaining('not closed') });
    expect(read[2]).toEqual(['0', 'plain text of the row', 'z']);
    expect(read.at(-1)).toEqual(['6', 'two\nlines', '7']);
  });

  it('a quote that only looks like an opening one joins nothing, though another follows far below', async () => {
    const lines = ['a,"unbalanced', 'b,c,d', 'x,say "hi" to, "e', 'f,g,h'];
    expect((await frame(lines.join('\n'), ',')).map(({ text }) => text)).toEqual(lines);
  });

  it('stays linear on quotes made to be read again and again', () => {
    const hostile = [
      '","a"b,"\n'.repeat(300_000),
      '"\n'.repeat(500_001),
      `"${'""'.repeat(1_000_000)}`,
      '"a\n'.repeat(300_000),
    ];
    for (const text of hostile) {
      const { counts } = frameBuffer(
        Buffer.from(text),
        { type: 'Auto', csvDelimiter: ',' },
        defaultFramingLimits,
      );
      expect(counts.entries + counts.failures).toBeGreaterThan(0);
    }
  });

  it('one line longer than an entry may be is a failure, and what was open before it is given out', () => {
    const limits = { ...defaultFramingLimits, maxEntryBytes: 100, sampleBytes: 10 };
    const text = `a,"b\n${'x'.repeat(500)}\nc,d\n`;
    const framed = frameBuffer(Buffer.from(text), { type: 'Lines', csvDelimiter: ',' }, limits);
    expect(framed.entries.map(({ text: entry }) => entry)).toEqual(['a,"b', 'c,d']);
    expect(framed.failures).toMatchObject([{ bytes: 500 }]);
  });
});
