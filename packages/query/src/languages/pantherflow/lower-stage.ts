import { nearestWord } from '@margay/kit';
import { refuse } from '../../diagnostics.ts';
import type { Expression, NamedExpression } from '../../ir/expression.ts';
import type { JoinType, Relation } from '../../ir/relation.ts';
import { integer, json } from '../../ir/types.ts';
import { overflowName } from '../../ir/typing.ts';
import { maxPutDepth } from '../../functions/internal/json-objects.ts';
import type {
  FlowAssign,
  FlowExpression,
  FlowJoin,
  FlowNamed,
  FlowSearch,
  FlowSortKey,
  FlowStage,
} from './ast.ts';
import { conditionOf } from './condition.ts';
import { lowerExpression, lowerFilter } from './lower-expression.ts';
import { flowOf, unionItems, unionOf } from './lower-source.ts';
import { checkName, namesOf } from './naming.ts';
import { readTerm } from './search-term.ts';
import type { Flow, FlowColumn, FlowContext, FlowSortKeyOf } from './scope.ts';
import { columnNamed, columnRef, scopeOver } from './scope.ts';
import type { Typed } from './typed.ts';
import {
  asDocumentValue,
  call,
  constantTypeName,
  fieldTypeOf,
  isDocument,
  isInt,
  textConstant,
} from './typed.ts';

/** The rows after a stage. */
export function lowerStage(stage: FlowStage, flow: Flow, context: FlowContext): Flow {
  const scope = scopeOver(flow.columns, context);
  switch (stage.kind) {
    case 'where':
      return filtered(flow, lowerFilter(stage.condition, scope));
    case 'search':
      return filtered(flow, searchCondition(stage.condition));
    case 'project':
      return projected(stage.items, flow, context);
    case 'extend':
      return extended(stage.items, flow, context);
    case 'summarize':
      return summarized(stage.aggregates, stage.keys, flow, context);
    case 'sort':
      return { ...flow, order: stage.keys.flatMap((key) => sortKeys(key, flow, context)), isOrdered: false };
    case 'limit':
      return limited(flow, rowCount(stage.count, context));
    case 'sample':
      return sampled(flow, rowCount(stage.count, context));
    case 'join':
      return joined(stage, flow, context);
    case 'union':
      return unionOf([flow, ...unionItems(stage, context)], stage.span, context);
    case 'visualize':
    case 'broken':
      return flow;
  }
}

function filtered(flow: Flow, where: Expression): Flow {
  return { ...flow, relation: { kind: 'filter', input: flow.relation, where }, isOrdered: false };
}

/** Terms of `search`: each may be found in another column. */
function searchCondition(search: FlowSearch): Expression {
  switch (search.kind) {
    case 'term':
      return readTerm(search.text);
    case 'not':
      return { kind: 'call', fn: 'not', args: [searchCondition(search.operand)] };
    case 'and':
    case 'or':
      return {
        kind: 'call',
        fn: search.kind,
        args: [searchCondition(search.left), searchCondition(search.right)],
      };
  }
}

interface Made {
  name: string;
  value: Typed;
}

/** The relation with exactly these columns, and hidden ones for the order where it depends on columns that go. */
function withColumns(flow: Flow, made: Made[], keepsOverflow: boolean): Flow {
  const columns: NamedExpression[] = made.map(({ name, value }) => ({ name, value: value.expression }));
  const types: FlowColumn[] = made.map(({ name, value }) => ({ name, type: value.type }));
  if (keepsOverflow && flow.columns.some((column) => column.name === overflowName)) {
    columns.push({ name: overflowName, value: { kind: 'column', name: overflowName } });
    types.push({ name: overflowName, type: json, hidden: true });
  }
  const order = flow.order.map((key, index): FlowSortKeyOf => {
    const name = `\u0000${index}`;
    columns.push({ name, value: key.value, isHidden: true });
    types.push({ name, type: json, hidden: true });
    return { ...key, value: { kind: 'column', name } };
  });
  const relation: Relation = { kind: 'project', input: flow.relation, columns };
  return { ...flow, relation, columns: types, order, isOrdered: false };
}

function projected(items: FlowNamed[], flow: Flow, context: FlowContext): Flow {
  const scope = scopeOver(flow.columns, context);
  const names = namesOf(items);
  const made = items.map(({ value }, index) => ({
    name: names[index]!,
    value: lowerExpression(value, scope),
  }));
  return withColumns(flow, made, false);
}

/** All expressions see the columns before; targets with the same column change it one after the other. */
function extended(items: FlowAssign[], flow: Flow, context: FlowContext): Flow {
  const scope = scopeOver(flow.columns, context);
  const visible = flow.columns.filter((column) => !column.hidden);
  const made = new Map<string, Typed>(
    visible.map((column) => [column.name, columnRef(column, items[0]!.span)]),
  );
  const written = new Set<string>();
  for (const item of items) {
    const [target, ...path] = item.target as [FlowAssign['target'][0], ...FlowAssign['target']];
    checkName(target);
    const key = JSON.stringify(item.target.map((part) => part.text));
    if (written.has(key))
      refuse(target.span, 'sem.duplicate_column', `"${target.text.slice(0, 60)}" is set twice.`);
    written.add(key);
    const value = lowerExpression(item.value, scope);
    made.set(target.text, path.length === 0 ? value : withKey(made.get(target.text), item, value));
  }
  return withColumns(
    flow,
    [...made].map(([name, value]) => ({ name, value })),
    true,
  );
}

function withKey(object: Typed | undefined, { target, span }: FlowAssign, value: Typed): Typed {
  const keys = target.slice(1);
  if (keys.length > maxPutDepth)
    refuse(span, 'limit.depth', `A path to write to has at most ${maxPutDepth} keys.`);
  const from = object ?? {
    ...textConstant(''),
    expression: { kind: 'literal', value: null, type: json },
    type: json,
  };
  const base = isDocument(from.type)
    ? asDocumentValue(from)
    : { ...from, expression: { kind: 'literal' as const, value: null, type: json }, type: json };
  const names = keys.map((key) => textConstant(key.text, key.span));
  return call(`json_put_${keys.length}`, json, [base, asDocumentValue(value), ...names]);
}

/** Keys first, then aggregates; all other columns vanish. */
function summarized(aggregates: FlowNamed[], keys: FlowNamed[], flow: Flow, context: FlowContext): Flow {
  const scope = scopeOver(flow.columns, context);
  const names = namesOf([...keys, ...aggregates]);
  // In text order the aggregates come first, and the first fault is the one that is told.
  const sums = aggregates.map(({ value }) => lowerExpression(value, { ...scope, isOutsideAggregate: true }));
  const groups = keys.map(({ value }) => groupKey(lowerExpression(value, scope)));
  const made = [...groups, ...sums].map((value, index) => ({ name: names[index]!, value }));
  const named = made.map(({ name, value }) => ({ name, value: value.expression }));
  const relation: Relation = {
    kind: 'aggregate',
    input: flow.relation,
    keys: named.slice(0, keys.length),
    aggregates: named.slice(keys.length),
  };
  const columns = made.map(({ name, value }) => ({ name, type: value.type }));
  return { ...flowOf(relation, columns, flow.weight), hasLimit: flow.hasLimit };
}

/** Equal values of unknown type are one group, however they are written. */
function groupKey(value: Typed): Typed {
  return isDocument(value.type)
    ? { ...call('json_canonical', json, [asDocumentValue(value)]), span: value.span }
    : value;
}

/** Values of unknown type are ordered by type, then by value. */
function sortKeys(
  { value, direction, nulls }: FlowSortKey,
  flow: Flow,
  context: FlowContext,
): FlowSortKeyOf[] {
  const key = lowerExpression(value, scopeOver(flow.columns, context));
  const parts = isDocument(key.type)
    ? (['json_rank', 'json_number', 'json_sort_text'] as const).map((fn) =>
        call(fn, json, [asDocumentValue(key)]),
      )
    : [key];
  return parts.map((part) => ({
    value: part.expression,
    descending: direction === 'desc',
    nullsFirst: nulls === 'first',
  }));
}

/** A whole number, written out or in a variable. */
function rowCount(expression: FlowExpression, context: FlowContext): number {
  const value = lowerExpression(expression, scopeOver([], context));
  const count = value.constant?.value;
  if (!value.constant)
    refuse(
      expression.span,
      'type.mismatch',
      'The number of rows must be a whole number, written out or in a variable.',
    );
  if (!isInt(value.type))
    refuse(
      expression.span,
      'type.mismatch',
      `The number of rows must be a whole number; this is of type ${constantTypeName(value)}.`,
    );
  if (typeof count !== 'number' || count < 0)
    refuse(expression.span, 'value.invalid', 'The number of rows must be at least 0.');
  return count;
}

function limited(flow: Flow, count: number): Flow {
  const relation: Relation = { kind: 'limit', input: sorted(flow), count };
  return { ...flow, relation, isOrdered: true, hasLimit: true };
}

function sampled(flow: Flow, count: number): Flow {
  const key = { value: { kind: 'call' as const, fn: 'random', args: [] }, descending: false };
  const relation: Relation = {
    kind: 'limit',
    input: { kind: 'sort', input: flow.relation, keys: [key] },
    count,
  };
  return { ...flow, relation, order: [], isOrdered: false, hasLimit: true };
}

/** The relation with its rows in the order they have. */
export function sorted(flow: Flow): Relation {
  if (flow.order.length === 0 || flow.isOrdered) return flow.relation;
  return { kind: 'sort', input: flow.relation, keys: flow.order };
}

const joinTypes: Record<string, JoinType> = {
  inner: 'inner',
  leftouter: 'left',
  rightouter: 'right',
  fullouter: 'full',
  cross: 'cross',
};

/** A column of ones: tells matched rows from others, and is the equality an outer join needs. */
const oneName = '\u0000one';

function joined(stage: FlowJoin, flow: Flow, context: FlowContext): Flow {
  const type = Object.hasOwn(joinTypes, stage.type.text) ? joinTypes[stage.type.text] : undefined;
  if (!type)
    return refuse(
      stage.type.span,
      'value.invalid',
      `"${stage.type.text.slice(0, 60)}" is no kind of join.`,
      nearestWord(stage.type.text, Object.keys(joinTypes)) ??
        'Kinds are inner, leftouter, rightouter, fullouter and cross.',
    );
  checkName(stage.destination);
  const right = context.lowerTabular(stage.right, context);
  const sides = { left: flow.columns, right: right.columns };
  const on = stage.on && joinCondition(stage.on, { ...scopeOver([], context), sides });
  const isOuter = type === 'left' || type === 'right' || type === 'full';
  // The engine needs an equality, and unmatched rows must be told from rows without values.
  const needsOne = isOuter && !(on && hasEquality(on));
  const one: Expression = {
    kind: 'call',
    fn: 'eq',
    args: [
      { kind: 'column', name: oneName, of: 'left' },
      { kind: 'column', name: oneName, of: 'right' },
    ],
  };
  const condition = needsOne ? { kind: 'call' as const, fn: 'and', args: on ? [one, on] : [one] } : on;
  const relation: Relation = {
    kind: 'join',
    type: condition ? type : 'cross',
    left: { kind: 'rename', name: 'left', input: needsOne ? withOne(flow) : flow.relation },
    right: { kind: 'rename', name: 'right', input: withOne(right) },
    ...(condition ? { on: condition } : {}),
  };
  return destination(stage, relation, flow, right);
}

function joinCondition(on: FlowExpression, scope: ReturnType<typeof scopeOver>): Expression {
  return conditionOf(lowerExpression(on, scope)).expression;
}

function hasEquality(on: Expression): boolean {
  if (on.kind !== 'call') return false;
  return on.fn === 'and' ? on.args.some(hasEquality) : on.fn === 'eq';
}

function withOne(flow: Flow): Relation {
  const columns: NamedExpression[] = flow.columns.map(({ name, hidden }) => ({
    name,
    value: { kind: 'column', name },
    ...(hidden ? { isHidden: true } : {}),
  }));
  columns.push({ name: oneName, value: { kind: 'literal', value: 1, type: integer }, isHidden: true });
  return { kind: 'project', input: flow.relation, columns };
}

/** The columns of the pipe, and one with the whole row of the other side. */
function destination(
  { destination: { text: name } }: FlowJoin,
  input: Relation,
  left: Flow,
  right: Flow,
): Flow {
  const fields = right.columns.filter((column) => !column.hidden);
  const row: NamedExpression = {
    name,
    value: {
      kind: 'object',
      present: { kind: 'column', name: oneName, of: 'right' },
      fields: fields.map((column) => ({
        name: column.name,
        value: { kind: 'column', name: column.name, of: 'right' },
      })),
    },
  };
  const type: FlowColumn['type'] = {
    kind: 'object',
    fields: fields.map((column) => ({ name: column.name, type: fieldTypeOf(column.type) })),
  };
  const kept = left.columns.filter((column) => !column.hidden || column.name === overflowName);
  const columns = kept.map((column): { column: FlowColumn; made: NamedExpression } =>
    column.name === name
      ? { column: { name, type }, made: row }
      : { column, made: { name: column.name, value: { kind: 'column', name: column.name, of: 'left' } } },
  );
  if (!columnNamed(kept, name)) columns.push({ column: { name, type }, made: row });
  const relation: Relation = { kind: 'project', input, columns: columns.map(({ made }) => made) };
  return flowOf(
    relation,
    columns.map(({ column }) => column),
    left.weight + right.weight,
  );
}
