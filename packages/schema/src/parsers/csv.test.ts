import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCsvLine } from './csv-line.ts';
import { faultsOf, parseLines } from './testing.ts';

describe('csv parser', () => {
  it('takes names from the header line', () => {
    expect(parseLines('csv: { hasHeader: true }', ['a,b', '1,2', '"x,y","say ""hi"""'])).toEqual([
      'skipped',
      { a: '1', b: '2' },
      { a: 'x,y', b: 'say "hi"' },
    ]);
  });

  it('refuses another number of cells when the header gave the names', () => {
    expect(parseLines('csv: { hasHeader: true }', ['a,b', '1'])[1]).toBe(
      'failed: The line has 1 cells, but the header has 2.',
    );
  });

  it('refuses a line with a cell whose quote is not closed', () => {
    expect(
      parseLines('csv: { hasHeader: false, delimiter: ",", columns: [a, b] }', ['1,"2', '1,2"', '1,""']),
    ).toEqual([expect.stringContaining('not closed'), { a: '1', b: '2"' }, { a: '1', b: '' }]);
  });

  it('skips the header and takes names from the schema', () => {
    expect(
      parseLines('csv: { hasHeader: true, columns: [x, "", z] }', ['a,b,c', '1,2,3', '1', '1,2,3,4']),
    ).toEqual(['skipped', { x: '1', z: '3' }, { x: '1', z: '' }, { x: '1', z: '3' }]);
  });

  it('works without a header, with each delimiter', () => {
    for (const delimiter of [',', '\t', ' ', '|']) {
      const yaml = `csv: { hasHeader: false, delimiter: ${JSON.stringify(delimiter)}, columns: [a, b] }`;
      expect(parseLines(yaml, [`1${delimiter}2`])).toEqual([{ a: '1', b: '2' }]);
    }
  });

  it('applies the text options', () => {
    const yaml = `csv:
      hasHeader: false
      delimiter: ","
      columns: [a, b, c]
      trimSpace: true
      emptyValues: ["-", ""]
      skipPrefix: "#"
      skipLines: 1
      expandFields: { ab: "%{a}/%{ b }", none: "%{c}" }`;
    expect(parseLines(yaml, ['first', '# comment', ' x , y ,-'])).toEqual([
      'skipped',
      'skipped',
      { a: 'x', b: 'y', ab: 'x/y' },
    ]);
  });

  it('[002-5.54] requires hasHeader', () => {
    expect(faultsOf('csv: { delimiter: ",", columns: [a] }')[0]).toContain('needs "hasHeader"');
  });

  it('[002-5.55] takes comma, tab, space and pipe only', () => {
    expect(faultsOf('csv: { hasHeader: true, delimiter: ";" }')[0]).toContain('"delimiter" cannot be used');
    for (const delimiter of [',', '\\t', ' ', '|'])
      expect(faultsOf(`csv: { hasHeader: true, delimiter: "${delimiter}" }`)).toEqual([]);
  });

  it('[002-5.56] requires the delimiter without a header', () => {
    expect(faultsOf('csv: { hasHeader: false, columns: [a] }')[0]).toContain('needs a "delimiter"');
    expect(faultsOf('csv: { hasHeader: true }')).toEqual([]);
  });

  it('[002-5.57] needs at least 1 column', () => {
    expect(faultsOf('csv: { hasHeader: true, columns: [] }')[0]).toContain('at least 1 column');
    expect(faultsOf('csv: { hasHeader: false, delimiter: "," }')[0]).toContain('at least 1 column');
  });

  it('[002-5.65] takes names of letters and digits for expanded fields', () => {
    expect(faultsOf('csv: { hasHeader: true, expandFields: { a1: "%{b}" } }')).toEqual([]);
    for (const name of ['1a', 'a_b', '"a b"']) {
      expect(faultsOf(`csv: { hasHeader: true, expandFields: { ${name}: "%{b}" } }`)[0]).toContain(
        'name of an expanded field',
      );
    }
  });
});

describe('splitCsvLine', () => {
  it.each([
    ['', ['']],
    ['a,', ['a', '']],
    [',', ['', '']],
    ['"a', ['a']],
    ['a"b,c', ['a"b', 'c']],
    ['"a"b,c', ['ab', 'c']],
    ['"a","",', ['a', '', '']],
    ['"a\nb",c\r\n', ['a\nb', 'c']],
  ])('%j gives %j', (line, cells) => expect(splitCsvLine(line, ',')).toEqual(cells));

  it('reads back what RFC 4180 writes', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
        const line = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',');
        expect(splitCsvLine(line, ',')).toEqual(cells);
      }),
    );
  });
});
