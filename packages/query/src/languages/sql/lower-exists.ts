import { QueryFault, refuse } from '../../diagnostics.ts';
import type { Expression, NamedExpression } from '../../ir/expression.ts';
import type { Relation } from '../../ir/relation.ts';
import { integer } from '../../ir/types.ts';
import type { SqlExpr, SqlQuery, SqlSelect } from './ast.ts';
import { hasAggregate } from './group.ts';
import type { SourceLowerer } from './lower-source.ts';
import { lowerSource } from './lower-source.ts';
import type { Scope } from './scope.ts';
import { inClause, inside } from './scope.ts';

type ExistsExpression = Extract<Expression, { kind: 'existsQuery' }>;

/**
 * `EXISTS (…)`. Conditions of the inner query may compare its columns by `=` with values of the query around; any
 * other inner query stands for itself.
 */
export function lowerExists(query: SqlQuery, scope: Scope, lower: SourceLowerer): ExistsExpression {
  const select = plainSelect(query);
  const relation = select && correlated(select, scope, lower);
  return relation ?? { kind: 'existsQuery', query: lower.query(query, scope).relation, keys: [] };
}

/** A query whose rows are the rows of its WHERE. */
function plainSelect({ with: named, body, limit, offset }: SqlQuery): SqlSelect | undefined {
  if (named.length > 0 || limit || offset || body.kind !== 'select' || !body.from) return undefined;
  const isGrouped = body.groupBy === 'all' || body.groupBy.length > 0 || body.groupingSets !== undefined;
  return isGrouped || body.having || body.qualify ? undefined : body;
}

function correlated(select: SqlSelect, scope: Scope, lower: SourceLowerer): ExistsExpression | undefined {
  const source = lowerSource(select.from!, { ...scope, variables: new Map() }, lower);
  const inner = inClause({ ...inside(scope, source), variables: new Map() }, 'where');
  for (const item of select.items) {
    const value = item.kind === 'expr' ? lower.expression(item.value, inClause(inner, 'select')) : undefined;
    // An aggregate gives a row whatever there is.
    if (value && hasAggregate(value)) return undefined;
  }
  const conditions: Expression[] = [];
  const keys: { value: Expression; column: string; inner: Expression }[] = [];
  for (const part of select.where ? partsOf(select.where) : []) {
    const own = attempt(() => lower.expression(part, inner));
    if (own) conditions.push(own);
    else keys.push({ ...keyOf(part, scope, inner, lower), column: `k${keys.length}` });
  }
  const rows: Relation = conditions.reduce<Relation>(
    (input, where) => ({ kind: 'filter', input, where }),
    source.relation,
  );
  const one: NamedExpression = { name: 'one', value: { kind: 'literal', value: 1, type: integer } };
  const columns = keys.map((key): NamedExpression => ({ name: key.column, value: key.inner }));
  return {
    kind: 'existsQuery',
    query: { kind: 'project', input: rows, columns: columns.length > 0 ? columns : [one] },
    keys: keys.map(({ value, column }) => ({ value, column })),
  };
}

function partsOf(where: SqlExpr): SqlExpr[] {
  return where.kind === 'logic' && where.op === 'and' ? where.parts.flatMap(partsOf) : [where];
}

/** An equality of a column inside with a value of the query around. */
function keyOf(
  part: SqlExpr,
  outer: Scope,
  inner: Scope,
  lower: SourceLowerer,
): { value: Expression; inner: Expression } {
  if (part.kind === 'binary' && part.op === '=') {
    for (const [own, other] of [
      [part.left, part.right],
      [part.right, part.left],
    ] as const) {
      const column = attempt(() => lower.expression(own, inner));
      const value = column && attempt(() => lower.expression(other, outer));
      if (column && value) return { value, inner: column };
    }
  }
  // Says which name is not known here, unless it is one of the query around.
  lower.expression(part, { ...inner, columns: [...inner.columns, ...outer.columns] });
  return refuse(
    part.span,
    'sem.correlated',
    'In EXISTS, columns of the query around can only be compared by =, in conditions joined by AND.',
    'Use a JOIN, or IN.',
  );
}

/** The expression, or undefined where a name in it is not known. */
function attempt(lowered: () => Expression): Expression | undefined {
  try {
    return lowered();
  } catch (thrown) {
    if (thrown instanceof QueryFault && thrown.diagnostic.code === 'name.unknown_column') return undefined;
    throw thrown;
  }
}
