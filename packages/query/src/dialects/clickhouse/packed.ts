import type { Catalog } from '@margay/model';
import { invalidInput } from '@margay/kit';

import type { Expression } from '../../ir/expression.ts';
import { expand } from '../../ir/expand.ts';
import type { Relation } from '../../ir/relation.ts';
import { text } from '../../ir/types.ts';
import type { CompileContext } from './compile.ts';
import { compileRelation, newContext } from './compile.ts';
import { compileExpression } from './expressions.ts';
import { asText, asTimestamp } from './coerce.ts';
import type { Level } from './level.ts';
import { levelFor } from './level.ts';
import type { EngineQuery, PackedRows } from './result.ts';
import { outputs } from './to-clickhouse.ts';

export interface EventOrder {
  isDescending: boolean;
  limit: number;
  /** The filters leave no more than the limit, so that no table needs a limit of its own. */
  isBounded?: boolean;
  /** Starts at this event, in the order asked for, and leaves out so many events with the same time and id. */
  after?: { eventTime: string; rowId: string; skip: number };
  /** Columns, or paths into them, that are wanted. Fields without a column always come. Absent: everything. */
  fields?: readonly string[];
}

/** One table's events: filters over one scan. */
interface Branch {
  database: string;
  table: string;
  relation: Relation;
}

const eventTime: Expression = { kind: 'column', name: 'p_event_time' };
const rowId: Expression = { kind: 'column', name: 'p_row_id' };
const ruleId: Expression = { kind: 'column', name: 'p_rule_id' };

/**
 * Whole events of a relation that only filters tables, in order of event time. Every branch reads its own table in
 * order and stops at the limit; the values of an event travel as one JSON array, because the tables' columns differ.
 * Undefined when the relation does more than filter, so that its rows are no stored events.
 */
export function eventsQuery(
  relation: Relation,
  catalog: Catalog,
  order: EventOrder,
): EngineQuery | undefined {
  const branches = branchesOf(expand(relation, catalog), catalog);
  if (!branches) return undefined;
  const context = newContext(catalog);
  const tables: PackedRows['tables'] = [];
  const firstOf = firstEventsOf(branches, order, context);
  const parts = branches.map((branch) => packedBranch(branch, firstOf(branch), order, context, tables));
  if (parts.length === 0) return emptyEvents();
  const sql = `SELECT e, r, n, v FROM (${parts.join(' UNION ALL ')}) ${pageSql(order)}`;
  const packed = { tableAt: 2, valuesAt: 3, tables };
  return { sql, params: context.parameters.values, columns: cursorColumns, packed };
}

/**
 * One event may be in several tables (a log and its match) and, matched by several rules, several times in one: the
 * table's number and the rule's id settle what time and id leave open.
 */
function pageSql(order: EventOrder): string {
  const direction = directionOf(order);
  const skip = wholeNumber(order.after?.skip ?? 0);
  return `ORDER BY e ${direction}, r ${direction}, n, k LIMIT ${wholeNumber(order.limit)}${skip > 0 ? ` OFFSET ${skip}` : ''}`;
}

function wholeNumber(count: number): number {
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw invalidInput('The page size must be a whole number.');
}

const cursorColumns: EngineQuery['columns'] = [
  {
    name: 'p_event_time',
    type: { kind: 'timestamp' },
    shape: { kind: 'cell', at: 0, type: { kind: 'timestamp' } },
  },
  { name: 'p_row_id', type: { kind: 'string' }, shape: { kind: 'cell', at: 1, type: { kind: 'string' } } },
];

function emptyEvents(): EngineQuery {
  const sql = "SELECT '' AS e, '' AS r, 0 AS n, '' AS v WHERE 0";
  return { sql, params: {}, columns: cursorColumns, packed: { tableAt: 2, valuesAt: 3, tables: [] } };
}

/** The filtered scans a relation consists of; undefined when there is more to it. */
export function branchesOf(relation: Relation, catalog: Catalog): Branch[] | undefined {
  switch (relation.kind) {
    case 'scan': {
      const table = catalog.find(relation.database, relation.table);
      const isEvents = table?.columns.some((column) => column.name === 'p_event_time');
      return isEvents ? [{ database: relation.database, table: relation.table, relation }] : undefined;
    }
    case 'filter':
      return branchesOf(relation.input, catalog)?.map((branch) => ({
        ...branch,
        relation: { kind: 'filter', input: branch.relation, where: relation.where },
      }));
    case 'rename':
      return branchesOf(relation.input, catalog)?.map((branch) => ({
        ...branch,
        relation: { ...relation, input: branch.relation },
      }));
    case 'once': {
      const [only, ...more] = branchesOf(relation.input, catalog) ?? [];
      return only && more.length === 0
        ? [{ ...only, relation: { ...relation, input: only.relation } }]
        : undefined;
    }
    case 'union': {
      if (relation.match !== 'name') return undefined;
      const inputs = relation.inputs.map((input) => branchesOf(input, catalog));
      return inputs.every((input) => input !== undefined) ? inputs.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/** One SELECT, because each one around it would be planned with all its columns again. */
function packedBranch(
  branch: Branch,
  level: Level,
  order: EventOrder,
  context: CompileContext,
  tables: PackedRows['tables'],
): string {
  const places = new Map<string, number>();
  const place = (sql: string) => {
    const known = places.get(sql) ?? places.size;
    places.set(sql, known);
    return known;
  };
  const { database, table } = branch;
  const { logType } = context.catalog.find(database, table) ?? {};
  const columns = outputs(level, place, wantedOf(order.fields));
  const number = tables.push({ database, table, ...(logType ? { logType } : {}), columns }) - 1;
  level.exposeAs(`toInt32(${number})`, 'n');
  level.exposeAs(`toJSONString(tuple(${[...places.keys()].join(', ')}))`, 'v');
  return level.sql();
}

/** Whether a column is wanted. The two keys always are, since pages follow each other by them. */
function wantedOf(fields: readonly string[] | undefined): ((name: string) => boolean) | undefined {
  if (!fields) return undefined;
  const wanted = ['p_event_time', 'p_row_id', ...fields];
  return (name) => wanted.some((field) => field === name || field.startsWith(`${name}.`));
}

/**
 * Finds the events of `eventsQuery` without bringing them: columns `p_event_time`, `p_row_id`, `table`, a number into
 * `tables`, and `rule`, the rule's id for matches. Over many tables this is many times faster, because the engine plans three columns per table.
 */
export function eventKeysQuery(
  relation: Relation,
  catalog: Catalog,
  order: EventOrder,
): EventKeys | undefined {
  const branches = branchesOf(expand(relation, catalog), catalog);
  if (!branches) return undefined;
  const context = newContext(catalog);
  const firstOf = firstEventsOf(branches, order, context);
  const parts = branches.map((branch, number) => {
    const level = firstOf(branch);
    level.exposeAs(`toInt32(${number})`, 'n');
    return level.sql();
  });
  const tables = branches.map(({ database, table }) => ({ database, table }));
  if (parts.length === 0) return { query: { ...emptyEvents(), packed: undefined }, tables };
  const sql = `SELECT e, r, n, k FROM (${parts.join(' UNION ALL ')}) ${pageSql(order)}`;
  const number = { kind: 'int' } as const;
  const columns = [
    ...cursorColumns,
    { name: 'table', type: number, shape: { kind: 'cell' as const, at: 2, type: number } },
    { name: 'rule', type: text, shape: { kind: 'cell' as const, at: 3, type: text } },
  ];
  return { query: { sql, params: context.parameters.values, columns }, tables };
}

export interface EventKeys {
  query: EngineQuery;
  /** What the number in column `table` means. */
  tables: { database: string; table: string }[];
}

/** From so many tables on, asking each twice costs more than it saves. */
const manyTables = 8;

function firstEventsOf(
  branches: readonly Branch[],
  order: EventOrder,
  context: CompileContext,
): (branch: Branch) => Level {
  const asksTwice = !order.isBounded && branches.length < manyTables;
  return (branch) => firstEvents(branch, order, context, asksTwice);
}

/** The first events of one table in order, with the two keys selected as `e` and `r`. */
function firstEvents(branch: Branch, order: EventOrder, context: CompileContext, asksTwice: boolean): Level {
  const { level, time, id } = eventsOf(branch, order, context);
  level.exposeAs(time, 'e');
  level.exposeAs(id, 'r');
  const table = context.catalog.find(branch.database, branch.table);
  const isMatch = table?.columns.some((column) => column.name === 'p_rule_id') ?? false;
  const rule = isMatch ? `ifNull(${asText(compileExpression(ruleId, level, context))}, '')` : "''";
  level.exposeAs(rule, 'k');
  if (order.isBounded) return level;
  if (asksTwice) level.where.push(`${time} IN (${firstTimes(branch, order, context)})`);
  const direction = directionOf(order);
  level.sortBy([
    { sql: time, direction },
    { sql: id, direction },
    ...(isMatch ? [{ sql: rule, direction: '' }] : []),
  ]);
  level.limit = limitOf(order);
  return level;
}

/**
 * The times of the first events. By time alone the engine reads the newest part of each day's files and stops; to sort
 * equal times by their ids it would read every id it passes. The events themselves are then read from where these times
 * are, however many days the search covers.
 */
function firstTimes(branch: Branch, order: EventOrder, context: CompileContext): string {
  const { level, time } = eventsOf(branch, order, context);
  level.exposeAs(time, 'e');
  level.sortBy([{ sql: time, direction: directionOf(order) }]);
  level.limit = limitOf(order);
  return level.sql();
}

function eventsOf(
  branch: Branch,
  order: EventOrder,
  context: CompileContext,
): { level: Level; time: string; id: string } {
  const level = levelFor(compileRelation(branch.relation, context), 'where');
  const time = asTimestamp(compileExpression(eventTime, level, context));
  const id = asText(compileExpression(rowId, level, context));
  if (order.after) level.where.push(behind(order, context, time, id));
  return { level, time, id };
}

const directionOf = (order: EventOrder) => (order.isDescending ? 'DESC' : 'ASC');
const limitOf = (order: EventOrder) => wholeNumber(order.limit) + wholeNumber(order.after?.skip ?? 0);

/** Pages follow each other by time and id, so that new events never shift a page. */
function behind(order: EventOrder, context: CompileContext, time: string, id: string): string {
  const after = order.after!;
  const boundTime = context.parameters.bind(after.eventTime, "DateTime64(9, 'UTC')");
  const boundId = context.parameters.bind(after.rowId, 'String');
  const sign = order.isDescending ? '<' : '>';
  return `(${time} ${sign}= ${boundTime} AND (${time} ${sign} ${boundTime} OR ${id} ${sign}= ${boundId}))`;
}
