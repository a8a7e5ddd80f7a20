import type { Catalog } from '@margay/model';

import type { Diagnostic } from '../../../diagnostics.ts';
import type { FlowLet, FlowQuery } from '../ast.ts';
import { parsePantherFlow } from '../parse.ts';
import { everyTabular, tablesOf } from '../walk.ts';
import { tablesNamed } from './tables.ts';
import type { FlowTimeRange } from './time-range.ts';
import { timeRangeOf } from './time-range.ts';

export const syncErrorKinds = ['database', 'table', 'time', 'other'] as const;

export interface FlowSyncError {
  /** The part of the form that it belongs to; `other` is the text itself. */
  kind: (typeof syncErrorKinds)[number];
  message: string;
}

export interface FlowQueryInfo {
  /** False while the text has errors of grammar; the rest is then what could be read. */
  isReadable: boolean;
  /** Databases of the tables, in text order. */
  databases: string[];
  /** Tables that the text reads, patterns expanded, in text order. */
  tables: { database: string; name: string }[];
  /** The text names where its rows come from, so that the form's databases and tables are not in use. */
  fixesTables: boolean;
  /** What the text says about `p_event_time`; undefined when it says nothing. */
  time?: FlowTimeRange;
  /** Why parts of the text cannot be shown in the form. */
  errors: FlowSyncError[];
  hasVisualize: boolean;
}

/** What a form beside the text needs to know of it. Works on broken texts. */
export function queryInfo(text: string, now: Date, catalog: Catalog): FlowQueryInfo {
  const { tree, diagnostics } = parsePantherFlow(text);
  const isReadable = !diagnostics.some(({ code }) => /^(?:lex|parse|limit)\./.test(code));
  const names = tableNamesIn(tree);
  const tables = tablesRead(names, catalog);
  const time = timeRangeOf(tree, now);
  return {
    isReadable,
    databases: [...new Set(tables.map(({ database }) => database))],
    tables,
    fixesTables: tree.body?.source !== undefined,
    ...(time && { time }),
    errors: [
      ...names.flatMap((parts) => unknownName(parts, catalog)),
      ...(time?.start?.isRelative ? [relativeStart] : []),
      ...(isReadable || text.trim() === '' ? [] : [unreadable(diagnostics)]),
    ],
    hasVisualize: tree.body?.stages.some(({ kind }) => kind === 'visualize') ?? false,
  };
}

const relativeStart: FlowSyncError = {
  kind: 'time',
  message: 'The query text sets a relative start time; the time frame here is not in use.',
};
/** The editor shows these at their places; as JSON they are told from a sentence. */
function unreadable(diagnostics: readonly Diagnostic[]): FlowSyncError {
  return { kind: 'other', message: JSON.stringify(diagnostics.map(({ message }) => message)) };
}

/** Variables aside. */
function tableNamesIn(tree: FlowQuery): string[][] {
  return [...everyTabular(tree)].flatMap(tablesOf).flatMap(({ parts, span }) => {
    const names = parts.map(({ text }) => text);
    return names.length === 1 && isDefinedBefore(tree.lets, names[0]!, span.start) ? [] : [names];
  });
}

function tablesRead(names: readonly string[][], catalog: Catalog): { database: string; name: string }[] {
  const found = new Map<string, { database: string; name: string }>();
  for (const { database, name } of names.flatMap((parts) => tablesNamed(catalog, parts)))
    found.set(`${database}.${name}`, { database, name });
  return [...found.values()];
}

function unknownName(parts: readonly string[], catalog: Catalog): FlowSyncError[] {
  if (tablesNamed(catalog, parts).length > 0) return [];
  const [database] = parts;
  const isDatabaseKnown = parts.length < 3 || tablesNamed(catalog, [database!, 'public', '*']).length > 0;
  return isDatabaseKnown
    ? [{ kind: 'table', message: `No table is called "${parts.join('.')}".` }]
    : [{ kind: 'database', message: `No database is called "${database}".` }];
}

function isDefinedBefore(lets: readonly FlowLet[], name: string, offset: number): boolean {
  return lets.some((statement) => statement.name.text === name && statement.span.end <= offset);
}
