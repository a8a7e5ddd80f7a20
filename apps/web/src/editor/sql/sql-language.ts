import { closeCompletion } from '@codemirror/autocomplete';
import { SQLDialect, sql } from '@codemirror/lang-sql';
import { Prec } from '@codemirror/state';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { timeMacroNames } from '@margay/query';

/** Names to complete: database, its schema `public`, table, columns. */
export type SqlNames = Record<string, Record<string, Record<string, string[]>>>;

/** The words of our SQL, and `a:b` paths into objects. */
const dialect = SQLDialect.define({
  keywords:
    'select from where group by having order limit offset as and or not in is null between like ilike union all distinct case when then else end join left right inner outer full cross on using with asc desc nulls first last exists any some over partition rows range current row preceding following unbounded lateral flatten interval true false cast qualify intersect except values',
  types:
    'string varchar text number int integer bigint float double boolean timestamp date variant object array',
  builtin: timeMacroNames.join(' '),
  doubleQuotedStrings: false,
  hashComments: false,
});

/** Highlighting, completion of tables and columns, and Mod+Enter to run. */
export function sqlLanguageParts(names: SqlNames, onRun: () => void): Extension {
  return [
    sql({ dialect, schema: names, upperCaseKeywords: true }),
    Prec.highest(
      keymap.of([
        {
          key: 'Mod-Enter',
          run: (view) => {
            closeCompletion(view);
            onRun();
            return true;
          },
        },
      ]),
    ),
  ];
}
