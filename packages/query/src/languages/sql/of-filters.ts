import type { Catalog } from '@margay/model';

import { noSpan } from '../../diagnostics.ts';
import { fieldFinder } from '../form-fields.ts';
import type { FormSource } from '../form-sources.ts';
import { sourceOf } from '../form-sources.ts';
import type { FilterFault } from '../simple/lower-filters.ts';
import { readFilters } from '../simple/lower-filters.ts';
import type { FormSearch, FormTime, Translation, Untranslatable } from '../translation.ts';
import { unfinished, unsaid } from '../untranslatable.ts';
import type { SqlExpr, SqlQuery, SqlSource } from './ast.ts';
import { formatTree } from './format.ts';
import { call, plain, sqlName, sqlOfExpression } from './of-expression.ts';

const span = noSpan;

/**
 * SQL that finds the rows of a search form, the newest first. The catalog holds what the person may read; the text
 * names fields as its tables do.
 */
export function sqlOfFilters(form: FormSearch, catalog: Catalog): Translation {
  const source = sourceOf(form, catalog);
  if ('untranslatable' in source) return source;
  const field = fieldFinder(source.all);
  const untranslatable: Untranslatable[] = [];
  const faults: FilterFault[] = [];
  const filters = readFilters<SqlExpr>(
    form.filters,
    {
      words: (text) => call('row_has_words', [{ kind: 'text', value: text, span }]),
      condition: (meaning, condition, path) => {
        const words = sqlOfExpression(meaning, field);
        if ('kind' in words) return words;
        untranslatable.push(unsaid(condition, path, words.reason));
        return undefined;
      },
      joined: (op, parts) => ({ kind: 'logic', op, parts, span }),
    },
    faults,
  );
  untranslatable.push(...faults.map(unfinished));
  if (untranslatable.length > 0) return { untranslatable };
  const conditions = [...timeOf(form.time), ...(filters ? alternatives(filters) : [])];
  return { text: formatTree(queryOf(tablesOf(source), conditions)) };
}

/** What must all hold, each on a line of its own. */
function alternatives(condition: SqlExpr): SqlExpr[] {
  return condition.kind === 'logic' && condition.op === 'and' ? condition.parts : [condition];
}

function queryOf(from: SqlSource, conditions: SqlExpr[]): SqlQuery {
  const [only] = conditions;
  const where: SqlExpr | undefined =
    conditions.length > 1 ? { kind: 'logic', op: 'and', parts: conditions, span } : only;
  return {
    with: [],
    body: {
      kind: 'select',
      isDistinct: false,
      items: [{ kind: 'star', exclude: [], span }],
      from,
      where,
      groupBy: [],
      having: undefined,
      qualify: undefined,
      span,
    },
    orderBy: [{ value: eventTime, isDescending: true }],
    span,
  };
}

const eventTime: SqlExpr = { kind: 'name', parts: [plain('p_event_time')], span };

function tablesOf({ databases, tables }: FormSource): SqlSource {
  const [only] = tables;
  if (only && tables.length === 1 && databases.length === 0)
    return { kind: 'table', parts: [only.database, 'public', only.name].map(sqlName), span };
  const names = [
    ...databases.map((database) => `${database}.public.*`),
    ...tables.map(({ database, name }) => `${database}.public.${name}`),
  ];
  return { kind: 'events', names: names.map((text) => ({ text, span })), span };
}

function timeOf(time: FormTime | undefined): SqlExpr[] {
  if (!time) return [];
  if (time.kind === 'last') {
    const length = `${Math.max(0, Math.trunc(time.count))} ${time.unit}`;
    return [call('p_occurs_since', [{ kind: 'text', value: length, span }])];
  }
  const { start, end } = time;
  return [bound('>=', start), ...(end ? [bound('<', end)] : [])];
}

function bound(op: '>=' | '<', at: Date): SqlExpr {
  const right: SqlExpr = { kind: 'text', value: at.toISOString(), span };
  return { kind: 'binary', op, left: eventTime, right, span };
}
