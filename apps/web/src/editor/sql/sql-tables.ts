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

/** The tables a text names after FROM and JOIN, and in EVENTS, wherever they are in it. */
export function tablesIn(text: string, tables: readonly SqlTable[]): SqlTable[] {
  const named = [...text.matchAll(/\b(?:from|join)\s+([\w".]+)/gi)].map(([, name = '']) =>
    name.replaceAll('"', '').toLowerCase().split('.'),
  );
  const patterns = [...text.matchAll(/\bevents\s*\(([^)]*)\)/gi)].flatMap(([, list = '']) =>
    [...list.matchAll(/'([^']*)'/g)].map(([, name = '']) => patternOf(name)),
  );
  return tables.filter((table) => {
    const isNamed = named.some((parts) => {
      const isSameDatabase = parts.length < 2 || parts[0] === table.database || parts[0] === 'public';
      return parts.at(-1) === table.name.toLowerCase() && isSameDatabase;
    });
    return isNamed || patterns.some((pattern) => pattern.test(`${table.database}.public.${table.name}`));
  });
}

/** `*` stands for any part of a name. */
function patternOf(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replaceAll(/[^\w]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^.]*')}$`, 'i');
}
