import { printName, printPart } from '../print-expression.ts';
import type { FlowColumn } from './column-types.ts';
import { typeText } from './column-types.ts';
import type { Candidate } from './completion-items.ts';

/** Deeper fields are reached step by step. */
const maxDepth = 4;
const maxPaths = 5_000;

interface FieldPath {
  keys: readonly string[];
  column: FlowColumn;
}

/** Asked for with every key that is pressed, for the same columns. */
const pathsByColumns = new WeakMap<readonly FlowColumn[], FieldPath[]>();

function fieldPathsOf(columns: readonly FlowColumn[]): FieldPath[] {
  let paths = pathsByColumns.get(columns);
  if (!paths) {
    paths = [];
    collect(columns, [], paths);
    pathsByColumns.set(columns, paths);
  }
  return paths;
}

/** Fields near the top first, as far as they fit. */
function collect(columns: readonly FlowColumn[], before: readonly string[], paths: FieldPath[]): void {
  for (const column of columns) {
    if (paths.length >= maxPaths) return;
    paths.push({ keys: [...before, column.name], column });
  }
  if (before.length + 1 >= maxDepth) return;
  for (const { name, type } of columns)
    if (type.kind === 'object') collect(type.fields, [...before, name], paths);
}

/** Columns; once something is typed also the fields inside them. */
export function columnCandidates(columns: readonly FlowColumn[], typed: string, weight: number): Candidate[] {
  const paths =
    typed === '' ? columns.map((column) => ({ keys: [column.name], column })) : fieldPathsOf(columns);
  return paths.map(({ keys, column }) => fieldCandidate(keys, column, true, weight));
}

/** The fields behind a dot. */
export function fieldCandidates(fields: readonly FlowColumn[], weight: number): Candidate[] {
  return fields.map((field) => fieldCandidate([field.name], field, false, weight));
}

function fieldCandidate(
  keys: readonly string[],
  { type, description, table, name }: FlowColumn,
  isColumn: boolean,
  weight: number,
): Candidate {
  const [first, ...rest] = keys;
  const start = isColumn ? printName(first!) : printPart(first!);
  // The standard fields of all tables are many and seldom what is looked for first.
  const isStandard = first!.startsWith('p_') && name !== 'p_event_time';
  return {
    label: keys.join('.'),
    kind: isColumn && rest.length === 0 ? 'column' : 'field',
    detail: typeText(type),
    ...infoOf(description, table),
    insert: [start, ...rest.map(printPart)].join('.'),
    weight: weight - rest.length - (isStandard ? 1 : 0),
  };
}

function infoOf(description: string | undefined, table: string | undefined): { info?: string } {
  const lines = [description, table && `From ${table}`].filter(Boolean);
  return lines.length > 0 ? { info: lines.join('\n') } : {};
}
