import { defineLanguage } from '../define.ts';
import { compileSql, hasLimitClause } from './compile-sql.ts';
import { summarySql } from './summary.ts';

/** Comments and brackets may stand before the word that makes a text a statement. */
const opening = /^(?:\s+|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\/\/[^\n]*(?:\n|$)|\()*/;
const statementWord = /^(?:select|with|show|describe|explain)\b/i;

/** The text names its tables and times itself; bare names are looked for in the first of `databases`. */
export const sql = defineLanguage({
  id: 'sql',
  label: 'SQL',
  historyKind: 'adhoc',
  parts: [],
  reads: ['databases'],
  compile({ filters, databases: [database], limit }, catalog, now) {
    const options = { now, ...(database === undefined ? {} : { database }) };
    const { relation, diagnostics, ok } = compileSql(filters, catalog, options);
    return ok && relation
      ? { search: { relation, catalog, range: {}, limit, now }, diagnostics }
      : { diagnostics };
  },
  text: {
    isMarked: () => false,
    opens: (text) => statementWord.test(text.slice(opening.exec(text)?.[0].length ?? 0)),
    compile: compileSql,
    summary: summarySql,
    hasLimit: hasLimitClause,
    needsLimitOnSchedule: true,
    mayNameByPattern: () => false,
    mayDraw: () => false,
  },
});
