import { invalidInput, ipVersionOf } from '@margay/kit';
import {
  columnNameOf,
  createCsvJoiner,
  objectOfJson,
  parseLogJson,
  splitCsvLine,
  type LogSchema,
  type SchemaField,
} from '@margay/schema';
import { compileSchema } from '../compile-schema.ts';
import { createRun, resetRun } from '../convert/run.ts';
import { rowKeyOf, type ImageRow } from './build-image.ts';
import { tableLimits } from './limits.ts';
import { keyFieldOf, matchKeyOf } from './match-key.ts';

export const rowFormats = ['csv', 'jsonl'] as const;
export type RowFormat = (typeof rowFormats)[number];

export interface RowsToRead {
  /** Named in errors. */
  table: string;
  text: string;
  format: RowFormat;
  schema: LogSchema;
  primaryKey: string;
  /** Milliseconds since 1970, for time formats without a year. */
  now: number;
}

/** Records of an upload with the number of the line each begins at, or of the record in CSV. */
interface Given {
  number: number;
  fields: Record<string, unknown>;
}

/**
 * The rows of an upload, each as its schema types it. Throws `InvalidInput` that names table, row, column, reason and
 * remedy for the first row that does not fit: no row is left out silently.
 */
export function* readTableRows(order: RowsToRead): Generator<ImageRow> {
  const { table, schema, primaryKey, now } = order;
  const keyField = keyFieldOf(schema, primaryKey);
  if (keyField === undefined)
    throw invalidInput(
      `Lookup table ${table}: the schema ${schema.name} has no top-level field ${primaryKey} of text or numbers. Choose another primary key.`,
      { details: { field: 'primaryKey' } },
    );
  const { kind } = matchKeyOf(keyField);
  const compiled = compileSchema(schema);
  const expiry = schema.fields.find(({ value }) => value.type === 'timestamp' && value.isExpiration);
  const run = createRun();
  let count = 0;
  for (const { number, fields } of order.format === 'csv' ? csvRows(order, keyField) : jsonRows(order)) {
    if (++count > tableLimits.rows)
      throw invalidInput(
        `Lookup table ${table}: an upload may have ${tableLimits.rows} rows; this one has more. Divide it into several tables.`,
        { details: { field: 'data', limit: tableLimits.rows } },
      );
    resetRun(run, now / 1000);
    if (kind === 'network') widenAddress(fields, keyField.name);
    const row = compiled.convert(fields, run);
    if (row === undefined)
      throw badRow(table, number, run.mismatchPath, run.mismatch ?? 'does not fit', fields);
    const key = rowKeyOf(row[keyField.column], kind);
    if (key === undefined) {
      const reason =
        kind === 'network' ? 'is no address and no network' : 'is empty, and it is the primary key';
      throw badRow(table, number, keyField.column, reason, fields);
    }
    const expiresAt = expiry && timeOf(row[expiry.column]);
    yield expiresAt === undefined ? { key, row } : { key, row, expiresAt };
  }
  if (count === 0)
    throw invalidInput(`Lookup table ${table}: the upload has no row. Send at least one.`, {
      details: { field: 'data' },
    });
}

/** An address alone is the network of that one. */
function widenAddress(fields: Record<string, unknown>, name: string): void {
  const value = fields[name];
  if (typeof value !== 'string') return;
  const version = ipVersionOf(value.trim());
  if (version !== 0) fields[name] = `${value.trim()}/${version === 4 ? 32 : 128}`;
}

function badRow(table: string, row: number, column: string, reason: string, fields: Record<string, unknown>) {
  const value = JSON.stringify(fields[column])?.slice(0, 60);
  const shown = value === undefined ? '' : ` (${value})`;
  return invalidInput(
    `Lookup table ${table}, row ${row}, column ${column}${shown}: it ${reason}. Nothing was imported: fix the row, or the schema, and upload again.`,
    { details: { field: 'data', row, column, reason } },
  );
}

const timeOf = (value: unknown) => {
  const at = typeof value === 'string' ? Date.parse(`${value.slice(0, 23).replace(' ', 'T')}Z`) : NaN;
  return Number.isNaN(at) ? undefined : at;
};

function* jsonRows({ table, text }: RowsToRead): Generator<Given> {
  let number = 0;
  for (const line of linesOf(text)) {
    number++;
    if (line.trim() === '') continue;
    const fields = objectOf(line);
    if (fields === undefined)
      throw invalidInput(
        `Lookup table ${table}, row ${number}: it is no JSON object. Write one object on each line, without commas between them; nothing was imported.`,
        { details: { field: 'data', row: number } },
      );
    yield { number, fields };
  }
}

function objectOf(line: string): Record<string, unknown> | undefined {
  try {
    const parsed = objectOfJson(parseLogJson(line));
    return parsed.kind === 'parsed' ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/** Row 1 is the header, as a spreadsheet numbers them. */
function* csvRows({ table, text, schema }: RowsToRead, keyField: SchemaField): Generator<Given> {
  const records: string[] = [];
  const joiner = createCsvJoiner(',', (record) => records.push(record));
  let header: (SchemaField | undefined)[] | undefined;
  let number = 0;
  const take = function* (): Generator<Given> {
    for (const record of records.splice(0)) {
      number++;
      if (record.trim() === '') continue;
      const cells = splitCsvLine(record, ',').map((cell) => (cell.endsWith('\r') ? cell.slice(0, -1) : cell));
      if (header === undefined) {
        header = cells.map((name) => fieldNamed(schema, name.trim()));
        if (!header.includes(keyField))
          throw invalidInput(
            `Lookup table ${table}, row 1: the header has no column ${keyField.name}, the primary key. Add it; the first row names the columns.`,
            { details: { field: 'data', row: 1, column: keyField.name } },
          );
        continue;
      }
      if (cells.length !== header.length)
        throw invalidInput(
          `Lookup table ${table}, row ${number}: it has ${cells.length} cells and the header ${header.length}. Put cells with commas in double quotes; nothing was imported.`,
          { details: { field: 'data', row: number } },
        );
      yield { number, fields: fieldsOf(table, number, cells, header) };
    }
  };
  for (const line of linesOf(text)) {
    joiner.take(line);
    yield* take();
  }
  joiner.end();
  yield* take();
}

const fieldNamed = (schema: LogSchema, name: string) =>
  schema.fields.find((field) => field.name === name) ??
  schema.fields.find((field) => field.column === columnNameOf(name));

/** Empty cells are nothing; cells of lists and objects hold JSON; columns the schema does not name are left out. */
function fieldsOf(
  table: string,
  row: number,
  cells: readonly string[],
  header: readonly (SchemaField | undefined)[],
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [at, field] of header.entries()) {
    const cell = cells[at] ?? '';
    if (field === undefined || cell === '') continue;
    fields[field.name] = ['array', 'object', 'json'].includes(field.value.type)
      ? jsonCell(table, row, field, cell)
      : field.value.type === 'boolean'
        ? booleanCell(cell)
        : cell;
  }
  return fields;
}

function jsonCell(table: string, row: number, field: SchemaField, cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    if (field.value.type === 'json') return cell;
    throw badRow(table, row, field.name, `is no JSON, which a field of the type ${field.value.type} needs`, {
      [field.name]: cell,
    });
  }
}

function booleanCell(cell: string): unknown {
  const text = cell.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : cell;
}

function* linesOf(text: string): Generator<string> {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let from = start; from < text.length;) {
    const end = text.indexOf('\n', from);
    yield end < 0 ? text.slice(from) : text.slice(from, end);
    if (end < 0) return;
    from = end + 1;
  }
}
