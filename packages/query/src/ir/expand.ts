import { invalidInput } from '@margay/kit';
import { isFindingsDatabase, type Catalog, type CatalogTable } from '@margay/model';

import { column, conjuncts, joined } from './conditions.ts';
import type { Expression, Literal, NamedExpression } from './expression.ts';
import { mapExpression, partsOf } from './map-expression.ts';
import { areMixed, mergedInputs, mixesFindings } from './merge-findings.ts';
import { shownEventId } from './merged-input.ts';
import type { Relation } from './relation.ts';
import { text } from './types.ts';
import { columnsOfTable, findColumn } from './typing.ts';

/** Column of a view that says which database a row is from. */
const databaseColumn = 'p_db_name';

/**
 * Turns views into unions of their tables, merges findings into their events, moves filters into the branches of
 * unions by name, and leaves out the branches that filters on `p_log_type` or `p_db_name` exclude. The result means
 * the same.
 */
export function expand(relation: Relation, catalog: Catalog): Relation {
  const open = expandOpen(relation, catalog);
  return merged(open, catalog, namesAsked(open));
}

/** The same, but events stay open for the conditions above them, which decide how findings are merged. */
function expandOpen(relation: Relation, catalog: Catalog): Relation {
  switch (relation.kind) {
    case 'scan': {
      const table = catalog.find(relation.database, relation.table);
      return table?.unionOf ? expandView(table, catalog) : relation;
    }
    case 'filter':
      return filtered(expandOpen(relation.input, catalog), relation.where, catalog);
    default:
      return mapInputs(relation, (input) => expandOpen(input, catalog));
  }
}

/** Without open events. `asked`: names of columns that something above them looks at. */
function merged(relation: Relation, catalog: Catalog, asked: ReadonlySet<string>): Relation {
  if (relation.kind !== 'events') return mapInputs(relation, (input) => merged(input, catalog, asked));
  const { where } = relation;
  const inputs = where ? unexcluded(relation.inputs, where, catalog) : relation.inputs;
  // Who asks for the rows of findings alone gets exactly these.
  if (where && !areMixed(inputs, catalog)) return filteredBranches(relation.inputs, where, catalog);
  const rows = mergedInputs(inputs, where, catalog, asked);
  return { kind: 'union', match: 'name', inputs: rows.map((input) => pushedDown(input, catalog)) };
}

function mapInputs(relation: Relation, map: (input: Relation) => Relation): Relation {
  switch (relation.kind) {
    case 'filter':
    case 'rename':
    case 'project':
    case 'aggregate':
    case 'distinct':
    case 'sort':
    case 'limit':
    case 'once':
    case 'unnest':
    case 'flatten':
      return { ...relation, input: map(relation.input) };
    case 'union':
      return { ...relation, inputs: relation.inputs.map(map) };
    case 'join':
      return { ...relation, left: map(relation.left), right: map(relation.right) };
    case 'scan':
    case 'events':
    case 'values':
    case 'numbers':
      return relation;
  }
}

/** Names of the columns that expressions of the query ask for, outside of the conditions of events. In lower case. */
function namesAsked(part: unknown, names = new Set<string>()): Set<string> {
  if (typeof part !== 'object' || part === null) return names;
  if ('kind' in part && part.kind === 'events') return names;
  if ('kind' in part && part.kind === 'column' && 'name' in part) names.add(String(part.name).toLowerCase());
  for (const inside of Object.values(part)) namesAsked(inside, names);
  return names;
}

/** Filters above a projection are moved below it, and those over tables stay. */
function pushedDown(relation: Relation, catalog: Catalog): Relation {
  if (relation.kind === 'filter')
    return filtered(pushedDown(relation.input, catalog), relation.where, catalog);
  return mapInputs(relation, (input) => pushedDown(input, catalog));
}

function expandView(view: CatalogTable, catalog: Catalog, depth = 0): Relation {
  if (depth > 3) throw invalidInput(`View ${view.name} is made of itself.`);
  const members = (view.unionOf ?? []).flatMap((member) => catalog.find(member.database, member.name) ?? []);
  const inputs = members.map((member): Relation => {
    if (member.unionOf) return expandView(member, catalog, depth + 1);
    return {
      kind: 'project',
      input: { kind: 'scan', database: member.database, table: member.name },
      columns: [
        ...view.columns.map(({ name }) => viewColumn(name, member)),
        ...(isFindingsDatabase(member.database) ? [shownEvent] : []),
      ],
    };
  });
  if (inputs.length === 0)
    return { kind: 'values', columns: view.columns.map(({ name, type }) => ({ name, type })), rows: [] };
  const isMixed = mixesFindings(members.map(({ database }) => database));
  return isMixed ? { kind: 'events', inputs } : { kind: 'union', match: 'name', inputs };
}

/** By it the rows of scheduled queries are merged into the events they show. */
const shownEvent: NamedExpression = { name: shownEventId, value: column(shownEventId), isHidden: true };

function viewColumn(name: string, member: CatalogTable): NamedExpression {
  if (name === databaseColumn)
    return { name, value: { kind: 'literal', value: member.database, type: text } };
  const column = findColumn(columnsOfTable(member), name);
  const isThere = column !== undefined && column !== 'ambiguous';
  return { name, value: isThere ? { kind: 'column', name: column.name } : absent };
}

const absent: Literal = { kind: 'literal', value: null, type: text };

/** A filter over an expanded relation. */
function filtered(input: Relation, where: Expression, catalog: Catalog): Relation {
  if (input.kind === 'events') {
    const all = input.where ? joined([input.where, where]) : where;
    // Who says in which database asks for the rows of that database.
    if (!asksForDatabase(where)) return { ...input, where: all };
    return filteredUnion(input.inputs, all, catalog);
  }
  if (input.kind === 'union' && input.match === 'name') return filteredUnion(input.inputs, where, catalog);
  if (input.kind === 'rename') {
    const inner = withoutQualifier(where, input.name);
    if (inner) return { ...input, input: filtered(input.input, inner, catalog) };
  }
  if (input.kind === 'project' && isPlain(input.columns)) {
    const inner = substitute(where, input.columns);
    if (inner) return { ...input, input: filtered(input.input, inner, catalog) };
  }
  return { kind: 'filter', input, where };
}

/** Conditions with queries of their own stay outside of a union, or each of its branches would ask them again. */
function filteredUnion(inputs: Relation[], where: Expression, catalog: Catalog): Relation {
  const asking = conjuncts(where).filter(hasQuery);
  if (asking.length === 0) return filteredBranches(inputs, where, catalog);
  const plain = conjuncts(where).filter((part) => !hasQuery(part));
  const rows: Relation =
    plain.length > 0
      ? filteredBranches(inputs, joined(plain), catalog)
      : { kind: 'union', match: 'name', inputs };
  return { kind: 'filter', input: rows, where: joined(asking) };
}

const asksForDatabase = (where: Expression) =>
  partsOf(where).some((part) => part.kind === 'column' && part.name.toLowerCase() === databaseColumn);

const queries = new Set<string>(['inQuery', 'existsQuery', 'scalarQuery']);
const hasQuery = (expression: Expression) => partsOf(expression).some(({ kind }) => queries.has(kind));

function filteredBranches(inputs: Relation[], where: Expression, catalog: Catalog): Relation {
  const kept = unexcluded(inputs, where, catalog);
  const first = inputs[0];
  // Columns of a union come from all its branches, so one without rows keeps them when nothing else is left.
  if (kept.length === 0 && first)
    return { kind: 'union', match: 'name', inputs: [{ kind: 'filter', input: first, where: never }] };
  return { kind: 'union', match: 'name', inputs: kept.map((input) => filtered(input, where, catalog)) };
}

/** The inputs that may have rows which fulfil the condition. */
function unexcluded(inputs: Relation[], where: Expression, catalog: Catalog): Relation[] {
  const allowed = [...allowedValues(where)];
  return inputs.filter((input) => !allowed.some(([name, values]) => excludes(input, name, values, catalog)));
}

const never: Literal = { kind: 'literal', value: false, type: { kind: 'boolean' } };

/** For `p_log_type` and `p_db_name`: the only values the filter lets through. */
function allowedValues(where: Expression): Map<string, Set<unknown>> {
  const allowed = new Map<string, Set<unknown>>();
  for (const part of conjuncts(where)) {
    if (part.kind !== 'call' || !['eq', 'same', 'in'].includes(part.fn)) continue;
    const [column, ...values] = part.args;
    if (column?.kind !== 'column' || !values.every((value) => value.kind === 'literal')) continue;
    const name = column.name.toLowerCase();
    if (name !== 'p_log_type' && name !== databaseColumn) continue;
    const listed = new Set<unknown>(values.map((value) => value.value));
    const earlier = allowed.get(name);
    allowed.set(name, earlier ? new Set([...earlier].filter((value) => listed.has(value))) : listed);
  }
  return allowed;
}

/** Whether no row of the relation can have one of the values in that column. */
function excludes(relation: Relation, name: string, values: Set<unknown>, catalog: Catalog): boolean {
  switch (relation.kind) {
    case 'scan': {
      const logType = name === 'p_log_type' && catalog.find(relation.database, relation.table)?.logType;
      return typeof logType === 'string' && !values.has(logType);
    }
    case 'project': {
      const column = relation.columns.find((candidate) => candidate.name.toLowerCase() === name);
      if (column?.value.kind === 'literal') return !values.has(column.value.value);
      return (
        column?.value.kind === 'column' &&
        excludes(relation.input, column.value.name.toLowerCase(), values, catalog)
      );
    }
    case 'filter':
    case 'sort':
    case 'limit':
    case 'rename':
      return excludes(relation.input, name, values, catalog);
    case 'union':
      return relation.inputs.every((input) => excludes(input, name, values, catalog));
    default:
      return false;
  }
}

/** Only renamed columns and constants, so that a filter may pass through. */
function isPlain(columns: NamedExpression[]): boolean {
  return columns.every(({ value }) => value.kind === 'column' || value.kind === 'literal');
}

/** The expression as the input of a `rename` sees it; undefined when it means another table. */
function withoutQualifier(expression: Expression, name: string): Expression | undefined {
  let isSafe = true;
  const plain = mapExpression(expression, (part) => {
    if (part.kind !== 'column') return undefined;
    if (part.of !== undefined && part.of.toLowerCase() !== name.toLowerCase()) isSafe = false;
    return { kind: 'column', name: part.name };
  });
  return isSafe ? plain : undefined;
}

/**
 * The expression with columns replaced by what a projection makes them from; undefined when that is not safe.
 * Queries inside expressions see no columns of the query around them, so they stay as they are.
 */
function substitute(expression: Expression, columns: NamedExpression[]): Expression | undefined {
  let isSafe = true;
  const replaced = mapExpression(expression, (part) => {
    // It looks at the columns of its own place, which the input does not have.
    if (part.kind === 'rowText' && part.op === 'values') isSafe = false;
    if (part.kind !== 'column') return undefined;
    const column = findColumn(columns, part.name);
    if (column === 'ambiguous') isSafe = false;
    return column && column !== 'ambiguous' ? column.value : absent;
  });
  return isSafe ? replaced : undefined;
}
