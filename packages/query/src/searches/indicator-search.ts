import type { Catalog, CatalogTable, IndicatorField } from '@margay/model';
import { indicatorFields } from '@margay/model';

import { call, column, literal } from '../ir/conditions.ts';
import type { Expression, NamedExpression } from '../ir/expression.ts';
import { areMixed, mergedInputs } from '../ir/merge-findings.ts';
import type { Relation, TimeRange } from '../ir/relation.ts';
import { filtered, united } from '../ir/relations.ts';
import { timeConditions } from '../languages/simple/search-relation.ts';
import type { Indicator } from './indicator-values.ts';

export interface IndicatorSearch {
  /** All rows that hold one of the values: what timeline and details are made from. */
  relation: Relation;
  /** Columns `database`, `table`, `logType`, `count`, `firstSeen`, `lastSeen`: one row per table with hits. */
  tables: Relation;
  /**
   * Columns `database`, `table`, `value`, `bucket`, `count`, `firstSeen`, `lastSeen`: a row per table, value as it is
   * stored and stretch of so many milliseconds. A row that holds two of the values counts for both.
   */
  values: (bucketMs: number) => Relation;
}

export interface IndicatorOptions {
  range: TimeRange;
  tables: readonly { database: string; table: string }[];
}

/** Looks for values in the indicator arrays of tables. Undefined when none of the tables has such arrays. */
export function indicatorSearch(
  indicators: readonly Indicator[],
  catalog: Catalog,
  { range, tables }: IndicatorOptions,
): IndicatorSearch | undefined {
  const wanted = wantedOf(indicators);
  const found = tables.flatMap(({ database, table: name }): Branch[] => {
    const table = catalog.find(database, name);
    const fields = table ? fieldsOf(table, wanted) : [];
    return table && fields.length > 0 ? [{ table, fields, rows: filteredScan(table, fields, range) }] : [];
  });
  if (found.length === 0) return undefined;
  const rows = eachOnce(found, catalog);
  const branches = found.map((branch, index): Branch => ({ ...branch, rows: rows[index]! }));
  return {
    relation: united(rows, 'name'),
    tables: {
      kind: 'filter',
      input: united(branches.map((branch) => tableHits(branch))),
      where: call('gt', column('count'), literal(0)),
    },
    values: (bucketMs) => united(branches.map((branch) => valueHits(branch, bucketMs))),
  };
}

/** The spellings by which stored rows may hold an indicator. */
export function spellingsOf({ value, field }: Indicator): string[] {
  const isCaseless = field !== undefined && /hashes|domain|emails|mac_/.test(field);
  return isCaseless ? [...new Set([value, value.toLowerCase(), value.toUpperCase()])] : [value];
}

interface Branch {
  table: CatalogTable;
  fields: WantedField[];
  rows: Relation;
}

interface WantedField {
  name: IndicatorField;
  values: string[];
}

/** The rows of each branch, where logs are read beside findings: only those that no branch before shows as an event. */
function eachOnce(branches: readonly Branch[], catalog: Catalog): Relation[] {
  const rows = branches.map((branch) => branch.rows);
  return areMixed(rows, catalog) ? mergedInputs(rows, undefined, catalog) : rows;
}

/** Fields that hold values of these forms too: an account may act, a user name may be written as an e-mail address. */
const alsoIn: Partial<Record<IndicatorField, readonly IndicatorField[]>> = {
  p_any_emails: ['p_any_usernames', 'p_any_actor_ids'],
  p_any_aws_account_ids: ['p_any_actor_ids', 'p_any_usernames', 'p_any_trace_ids'],
  p_any_aws_arns: ['p_any_actor_ids', 'p_any_usernames'],
  p_any_aws_instance_ids: ['p_any_actor_ids', 'p_any_usernames', 'p_any_domain_names'],
  p_any_trace_ids: ['p_any_actor_ids', 'p_any_usernames', 'p_any_serial_numbers'],
  p_any_actor_ids: ['p_any_usernames', 'p_any_trace_ids'],
  p_any_domain_names: ['p_any_usernames'],
};

/** The indicator fields that may hold a value; all of them where its form does not say. */
export function fieldsHolding({ field }: Pick<Indicator, 'field'>): readonly IndicatorField[] {
  return field === undefined ? indicatorFields : [field, ...(alsoIn[field] ?? [])];
}

/** What to look for in each field. */
function wantedOf(indicators: readonly Indicator[]): WantedField[] {
  const wanted = new Map<IndicatorField, Set<string>>();
  for (const indicator of indicators) {
    for (const name of fieldsHolding(indicator)) {
      const values = wanted.get(name) ?? new Set();
      for (const spelling of spellingsOf(indicator)) values.add(spelling);
      wanted.set(name, values);
    }
  }
  return [...wanted].map(([name, values]) => ({ name, values: [...values] }));
}

function fieldsOf(table: CatalogTable, wanted: readonly WantedField[]): WantedField[] {
  return wanted.filter(({ name }) => table.columns.some((candidate) => candidate.name === name));
}

function listOf(values: readonly string[]): Expression {
  return { kind: 'array', elements: values.map((value) => literal(value)) };
}

function filteredScan(table: CatalogTable, fields: readonly WantedField[], range: TimeRange): Relation {
  const tests = fields.map(({ name, values }) => call('arrays_overlap', column(name), listOf(values)));
  const isHit = tests.length === 1 ? tests[0]! : call('or', ...tests);
  const scan: Relation = { kind: 'scan', database: table.database, table: table.name };
  return filtered(scan, [...timeConditions(range), isHit]);
}

const eventTime = column('p_event_time');
const counted: NamedExpression[] = [
  { name: 'count', value: { kind: 'aggregate', fn: 'count', args: [] } },
  { name: 'firstSeen', value: { kind: 'aggregate', fn: 'min', args: [eventTime] } },
  { name: 'lastSeen', value: { kind: 'aggregate', fn: 'max', args: [eventTime] } },
];

function fixed(name: string, value: string): NamedExpression {
  return { name, value: literal(value) };
}

function tableHits({ table, rows }: Branch): Relation {
  const columns = [
    fixed('database', table.database),
    fixed('table', table.name),
    fixed('logType', table.logType ?? ''),
    ...counted.map(({ name }) => ({ name, value: column(name) })),
  ];
  const input: Relation = { kind: 'aggregate', input: rows, keys: [], aggregates: counted };
  return { kind: 'project', input, columns };
}

function valueHits({ table, fields, rows }: Branch, bucketMs: number): Relation {
  const found = fields
    .map(({ name, values }) => call('array_intersection', column(name), listOf(values)))
    .reduce((all, some) => call('array_cat', all, some));
  const grouped: Relation = {
    kind: 'aggregate',
    input: {
      kind: 'unnest',
      input: rows,
      array: call('array_distinct', found),
      as: 'found',
      valueName: 'value',
      indexName: 'place',
      outer: false,
    },
    keys: [
      { name: 'value', value: { kind: 'column', name: 'value', of: 'found' } },
      { name: 'bucket', value: call('time_slice', eventTime, literal(bucketMs / 1000), literal('second')) },
    ],
    aggregates: counted,
  };
  const columns = [
    fixed('database', table.database),
    fixed('table', table.name),
    ...['value', 'bucket', 'count', 'firstSeen', 'lastSeen'].map((name) => ({ name, value: column(name) })),
  ];
  return { kind: 'project', input: grouped, columns };
}
