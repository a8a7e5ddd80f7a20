import type { FieldType } from '@margay/model';
import type { SchemaProblem } from '../problem.ts';
import { shapeOf } from '../shape-of.ts';
import { readSchema } from './read-schema.ts';
import type { ReadSchemaOptions, SchemaReading } from './read-schema.ts';

/**
 * What the table of a log type may hold. Each row and each search pays for every column: an insert into 1,000 columns
 * takes 0.2 s, into 2,500 0.5 s, into 5,000 1.1 s, into 10,000 8 s and a gigabyte of memory (measured on two cores).
 */
export const tableLimits = {
  columns: 4_000,
  /** Of one column: the names on the way to the field, joined. */
  columnNameCharacters: 1_000,
  /** Of all columns together. */
  nameCharacters: 300_000,
  /** Names, types and descriptions together, references multiplied out, as JSON. */
  definitionCharacters: 2_000_000,
} as const;

/**
 * Reads a text that is to be saved: besides the language, its table must be one the lake can keep. What was saved under
 * other limits is still read by `readSchema`. Never throws.
 */
export function checkSchema(text: string, options: ReadSchemaOptions): SchemaReading {
  const reading = readSchema(text, options);
  if (reading.schema === undefined) return reading;
  const shape = shapeOf(reading.schema, 0);
  const columns: string[] = [];
  noteColumns(columns, [], { kind: 'object', fields: shape.fields });
  const problems = tableProblems(columns, JSON.stringify(shape).length);
  return problems.length === 0 ? reading : { problems };
}

/** One column for each field that has no fields of its own; lists are one column whatever is in them. */
function noteColumns(columns: string[], path: readonly string[], type: FieldType): void {
  if (type.kind === 'object' && (type.fields.length > 0 || path.length === 0)) {
    for (const field of type.fields) noteColumns(columns, [...path, field.name], field.type);
  } else columns.push(path.join(':'));
}

function tableProblems(columns: readonly string[], definitionCharacters: number): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const report = (message: string, remedy: string) =>
    problems.push({
      code: 'InvalidLogSchema',
      path: 'fields',
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 1,
      message,
      remedy,
    });
  const count = (value: number) => value.toLocaleString('en-US');
  const lessFields =
    'Use type json for the parts nobody searches by field: one column holds such a part whole.';
  if (columns.length > tableLimits.columns) {
    report(
      `The schema has ${count(columns.length)} fields with a column of their own; a table holds at most ${count(tableLimits.columns)}.`,
      lessFields,
    );
  }
  const longest = columns.reduce((most, name) => (name.length > most.length ? name : most), '');
  if (longest.length > tableLimits.columnNameCharacters) {
    report(
      `The field "${longest.slice(0, 60)}…" has a path of ${count(longest.length)} characters; at most ${count(tableLimits.columnNameCharacters)} are possible.`,
      'Use shorter names or less nesting, or type json for the object around it.',
    );
  }
  const nameCharacters = columns.reduce((sum, name) => sum + name.length, 0);
  if (nameCharacters > tableLimits.nameCharacters) {
    report(
      `The paths of the ${count(columns.length)} fields have ${count(nameCharacters)} characters together; at most ${count(tableLimits.nameCharacters)} are possible.`,
      lessFields,
    );
  }
  if (definitionCharacters > tableLimits.definitionCharacters) {
    report(
      `The schema with its references resolved has ${count(definitionCharacters)} characters; at most ${count(tableLimits.definitionCharacters)} are possible.`,
      'Shorten descriptions, or use type json for repeated parts.',
    );
  }
  return problems;
}
