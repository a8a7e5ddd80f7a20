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

const leavesOutNulls: WordDescription = {
  head: "name <> 'x'",
  lines: [
    'Leaves out rows where the field is not there, as NOT IN and NOT LIKE do: a comparison with null is never true.',
    "name IS DISTINCT FROM 'x' finds them, too. So does a negated condition of the search form.",
  ],
};
/** Words and signs that people take for something else, and functions over the whole row. */
const others: Record<string, WordDescription> = {
  '<>': leavesOutNulls,
  '!=': leavesOutNulls,
  not: leavesOutNulls,
  distinct: {
    head: "name IS DISTINCT FROM 'x'",
    lines: ['As <>, but also true where the field is not there.'],
  },
  events: {
    head: "TABLE(EVENTS('panther_logs.public.*'))",
    lines: [
      'The rows of several tables; * stands for any part of a name. Of logs and findings, each event once.',
    ],
  },
  field: {
    head: "FIELD('name')",
    lines: ['A field of the event, whether a schema has it or not.'],
  },
  row_has_words: { head: "ROW_HAS_WORDS('x')", lines: ['Whether the words occur in the raw line.'] },
  row_contains: {
    head: "ROW_CONTAINS('x')",
    lines: ['Whether the text occurs in the raw line, in any case.'],
  },
  row_like: { head: "ROW_LIKE('%x%')", lines: ['Whether the raw line fits a pattern, in any case.'] },
  row_regexp_contains: {
    head: "ROW_REGEXP_CONTAINS('x')",
    lines: ['Whether a regular expression (RE2) fits some part of the raw line.'],
  },
  row_values_contain: {
    head: "ROW_VALUES_CONTAIN('x')",
    lines: ['Whether the text occurs in some value of the row, at any depth, in any case.'],
  },
};

/** The word, or the sign of a comparison, at a place of a text. */
export function termAt(text: string, at: number): { from: number; to: number; term: string } | undefined {
  for (const match of text.matchAll(/<>|!=|[\p{L}_][\p{L}\p{N}_$]*/gu)) {
    const to = match.index + match[0].length;
    if (match.index <= at && at <= to) return { from: match.index, to, term: match[0] };
  }
  return undefined;
}

/** What a word of a query is: a macro, a function, a sign, or a column or table of those the text names. */
export function describeWord(
  word: string,
  text: string,
  tables: readonly SqlTable[],
): WordDescription | undefined {
  const lower = word.toLowerCase();
  const macro = Object.hasOwn(macros, lower) ? macros[lower] : undefined;
  if (macro) return { head: macro.head, lines: [...macro.lines, macroColumn] };
  const other = Object.hasOwn(others, lower) ? others[lower] : undefined;
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
  if (other) return other;
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
