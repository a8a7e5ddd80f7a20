import { invalidInput } from '@margay/kit';
import type { CatalogTable } from '@margay/model';
import { wholeNumber } from '../../../api/whole-number.ts';
import { fieldsInside } from './databases.ts';
import { typeName } from '../results/page.ts';

/** A column of the data lake, or a field inside one, as a search names it. */
export interface PropertyDefinition {
  /** Its path in the rows, such as `userIdentity.arn`. */
  id: string;
  type: string;
  path: string;
  /** The only table with it; null where several have it. */
  table: string | null;
  displayName: string;
  description: string | null;
  /** Every event has it, whatever its log type. */
  isPantherField: boolean;
}

export interface PropertyRequest {
  /** Absent or empty: all. */
  databases?: string[];
  tables?: string[];
  pageSize?: number;
  cursor?: string;
}

const usualPageSize = 2_500;
const maxPageSize = 10_000;

/** One page of the properties of some tables in order of path and type; each comes once. */
export function propertyPage(
  tables: readonly CatalogTable[],
  request: Pick<PropertyRequest, 'pageSize' | 'cursor'>,
): { definitions: PropertyDefinition[]; endCursor: string | null } {
  const { cursor } = request;
  const pageSize = wholeNumber('pageSize', request.pageSize ?? usualPageSize, maxPageSize);
  const all = definitionsOf(tables);
  const keys = [...all.keys()].toSorted();
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const rest = after === undefined ? keys : keys.filter((key) => key > after);
  const shown = rest.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    definitions: shown.flatMap((key) => all.get(key) ?? []),
    endCursor: rest.length > shown.length && last !== undefined ? cursorOf(last) : null,
  };
}

function definitionsOf(tables: readonly CatalogTable[]): Map<string, PropertyDefinition> {
  const all = new Map<string, PropertyDefinition>();
  for (const table of tables) {
    for (const column of table.columns) {
      const own = { path: column.name, type: typeName(column.type), description: column.description ?? null };
      for (const { path, type, description } of [own, ...fieldsInside(column.name, column.type)]) {
        const key = JSON.stringify([path, type]);
        const known = all.get(key);
        if (known && known.table !== table.name) known.table = null;
        if (!known)
          all.set(key, {
            id: path,
            type,
            path,
            table: table.name,
            displayName: path,
            description,
            isPantherField: path.startsWith('p_'),
          });
      }
    }
  }
  return all;
}

const cursorOf = (key: string) => Buffer.from(key).toString('base64url');

function readCursor(cursor: string): string {
  const key = cursor.length <= 4_000 ? Buffer.from(cursor, 'base64url').toString() : '';
  if (key.startsWith('["') && cursorOf(key) === cursor) return key;
  throw invalidInput('The cursor is not one of the properties. Start again at the first page.', {
    details: { field: 'cursor' },
  });
}
