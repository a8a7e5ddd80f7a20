import type { CatalogTable, FieldType } from '@margay/model';

import { fieldNamed } from '../ir/types.ts';
import { columnsOfTable, findColumn } from '../ir/typing.ts';

/** What the tables of a search know of a field. */
export interface FormField {
  /** Its name and the steps inside it, spelled as the tables do: a form does not mind upper and lower case. */
  name: string;
  steps: (string | number)[];
  /** The type in each table that has it in its schema; `json` where a schema leaves it open. */
  types: FieldType[];
  /** Whether a table has its first part as a column. */
  isColumn: boolean;
}

export type FindField = (name: string, steps: readonly (string | number)[]) => FormField;

/** Looks fields up in the tables that a form searches. */
export function fieldFinder(tables: readonly CatalogTable[]): FindField {
  const schemas = tables.map(columnsOfTable);
  return (name, steps) => {
    const field: FormField = { name, steps: [...steps], types: [], isColumn: false };
    for (const columns of schemas) {
      const column = findColumn(
        columns.filter(({ hidden }) => !hidden),
        name,
      );
      if (column === undefined || column === 'ambiguous') continue;
      const inside = within(column.type, steps);
      if (!field.isColumn || column.name === name)
        Object.assign(field, { name: column.name, isColumn: true });
      if (!inside) continue;
      if (field.types.length === 0) field.steps = inside.steps;
      field.types.push(inside.type);
    }
    return field;
  };
}

/** Undefined where the type has no such field. */
function within(
  type: FieldType,
  steps: readonly (string | number)[],
): { type: FieldType; steps: (string | number)[] } | undefined {
  let at = type;
  const spelled: (string | number)[] = [];
  for (const step of steps) {
    if (at.kind === 'object' && at.fields.length > 0) {
      const field = typeof step === 'string' ? fieldNamed(at.fields, step) : undefined;
      if (!field) return undefined;
      spelled.push(field.name);
      at = field.type;
      continue;
    }
    spelled.push(step);
    if (at.kind === 'array' && typeof step === 'number') at = at.element;
    else at = { kind: 'json' };
  }
  return { type: at, steps: spelled };
}
