import type { CandidateCondition, CandidateTest } from '@margay/model';
import { columnOf } from './column-of.ts';
import { leafSql } from './leaf-sql.ts';
import { overflowNames } from './overflow-sql.ts';
import type { BoundSql, StoredTable } from './stored-table.ts';

/** Beyond this a condition costs the engine more than it saves. */
const mostTests = 200;

/**
 * The rule's necessary condition as a WHERE clause over the columns of a table; undefined where nothing of it can be
 * asked there. Rows it leaves out are rows on which the rule says plainly False, and nothing else: whatever has no
 * column of its own, or may differ between the column and the event, is left to the rule.
 *
 * What did not fit its column rests in the overflow as JSON text. A row whose overflow so much as names one of the
 * fields asked for is always kept.
 */
export function candidateSql(condition: CandidateCondition, table: StoredTable): BoundSql | undefined {
  const overflow = table.columns.find(({ role }) => role === 'overflow');
  if (overflow === undefined) return undefined;
  const params: Record<string, unknown> = {};
  const keys = new Set<string>();
  let tests = 0;

  const bind = (value: unknown, engineType: string) => {
    const name = `c${Object.keys(params).length}`;
    params[name] = value;
    return `{${name}:${engineType}}`;
  };
  const test = (leaf: CandidateTest): string | true => {
    const column = ++tests > mostTests ? undefined : columnOf(table.columns, leaf.path);
    if (column === undefined) return true;
    const sql = leafSql(leaf, column, bind);
    if (sql !== true) keys.add(leaf.path.keys.at(-1) ?? '');
    return sql;
  };
  const translate = (part: CandidateCondition): string | true => {
    if (typeof part === 'boolean') return part || 'false';
    if ('path' in part) return test(part);
    const isAll = 'all' in part;
    const parts = (isAll ? part.all : part.any).map(translate);
    if (!isAll && parts.includes(true)) return true;
    const known = parts.filter((sql) => sql !== true);
    if (known.length === 0) return isAll ? true : 'false';
    return `(${known.join(isAll ? ' AND ' : ' OR ')})`;
  };

  const sql = translate(condition);
  if (sql === true) return undefined;
  if (keys.size === 0) return { sql, params };
  return { sql: `(${overflowNames(overflow.name, [...keys], bind)} OR ifNull(${sql}, false))`, params };
}
