import type { LakeColumn, LakeDatabase, LakeTable } from '../../lib/data-lake/queries.ts';

/** A line of the tree of the lake. */
export type TreeRow =
  | { kind: 'database'; key: string; depth: 0; database: LakeDatabase; isOpen: boolean }
  | { kind: 'table'; key: string; depth: 1; table: LakeTable; isOpen: boolean }
  | { kind: 'column'; key: string; depth: 2; table: LakeTable; column: LakeColumn; isOpen: boolean }
  | { kind: 'field'; key: string; depth: 3; path: string; type: string };

/** Columns shown of a table while nothing is searched for. */
const searchedColumns = 50;

/**
 * The lines to draw: what is open, or what a search finds. Words match names of tables and columns; a table that
 * matches shows closed, one of whose columns match shows these.
 */
export function treeRows(
  databases: readonly LakeDatabase[],
  open: ReadonlySet<string>,
  words: string,
): TreeRow[] {
  const wanted = words.trim().toLowerCase();
  return databases.flatMap((database) => {
    const tables = database.tables.flatMap((table) => rowsOfTable(table, open, wanted));
    const isOpen = wanted === '' ? open.has(database.name) : true;
    if (wanted !== '' && tables.length === 0) return [];
    const own: TreeRow = { kind: 'database', key: database.name, depth: 0, database, isOpen };
    return isOpen ? [own, ...tables] : [own];
  });
}

function rowsOfTable(table: LakeTable, open: ReadonlySet<string>, wanted: string): TreeRow[] {
  const key = `${table.databaseName}.${table.name}`;
  const isNamed = wanted !== '' && table.name.toLowerCase().includes(wanted);
  const matching =
    wanted === '' ? [] : table.columns.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (wanted !== '' && !isNamed && matching.length === 0) return [];
  const isOpen = open.has(key) || (wanted !== '' && !isNamed);
  const own: TreeRow = { kind: 'table', key, depth: 1, table, isOpen };
  if (!isOpen) return [own];
  const columns =
    open.has(key) && (wanted === '' || isNamed) ? table.columns : matching.slice(0, searchedColumns);
  return [own, ...columns.flatMap((column) => rowsOfColumn(table, column, key, open))];
}

function rowsOfColumn(
  table: LakeTable,
  column: LakeColumn,
  of: string,
  open: ReadonlySet<string>,
): TreeRow[] {
  const key = `${of}.${column.name}`;
  const isOpen = open.has(key);
  const own: TreeRow = { kind: 'column', key, depth: 2, table, column, isOpen };
  if (!isOpen) return [own];
  return [
    own,
    ...column.fields.map(({ path, type }): TreeRow => ({
      kind: 'field',
      key: `${of}.${path}`,
      depth: 3,
      path,
      type,
    })),
  ];
}

/** A name as SQL takes it: plain, or in quotes where it is no plain word. */
export function sqlName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

export const tableText = ({ databaseName, name }: LakeTable) => `${databaseName}.public.${sqlName(name)}`;

/** `userIdentity.arn` as SQL reaches it: `userIdentity:arn`. */
export function pathText(path: string): string {
  const [column = '', ...keys] = path.split('.');
  if (keys.length === 0) return sqlName(column);
  return `${sqlName(column)}:${keys.map(sqlName).join('.')}`;
}

/** The newest events of a table; all rows where it has none. */
export function previewText(table: LakeTable): string {
  const hasTime = table.columns.some(({ name }) => name === 'p_event_time');
  const order = hasTime ? "\nWHERE p_occurs_since('1 d')\nORDER BY p_event_time DESC" : '';
  return `SELECT *\nFROM ${tableText(table)}${order}\nLIMIT 100`;
}
