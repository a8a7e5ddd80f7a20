import type { EventShape } from '@margay/model';
import { isIdPiece, toClickHouse, type Expression } from '@margay/query';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRowEncoder, type Lake } from './index.ts';
import { placesUnderTest, type LakePlace } from './testing/engines-under-test.ts';
import { testLane } from './testing/index.ts';

const shape: EventShape = {
  logType: 'Line.Words',
  version: 1,
  fields: [{ name: 'number', type: { kind: 'int' } }],
};

/** Pieces of ids of each length, what nearly is one, and what stands beside them in lines. */
const parts = [
  '1a2b3c4d',
  '1A2B3C4D',
  '5e6f',
  '4A7B',
  '8c9d',
  '0e1f2a3b4c5d',
  'ABCDEF123456',
  '12345678',
  '123456789012',
  'abcdefab',
  'dc01',
  'fe80',
  '2001',
  'db8',
  '85a3',
  '1a2b3c',
  '1a2b3c4d5',
  '1a2b3c4d1a2b3c4d',
  'g1a2b3c4d',
  'user',
  'Größe',
  'é',
  '日本',
  '\u0000',
  '\ud800',
  '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
];
const borders = ['', ' ', '-', '_', ':', '.', '"', '\\', '\n', 'é', 'x', '%'];
const text = fc
  .array(fc.tuple(fc.constantFrom(...borders), fc.constantFrom(...parts)), { minLength: 1, maxLength: 6 })
  .chain((some) => fc.constantFrom(...borders).map((last) => some.flat().join('') + last));
const lines = fc.sample(text, { numRuns: 300, seed: 11 });
/** Also what no line has, and pieces of it cut anywhere. */
const asked = [
  ...parts,
  '9f9f9f9f',
  '9f9f',
  '1a2b3c4d user',
  '5e6f-4a7b',
  '_1a2b3c4d_',
  ...fc.sample(text, { numRuns: 20, seed: 12 }),
  ...lines.slice(0, 20).map((line, at) => line.slice(at % 5, line.length - (at % 3))),
].filter((words) => words !== '');

const lower = (words: string) => words.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
const wordsOf = (line: string) => lower(line.toWellFormed()).match(/[a-z0-9\u0080-\u{10ffff}]+/gu) ?? [];
/** As a line is read without any index: all words are words of it, and they stand there as they were asked for. */
function has(line: string, words: string): boolean {
  const known = new Set(wordsOf(line));
  const isThere = lower(line.toWellFormed()).includes(lower(words.toWellFormed()));
  return wordsOf(words).every((word) => known.has(word)) && isThere;
}

describe.each(placesUnderTest)('the words of lines on $name', ({ make }) => {
  let place: LakePlace;
  let lake: Lake;

  beforeAll(async () => {
    place = await make();
    lake = await place.open();
    const layout = await lake.ensureTable('panther_logs', shape);
    for (const part of [0, 1, 2]) {
      const encoder = createRowEncoder(layout);
      lines.forEach((raw, number) => {
        if (number % 3 !== part) return;
        const event = { number, p_row_id: `row-${number}`, p_event_time: '2024-05-01 10:00:00.000000000' };
        encoder.append({ event, raw });
      });
      await lake.insert(layout, encoder.take(), { token: `part-${part}` });
    }
  });
  afterAll(async () => {
    await lake.close();
    await place.remove();
  });

  const words = (asked: string): Expression => ({ kind: 'rowText', op: 'words', text: asked });
  const queryOf = (where: Expression) =>
    toClickHouse(
      {
        kind: 'project',
        columns: [{ name: 'number', value: { kind: 'column', name: 'number' } }],
        input: {
          kind: 'filter',
          where,
          input: { kind: 'scan', database: 'panther_logs', table: 'line_words' },
        },
      },
      lake.catalog(),
    );
  const find = async (where: Expression) => {
    const { sql, params } = queryOf(where);
    const { rows } = await lake.query({ lane: testLane, sql, params });
    return rows.map(([number]) => Number(number)).toSorted((a, b) => a - b);
  };

  it('are found as by reading every line, pieces of ids too, and so is what does not have them', async () => {
    let foundPieces = 0;
    for (const one of asked) {
      const expected = lines.flatMap((line, number) => (has(line, one) ? [number] : []));
      const found = await find(words(one));
      expect([one, found]).toEqual([one, expected]);
      if (isIdPiece(lower(one))) foundPieces += found.length;
      const others = await find({ kind: 'call', fn: 'not', args: [words(one)] });
      expect([one, others.length]).toEqual([one, lines.length - found.length]);
    }
    expect(foundPieces).toBeGreaterThan(50);
  });

  it('are in one index and ids in the other', async () => {
    const plan = async (asked: string) => {
      const { sql, params } = queryOf(words(asked));
      const { rows } = await lake.query({ lane: testLane, sql: `EXPLAIN indexes = 1 ${sql}`, params });
      return rows.flat().join('\n');
    };
    expect(await plan('nowhere')).toMatch(/Name: p_raw_tokens[^]*Parts: 0\/3/);
    expect(await plan('9f9f9f9f')).toMatch(/Name: p_raw_ids[^]*Parts: 0\/3/);
    expect(await plan('1a2b3c4d-5e6f-4a7b-8c9d-9f9f9f9f9f9f')).toMatch(/Name: p_raw_ids[^]*Parts: 0\/3/);
  });
});
