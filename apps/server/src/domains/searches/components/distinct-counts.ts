import type { FieldType } from '@margay/model';
import type { Expression, Relation, ScopeColumn } from '@margay/query';

/**
 * How many different values columns have: one row `field`, `distinctCount` per column. Values of an array count one
 * by one, as in the summary. Columns the rows do not have are left out. Undefined when none is left.
 */
export function distinctCountsOf(
  rows: Relation,
  known: readonly ScopeColumn[],
  paths: readonly string[],
): Relation | undefined {
  const inputs = paths.flatMap((path) => {
    const found = fieldAt(known, path);
    return found ? [distinctOf(rows, path, found)] : [];
  });
  if (inputs.length === 0) return undefined;
  return inputs.length === 1 ? inputs[0] : { kind: 'union', match: 'position', inputs };
}

interface FoundField {
  value: Expression;
  isArray: boolean;
}

function fieldAt(known: readonly ScopeColumn[], path: string): FoundField | undefined {
  const [name = '', ...steps] = path.split(/[.:]/);
  const column = named(known, name);
  if (!column) return undefined;
  const base: Expression = { kind: 'column', name: column.name };
  let type: FieldType | undefined = column.type;
  for (const step of steps) type = type?.kind === 'object' ? named(type.fields, step)?.type : undefined;
  const value: Expression = steps.length === 0 ? base : { kind: 'path', base, steps };
  return { value, isArray: type?.kind === 'array' };
}

function named<T extends { name: string }>(list: readonly T[], name: string): T | undefined {
  const exact = list.find((candidate) => candidate.name === name);
  return exact ?? list.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
}

function distinctOf(rows: Relation, path: string, { value, isArray }: FoundField): Relation {
  const input: Relation = isArray
    ? {
        kind: 'unnest',
        input: rows,
        array: value,
        as: 'item',
        valueName: 'value',
        indexName: 'index',
        outer: false,
      }
    : rows;
  const counted: Expression = isArray ? { kind: 'column', name: 'value', of: 'item' } : value;
  const text: Expression = { kind: 'call', fn: 'to_varchar', args: [counted] };
  return {
    kind: 'project',
    input: {
      kind: 'aggregate',
      input,
      keys: [],
      aggregates: [{ name: 'n', value: { kind: 'aggregate', fn: 'approx_count_distinct', args: [text] } }],
    },
    columns: [
      { name: 'field', value: { kind: 'literal', value: path, type: { kind: 'string' } } },
      { name: 'distinctCount', value: { kind: 'column', name: 'n' } },
    ],
  };
}
