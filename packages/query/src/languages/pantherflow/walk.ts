import type { FlowExpression, FlowQuery, FlowSource, FlowStage, FlowTable, FlowTabular } from './ast.ts';

/** The expressions directly inside one, in text order; those of a query in `toscalar` are not among them. */
export function partsOf(expression: FlowExpression): FlowExpression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'scalarQuery':
      return [];
    case 'member':
      return [expression.base];
    case 'index':
      return [expression.base, expression.index];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'in':
      return [expression.value, expression.list];
    case 'between':
      return [expression.value, expression.from, expression.to];
    case 'call':
      return expression.args;
    case 'array':
      return expression.elements;
    case 'object':
      return expression.fields.map(({ value }) => value);
    case 'lambda':
      return [expression.body];
  }
}

/** The expressions directly inside a source or stage, in text order. */
export function expressionsOf(stage: FlowSource | FlowStage): FlowExpression[] {
  switch (stage.kind) {
    case 'datatable':
      return stage.rows;
    case 'range':
      return [stage.from, stage.to, stage.step];
    case 'where':
      return [stage.condition];
    case 'project':
    case 'extend':
      return stage.items.map(({ value }) => value);
    case 'summarize':
      return [...stage.aggregates, ...stage.keys].map(({ value }) => value);
    case 'sort':
      return stage.keys.map(({ value }) => value);
    case 'limit':
    case 'sample':
      return [stage.count];
    case 'join':
      return stage.on ? [stage.on] : [];
    case 'visualize':
      return stage.annotations.map(({ value }) => value);
    case 'union':
    case 'search':
    case 'broken':
    case 'table':
    case 'tabular':
      return [];
  }
}

/** The queries directly inside a source or stage; those in `toscalar` are not among them. */
export function queriesOf(part: FlowSource | FlowStage): FlowTabular[] {
  if (part.kind === 'tabular') return [part];
  if (part.kind === 'join') return [part.right];
  return part.kind === 'union' ? part.items.filter((item) => item.kind === 'tabular') : [];
}

/** An expression and all inside it, outermost first; what is in a query of `toscalar` is left out. */
export function* everyExpression(expression: FlowExpression): Generator<FlowExpression> {
  yield expression;
  for (const part of partsOf(expression)) yield* everyExpression(part);
}

/** All pipelines of a query, outer ones before those inside them. */
export function* everyTabular(query: FlowQuery): Generator<FlowTabular> {
  for (const { value } of query.lets)
    if (value.kind === 'tabular') yield* tabularsIn(value);
    else yield* tabularsInExpression(value);
  if (query.body) yield* tabularsIn(query.body);
}

function* tabularsIn(tabular: FlowTabular): Generator<FlowTabular> {
  yield tabular;
  const { source, stages } = tabular;
  for (const part of source ? [source, ...stages] : stages) {
    for (const inner of queriesOf(part)) yield* tabularsIn(inner);
    for (const expression of expressionsOf(part)) yield* tabularsInExpression(expression);
  }
}

function* tabularsInExpression(expression: FlowExpression): Generator<FlowTabular> {
  for (const part of everyExpression(expression))
    if (part.kind === 'scalarQuery') yield* tabularsIn(part.query);
}

/** The tables a pipeline reads itself, not those of pipelines inside it. */
export function tablesOf({ source, stages }: FlowTabular): FlowTable[] {
  return (source ? [source, ...stages] : stages).flatMap((part) => {
    if (part.kind === 'table') return [part];
    return part.kind === 'union' ? part.items.filter((item) => item.kind === 'table') : [];
  });
}
