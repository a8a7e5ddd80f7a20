import type { Expression, SortKey } from './expression.ts';

/** A copy with every part for which `replace` gives something put in its place. */
export function mapExpression(
  expression: Expression,
  replace: (part: Expression) => Expression | undefined,
): Expression {
  const replacement = replace(expression);
  if (replacement) return replacement;
  const map = (part: Expression) => mapExpression(part, replace);
  switch (expression.kind) {
    case 'path':
      return { ...expression, base: map(expression.base) };
    case 'call':
      return { ...expression, args: expression.args.map(map) };
    case 'aggregate':
      return {
        ...expression,
        args: expression.args.map(map),
        where: expression.where && map(expression.where),
        ...(expression.orderBy ? { orderBy: mapKeys(expression.orderBy, map) } : {}),
      };
    case 'window':
      return {
        ...expression,
        args: expression.args.map(map),
        partitionBy: expression.partitionBy.map(map),
        orderBy: mapKeys(expression.orderBy, map),
      };
    case 'case':
      return {
        ...expression,
        branches: expression.branches.map(({ when, result }) => ({ when: map(when), result: map(result) })),
        otherwise: expression.otherwise && map(expression.otherwise),
      };
    case 'cast':
      return { ...expression, value: map(expression.value) };
    case 'array':
      return { ...expression, elements: expression.elements.map(map) };
    case 'object':
      return {
        ...expression,
        fields: expression.fields.map(({ name, value }) => ({ name, value: map(value) })),
        ...(expression.present ? { present: map(expression.present) } : {}),
      };
    case 'lambda':
      return { ...expression, body: map(expression.body) };
    case 'inQuery':
      return { ...expression, value: map(expression.value) };
    case 'existsQuery':
      return {
        ...expression,
        keys: expression.keys.map(({ value, column }) => ({ value: map(value), column })),
      };
    case 'literal':
    case 'column':
    case 'variable':
    case 'rowText':
    case 'scalarQuery':
      return expression;
  }
}

function mapKeys(keys: readonly SortKey[], map: (part: Expression) => Expression): SortKey[] {
  return keys.map((key) => ({ ...key, value: map(key.value) }));
}

/** The expression and all it is made of, but not the queries inside it. */
export function partsOf(expression: Expression): Expression[] {
  const parts: Expression[] = [];
  mapExpression(expression, (part) => {
    parts.push(part);
    return undefined;
  });
  return parts;
}
