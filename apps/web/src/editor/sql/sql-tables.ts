/** A table as the editor knows it. */
export interface SqlTable {
  database: string;
  name: string;
  columns: readonly { name: string; type: string }[];
}

/** Tables by database, its schema `public` and name, as the completion wants them. */
export function namesOf(
  tables: readonly SqlTable[],
): Record<string, Record<string, Record<string, string[]>>> {
  const names: Record<string, Record<string, Record<string, string[]>>> = {};
  for (const { database, name, columns } of tables) {
    const schemas = (names[database] ??= { public: {} });
    schemas['public']![name] = columns.map((column) => column.name);
  }
  return names;
}

/** The tables a text names after FROM and JOIN, wherever they are in it. */
export function tablesIn(text: string, tables: readonly SqlTable[]): SqlTable[] {
  const named = [...text.matchAll(/\b(?:from|join)\s+([\w".]+)/gi)].map(([, name = '']) =>
    name.replaceAll('"', '').toLowerCase().split('.'),
  );
  return tables.filter((table) =>
    named.some((parts) => {
      const isSameDatabase = parts.length < 2 || parts[0] === table.database || parts[0] === 'public';
      return parts.at(-1) === table.name.toLowerCase() && isSameDatabase;
    }),
  );
}
