import { isIpAddress } from '../functions/cidr.ts';
import type { Catalog, CatalogTable, IndicatorField } from '@margay/model';
import { indicatorFields } from '@margay/model';

import type { Expression } from '../ir/expression.ts';
import type { Relation, TimeRange } from '../ir/relation.ts';
import { integer, text } from '../ir/types.ts';
import { timeConditions } from '../languages/simple/search-relation.ts';

/** The indicator array a value belongs into, judged by its form; undefined when it may be in any of them. */
export function indicatorFieldOf(value: string): IndicatorField | undefined {
  if (isIpAddress(value)) return 'p_any_ip_addresses';
  if (/^arn:[\w-]*:/.test(value)) return 'p_any_aws_arns';
  if (/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value)) return 'p_any_emails';
  if (/^[0-9a-fA-F]{32}$/.test(value)) return 'p_any_md5_hashes';
  if (/^[0-9a-fA-F]{40}$/.test(value)) return 'p_any_sha1_hashes';
  if (/^[0-9a-fA-F]{64}$/.test(value)) return 'p_any_sha256_hashes';
  if (/^\d{12}$/.test(value)) return 'p_any_aws_account_ids';
  if (/^i-[0-9a-f]{8,17}$/.test(value)) return 'p_any_aws_instance_ids';
  if (/^(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}$/.test(value)) return 'p_any_mac_addresses';
  if (/^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]+$/i.test(value))
    return 'p_any_domain_names';
  return undefined;
}

/** Values out of a pasted text: split at blanks, commas and semicolons, each once. */
export function indicatorValues(pasted: string): string[] {
  return [...new Set(pasted.split(/[\s,;]+/).filter((value) => value !== ''))];
}

export interface IndicatorSearch {
  /** All rows that hold one of the values: what timeline and details are made from. */
  relation: Relation;
  /** Columns `database`, `table`, `logType`, `count`, `firstSeen`, `lastSeen`: one row per table with hits. */
  hits: Relation;
}

export interface IndicatorOptions {
  range: TimeRange;
  /** Field of each value, where a person overruled what its form says. */
  fields?: Readonly<Record<string, IndicatorField>>;
  /** Default: every table with indicators of the databases for logs. */
  tables?: { database: string; table: string }[];
}

/** Looks for values in the indicator arrays of all tables. Undefined when no table has such arrays. */
export function indicatorSearch(
  values: readonly string[],
  catalog: Catalog,
  options: IndicatorOptions,
): IndicatorSearch | undefined {
  const tables = tablesOf(catalog, options);
  const branches = tables.flatMap((table) => {
    const where = holdsOneOf(table, values, options.fields ?? {});
    return where ? [{ table, rows: filteredScan(table, where, options.range) }] : [];
  });
  if (branches.length === 0) return undefined;
  const rows = branches.map((branch) => branch.rows);
  const counted = branches.map((branch) => hitsOf(branch.table, branch.rows));
  const found: Relation = {
    kind: 'filter',
    input: { kind: 'union', match: 'position', inputs: counted },
    where: call('gt', { kind: 'column', name: 'count' }, { kind: 'literal', value: 0, type: integer }),
  };
  const keys = [
    { value: { kind: 'column' as const, name: 'count' }, descending: true },
    { value: { kind: 'column' as const, name: 'table' }, descending: false },
  ];
  return {
    relation: rows.length === 1 ? rows[0]! : { kind: 'union', match: 'name', inputs: rows },
    hits: { kind: 'sort', input: found, keys },
  };
}

function call(fn: string, ...args: Expression[]): Expression {
  return { kind: 'call', fn, args };
}

function tablesOf(catalog: Catalog, { tables }: IndicatorOptions): CatalogTable[] {
  if (tables) return tables.flatMap(({ database, table }) => catalog.find(database, table) ?? []);
  return catalog.tables().filter((table) => table.database === 'panther_logs' && !table.unionOf);
}

/** One array test per indicator column the table has. */
function holdsOneOf(
  table: CatalogTable,
  values: readonly string[],
  fields: Readonly<Record<string, IndicatorField>>,
): Expression | undefined {
  const wanted = new Map<IndicatorField, string[]>();
  for (const value of values) {
    const own = Object.hasOwn(fields, value) ? fields[value] : undefined;
    const field = own ?? indicatorFieldOf(value);
    for (const name of field ? [field] : indicatorFields)
      wanted.set(name, [...(wanted.get(name) ?? []), ...spellings(name, value)]);
  }
  const tests = [...wanted].flatMap(([name, list]) => {
    if (!table.columns.some((column) => column.name === name)) return [];
    const elements = list.map((value): Expression => ({ kind: 'literal', value, type: text }));
    return [call('arrays_overlap', { kind: 'column', name }, { kind: 'array', elements })];
  });
  return tests.length > 1 ? call('or', ...tests) : tests[0];
}

/** Hashes and domains are written in either case; the array test is exact. */
function spellings(field: IndicatorField, value: string): string[] {
  const isCaseless = /hashes|domain|emails|mac_/.test(field);
  return isCaseless ? [...new Set([value, value.toLowerCase(), value.toUpperCase()])] : [value];
}

function filteredScan(table: CatalogTable, where: Expression, range: TimeRange): Relation {
  const conditions = [...timeConditions(range), where];
  const all = conditions.length === 1 ? where : call('and', ...conditions);
  return { kind: 'filter', input: { kind: 'scan', database: table.database, table: table.name }, where: all };
}

function hitsOf(table: CatalogTable, rows: Relation): Relation {
  const time: Expression = { kind: 'column', name: 'p_event_time' };
  const grouped: Relation = {
    kind: 'aggregate',
    input: rows,
    keys: [],
    aggregates: [
      { name: 'count', value: { kind: 'aggregate', fn: 'count', args: [] } },
      { name: 'firstSeen', value: { kind: 'aggregate', fn: 'min', args: [time] } },
      { name: 'lastSeen', value: { kind: 'aggregate', fn: 'max', args: [time] } },
    ],
  };
  const fixed = (name: string, value: string) => ({
    name,
    value: { kind: 'literal' as const, value, type: text },
  });
  const counted = ['count', 'firstSeen', 'lastSeen'].map((name) => ({
    name,
    value: { kind: 'column' as const, name },
  }));
  const columns = [
    fixed('database', table.database),
    fixed('table', table.name),
    fixed('logType', table.logType ?? ''),
    ...counted,
  ];
  return { kind: 'project', input: grouped, columns };
}
