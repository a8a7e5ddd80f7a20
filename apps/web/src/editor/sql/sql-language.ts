import { closeCompletion } from '@codemirror/autocomplete';
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { SQLDialect, sql } from '@codemirror/lang-sql';
import { syntaxTree } from '@codemirror/language';
import { Prec } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { hoverTooltip, keymap } from '@codemirror/view';
import type { EditorView } from '@codemirror/view';
import { ownFunctionNames, queryFunctions, sqlStatements, statementAt, timeMacroNames } from '@margay/query';
import type { FieldValues } from '../field-values.ts';
import { notice } from '../notice.ts';
import { comeInTime } from '../values-in-time.ts';
import { namesOf, tablesIn } from './sql-tables.ts';
import type { SqlTable } from './sql-tables.ts';
import { comparedText } from './sql-values.ts';
import { describeWord, termAt, wordsFor } from './sql-words.ts';

/** The words of our SQL, and `a:b` paths into objects. */
const dialect = SQLDialect.define({
  keywords:
    'select from where group by having order limit offset as and or not in is null between like ilike union all distinct case when then else end join left right inner outer full cross on using with asc desc nulls first last exists any some over partition rows range current row preceding following unbounded lateral flatten interval true false cast qualify intersect except minus values top rollup cube grouping sets natural within ignore respect table generator events',
  types:
    'string varchar text number int integer bigint float double boolean timestamp date variant object array',
  builtin: timeMacroNames.join(' '),
  doubleQuotedStrings: false,
  hashComments: false,
});

const functionNames = [...queryFunctions.map((fn) => fn.name), ...ownFunctionNames];
const completionTypes = { column: 'property', function: 'function', macro: 'keyword' } as const;

export interface SqlKeys {
  /** Mod+Enter. */
  onRun: () => void;
  /** Mod+Shift+Enter, where a selection can be run by itself. */
  onRunSelection?: () => void;
}

/** Highlighting, completion of tables, columns, values, functions and macros, what a word is, and the keys to run. */
export function sqlLanguageParts(tables: readonly SqlTable[], values: FieldValues, keys: SqlKeys): Extension {
  const run = (action: (() => void) | undefined) => (view: EditorView) => {
    closeCompletion(view);
    action?.();
    return action !== undefined;
  };
  return [
    sql({ dialect, schema: namesOf(tables), upperCaseKeywords: true }),
    dialect.language.data.of({
      autocomplete: (context: CompletionContext) => complete(context, tables, values),
    }),
    hoverTooltip((view, position) => {
      const line = view.state.doc.lineAt(position);
      const at = termAt(line.text, position - line.from);
      const found = at && describeWord(at.term, view.state.doc.toString(), tables);
      if (!found) return null;
      return {
        pos: line.from + at.from,
        end: line.from + at.to,
        above: true,
        create: () => ({ dom: notice([found.head], found.lines) }),
      };
    }),
    Prec.highest(
      keymap.of([{ key: 'Mod-Enter', run: run(keys.onRun), shift: run(keys.onRunSelection ?? keys.onRun) }]),
    ),
  ];
}

function complete(
  context: CompletionContext,
  tables: readonly SqlTable[],
  values: FieldValues,
): CompletionResult | null | Promise<CompletionResult | null> {
  // As the grammar calls a text literal.
  if (syntaxTree(context.state).resolveInner(context.pos, -1).name === 'String')
    return completeText(context, tables, values);
  const word = context.matchBefore(/\w+/);
  const before = context.state.sliceDoc(
    Math.max(0, (word?.from ?? context.pos) - 1),
    word?.from ?? context.pos,
  );
  // Behind a dot stand tables and columns of one name, which the language's own completion offers.
  if (before === '.' || (!word && !context.explicit)) return null;
  return {
    from: word?.from ?? context.pos,
    validFor: /^\w*$/,
    options: wordsFor(context.state.doc.toString(), tables, functionNames).map(({ label, kind, detail }) => ({
      label,
      detail,
      type: completionTypes[kind],
      boost: kind === 'column' ? 2 : kind === 'macro' ? 1 : -1,
    })),
  };
}

/** Values of the field that a text is compared with, the most frequent first. */
async function completeText(
  context: CompletionContext,
  allTables: readonly SqlTable[],
  values: FieldValues,
): Promise<CompletionResult | null> {
  const text = context.state.doc.toString();
  const { from: start } = statementAt(sqlStatements(text), context.pos);
  const tables = tablesIn(text.slice(start), allTables);
  const found = comparedText(text.slice(start, context.pos), tables);
  if (!found) return null;
  const scope = {
    databases: [...new Set(tables.map(({ database }) => database))],
    tables: [...new Set(tables.map((table) => table.name))],
  };
  const arrival = values.load(found.field, scope);
  if (!(await comeInTime(context, arrival)) || context.aborted) return null;
  return {
    from: context.pos - found.typed.length,
    options: (await arrival).map(({ value }, index) => ({
      label: value,
      apply: value.replaceAll("'", "''"),
      type: 'text',
      boost: -index / 10,
    })),
  };
}
