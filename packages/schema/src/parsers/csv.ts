import type { ParserSpec } from '../log-schema.ts';
import { splitCsvLine } from './csv-line.ts';
import { csvStateAfter } from './csv-records.ts';
import { createSink, emptyRecord, readTextOptions, textOptionKeys, withSkipping } from './text-options.ts';
import { failed, skipped } from './text-parser.ts';
import type { EntryParser, ParserDefinition } from './text-parser.ts';

type CsvSpec = Extract<ParserSpec, { kind: 'csv' }>;

const delimiters = [',', '\t', ' ', '|'] as const;

const unclosed =
  'A cell begins with a quote that is not closed. Close it, or double the quote and put the cell in quotes.';

/** A line is a header when at least half of its cells are names that are known. */
function isHeader(cells: readonly string[], known: readonly string[] | undefined): boolean {
  if (known === undefined) return true;
  return cells.filter((cell) => known.includes(cell.trim())).length * 2 >= cells.length;
}

/** Delimited columns with a header line or with names given in the schema. */
export const csvParser: ParserDefinition<CsvSpec> = {
  kind: 'csv',

  read(reader, spot) {
    const entries = reader.mapping(spot, 'The csv parser', [
      'delimiter',
      'hasHeader',
      'columns',
      ...textOptionKeys,
    ]);
    if (entries === undefined) return undefined;
    const headerSpot = entries.get('hasHeader');
    if (headerSpot === undefined) {
      reader.report(
        spot,
        'The csv parser needs "hasHeader".',
        'Write "hasHeader: true" or "hasHeader: false".',
      );
    }
    const hasHeader = reader.flag(headerSpot, '"hasHeader"');
    const delimiterSpot = entries.get('delimiter');
    if (delimiterSpot === undefined && headerSpot?.value === false) {
      reader.report(
        spot,
        'The csv parser needs a "delimiter" when there is no header.',
        'Use a comma, a tab ("\\t"), a space or | in quotes.',
      );
    }
    const delimiter = delimiters.find((choice) => choice === (delimiterSpot?.value ?? ','));
    if (delimiter === undefined) {
      reader.report(
        delimiterSpot ?? spot,
        'This "delimiter" cannot be used.',
        'Use a comma, a tab ("\\t"), a space or | in quotes.',
      );
    }
    const columnsSpot = entries.get('columns');
    const columns = reader.texts(columnsSpot, '"columns"') ?? [];
    if (columns.length === 0 && (columnsSpot !== undefined || headerSpot?.value === false)) {
      reader.report(
        columnsSpot ?? spot,
        'The csv parser needs at least 1 column.',
        'List the names under "columns"; an empty name skips its column.',
      );
    }
    for (const [index, name] of columns.entries()) {
      if (name === '' || columns.indexOf(name) === index) continue;
      reader.report(
        { value: name, path: [...columnsSpot!.path, index] },
        `The column "${name}" appears twice.`,
        'Rename one of the two, or leave its name empty to skip it.',
      );
    }
    const options = readTextOptions(reader, entries);
    return { kind: 'csv', delimiter: delimiter ?? ',', hasHeader, columns, options };
  },

  compile(spec) {
    const isExplicit = spec.columns.length > 0;
    const sink = createSink(spec.options);
    const toFields = (names: readonly string[], line: string) => {
      if (line.includes('"') && csvStateAfter(line, spec.delimiter, false) === 'open')
        return failed(unclosed);
      const cells = splitCsvLine(line, spec.delimiter);
      if (!isExplicit && cells.length !== names.length) {
        return failed(`The line has ${cells.length} cells, but the header has ${names.length}.`);
      }
      const fields = emptyRecord();
      for (const [index, name] of names.entries()) {
        if (name !== '') sink.put(fields, name, cells[index] ?? '');
      }
      return sink.finish(fields);
    };
    return withSkipping(spec.options, (): EntryParser => {
      let names: readonly string[] | undefined = spec.hasHeader ? undefined : spec.columns;
      return (line) => {
        if (names !== undefined) return toFields(names, line);
        const cells = splitCsvLine(line.replace(/^\uFEFF/, ''), spec.delimiter);
        if (isExplicit || isHeader(cells, spec.headerNames)) {
          names = isExplicit ? spec.columns : cells;
          return skipped;
        }
        if (spec.defaultColumns === undefined) {
          return failed('The stream does not begin with a header line that names known columns.');
        }
        return toFields(spec.defaultColumns, line);
      };
    });
  },
};
