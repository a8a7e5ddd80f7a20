import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameBuffer, frameStream } from './index.ts';

type Cell = string | number | boolean | null | (string | null)[];
interface Column {
  name: string;
  type: string;
}
interface Log {
  path: string;
  columns: Column[];
  rows: Cell[][];
}

const header = (log: Log, separator: string): string[] => [
  `#separator \\x${separator.charCodeAt(0).toString(16).padStart(2, '0')}`,
  `#set_separator${separator},`,
  `#empty_field${separator}(empty)`,
  `#unset_field${separator}-`,
  `#path${separator}${log.path}`,
  `#open${separator}2026-01-02-03-04-05`,
  ['#fields', ...log.columns.map(({ name }) => name)].join(separator),
  ['#types', ...log.columns.map(({ type }) => type)].join(separator),
];

/** Writes a value the way Zeek's ASCII writer does: markers, and everything that would be misread as `\xHH`. */
function written(value: Cell, separator: string): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'T' : 'F';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    return value.length === 0 ? '(empty)' : value.map((item) => written(item, separator)).join(',');
  }
  if (value === '') return '(empty)';
  const special = new RegExp(`[\\x00-\\x1f,${separator}é]`, 'g');
  const plain = value.replaceAll('\\', '\\\\').replaceAll(special, hex);
  return ['-', '(empty)'].includes(value) || value.startsWith('#') ? hex(plain[0]!) + plain.slice(1) : plain;
}

const hex = (text: string) =>
  [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

const valuesOf = (log: Log) =>
  log.rows.map((row) => ({
    _path: log.path,
    ...Object.fromEntries(row.flatMap((value, i) => (value === null ? [] : [[log.columns[i]!.name, value]]))),
  }));

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', '-', '\\', ',', '\t', '|', '\n', 'é', '🦊', ' ', '#', '('),
});
/** Zeek writes a list of one empty or unset element as it writes an empty or unset list. */
const isDistinct = (list: (string | null)[]) => list.length !== 1 || (list[0] !== '' && list[0] !== null);
const cellOf: Record<string, fc.Arbitrary<Cell>> = {
  string: text,
  addr: fc.constantFrom('192.0.2.1', '2001:db8::1'),
  count: fc.nat(),
  bool: fc.boolean(),
  double: fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .map((value) => (Object.is(value, -0) ? 0 : value)),
  'set[string]': fc.array(text).filter(isDistinct),
  'vector[addr]': fc.array(fc.option(fc.constant('192.0.2.1'))).filter(isDistinct),
};
const log: fc.Arbitrary<Log> = fc
  .tuple(
    fc.constantFrom('conn', 'dns', 'x509'),
    fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('ts', 'id.orig_h', 'a', '__proto__', 'constructor'),
        type: fc.constantFrom(...Object.keys(cellOf)),
      }),
      { minLength: 2, maxLength: 4, selector: ({ name }) => name },
    ),
  )
  .chain(([path, columns]) =>
    fc
      .array(fc.tuple(...columns.map(({ type }) => fc.option(cellOf[type]!))), { maxLength: 5 })
      .map((rows) => ({ path, columns, rows })),
  );

describe("Zeek's logs", () => {
  it('give back every value that Zeek writes, of several logs in one stream, however it is cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(log, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('\t', '|'),
        sizes,
        fc.boolean(),
        async (logs, separator, cuts, isClosed) => {
          const lines = logs.flatMap((one) => [
            ...header(one, separator),
            ...one.rows.map((row) => row.map((value) => written(value, separator)).join(separator)),
            ...(isClosed ? [`#close${separator}2026-01-02-04-00-00`] : []),
          ]);
          const bytes = Buffer.from(`${lines.join('\n')}\n`);
          const whole = frameBuffer(bytes, { type: 'Auto' });
          expect(whole.failures).toEqual([]);
          expect(whole.entries.map(({ value }) => value)).toEqual(logs.flatMap(valuesOf));
          const entries = [];
          for await (const part of frameStream(cut(bytes, cuts), { type: 'Lines' }))
            entries.push(...part.entries);
          expect(entries).toEqual(whole.entries);
        },
      ),
      { numRuns: 300 },
    );
  });

  const rowOf = (name: string, type: string, cell: string) =>
    frameBuffer(Buffer.from(`#separator \\x09\n#fields\t${name}\n#types\t${type}\n${cell}`), {
      type: 'Lines',
    }).entries[0]?.value;

  it.each<[string, string, unknown]>([
    ['time', '1379288667.706265', { a: 1379288667.706265 }],
    ['time', '0.000000', { a: 0 }],
    ['count', '18446744073709551615', { a: 18446744073709551615n }],
    ['port', '443', { a: 443 }],
    ['bool', 'T', { a: true }],
    ['double', 'nan', { a: 'nan' }],
    ['interval', '4.294967e+09', { a: 4294967000 }],
    ['string', '-', {}],
    ['string', '\\x2d', { a: '-' }],
    ['string', '(empty)', { a: '' }],
    ['string', 'CN=x\\\\, y', { a: 'CN=x\\, y' }],
    ['string', '\\xff\\xfe', { a: '\\xff\\xfe' }],
    ['string', '\\xe2\\x82\\xac', { a: '€' }],
    ['table[string]', '(empty)', { a: [] }],
    ['vector[interval]', '1.5,-,2', { a: [1.5, null, 2] }],
    ['set[string]', 'a\\x2cb,c', { a: ['a,b', 'c'] }],
  ])('reads %s %j', (type, cell, value) => expect(rowOf('a', type, cell)).toEqual(value));

  it('keeps the row itself as text, and tells rows with another number of cells or before #fields', () => {
    const body = '#separator \\x09\nearly\n#fields\ta\tb\n1\t2\n1\n#close\tx\nplain line\n#not a header\n';
    const framed = frameBuffer(Buffer.from(body), { type: 'Auto' });
    expect(framed.entries).toEqual([
      { text: '1\t2', value: { a: '1', b: '2' } },
      { text: 'plain line' },
      { text: '#not a header' },
    ]);
    expect(framed.failures.map(({ sample, reason }) => [sample, reason])).toEqual([
      ['early', expect.stringContaining('before the header line #fields')],
      ['1', expect.stringContaining('1 cells, but #fields of its Zeek log names 2')],
    ]);
    expect(framed.counts.control).toBe(3);
  });

  it('leaves the lines of a source of CSV alone', () => {
    const framed = frameBuffer(Buffer.from('#separator \\x09\na,b\n'), { type: 'Lines', csvDelimiter: ',' });
    expect(framed.entries.map(({ text: line }) => line)).toEqual(['#separator \\x09', 'a,b']);
  });
});

function* cut(bytes: Buffer, sizes: number[]): Generator<Buffer> {
  for (let from = 0, i = 0; from < bytes.length; i++) {
    const size = sizes[i % sizes.length]!;
    yield bytes.subarray(from, from + size);
    from += size;
  }
}
