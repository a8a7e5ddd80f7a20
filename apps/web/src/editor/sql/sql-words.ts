import { functionNamed, signatureOf, timeMacroNames } from '@margay/query';
import { tablesIn } from './sql-tables.ts';
import type { SqlTable } from './sql-tables.ts';

export interface WordDescription {
  head: string;
  lines: string[];
}

const macros: Record<string, WordDescription> = {
  p_occurs_since: {
    head: "p_occurs_since('1 d')",
    lines: ['Events of the last stretch of time: a number and s, m, h, d or w.'],
  },
  p_occurs_between: {
    head: "p_occurs_between('2026-11-01', '2026-11-02')",
    lines: ['Events from one time to another, both included.'],
  },
  p_occurs_around: {
    head: "p_occurs_around('2026-11-01 12:00', '10 m')",
    lines: ['Events within a stretch of time before and after a moment.'],
  },
  p_occurs_before: { head: "p_occurs_before('2026-11-01')", lines: ['Events before a time.'] },
  p_occurs_after: { head: "p_occurs_after('2026-11-01')", lines: ['Events after a time.'] },
};
const macroColumn = 'A table and another time column may follow: they stand in for p_event_time.';

/** What a word of a query is: a macro, a function, or a column or table of those the text names. */
export function describeWord(
  word: string,
  text: string,
  tables: readonly SqlTable[],
): WordDescription | undefined {
  const lower = word.toLowerCase();
  const macro = Object.hasOwn(macros, lower) ? macros[lower] : undefined;
  if (macro) return { head: macro.head, lines: [...macro.lines, macroColumn] };
  const found = tablesIn(text, tables).flatMap((table) =>
    table.columns
      .filter((column) => column.name.toLowerCase() === lower)
      .map((column) => ({ table, column })),
  );
  const [first] = found;
  if (first)
    return {
      head: `${first.column.name}: ${[...new Set(found.map(({ column }) => column.type))].join(', ')}`,
      lines: found.slice(0, 5).map(({ table }) => `${table.database}.${table.name}`),
    };
  const fn = functionNamed(lower);
  if (fn) return { head: signatureOf(fn), lines: [fn.doc] };
  const table = tables.find(({ name }) => name.toLowerCase() === lower);
  return (
    table && { head: `${table.database}.public.${table.name}`, lines: [`${table.columns.length} columns`] }
  );
}

/** Words offered anywhere in a query besides tables: columns of the tables it names, functions and macros. */
export function wordsFor(
  text: string,
  tables: readonly SqlTable[],
  functionNames: readonly string[],
): { label: string; kind: 'column' | 'function' | 'macro'; detail: string }[] {
  const columns = new Map(
    tablesIn(text, tables).flatMap((table) =>
      table.columns.map((column) => [column.name, column.type] as const),
    ),
  );
  return [
    ...[...columns].map(([label, detail]) => ({ label, kind: 'column' as const, detail })),
    ...timeMacroNames.map((label) => ({ label, kind: 'macro' as const, detail: 'time' })),
    ...functionNames.map((label) => ({ label, kind: 'function' as const, detail: '' })),
  ];
}
