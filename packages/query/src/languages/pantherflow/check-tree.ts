import type { Diagnostic, Span } from '../../diagnostics.ts';
import { errorAt } from '../../diagnostics.ts';
import type { FlowCall, FlowExpression, FlowQuery, FlowStage, FlowTabular } from './ast.ts';
import { expressionsOf, partsOf, queriesOf } from './walk.ts';

/** Functions that take a function, with the position of it among their arguments. */
const takesFunction: ReadonlyMap<string, number> = new Map([
  ['arrays.map', 1],
  ['arrays.filter', 1],
]);

/** Kinds of join that need a condition; unknown kinds are refused elsewhere. */
const conditionalKinds: ReadonlySet<string> = new Set(['inner', 'leftouter', 'rightouter', 'fullouter']);

/** Where an expression stands: which of its parts are allowed. */
interface Place {
  aggregates: 'allowed' | 'nested' | 'refused';
  isJoinCondition: boolean;
}

const plainPlace: Place = { aggregates: 'refused', isJoinCondition: false };

/** What is wrong with a tree whatever the tables are, in no certain order. */
export function checkTree(query: FlowQuery): Diagnostic[] {
  const found: Diagnostic[] = [];
  checkNames(query, found);
  for (const { value } of query.lets)
    if (value.kind === 'tabular') checkTabular(value, false, found);
    else checkExpression(value, plainPlace, found);
  if (query.body) checkTabular(query.body, true, found);
  return found;
}

function checkNames(query: FlowQuery, found: Diagnostic[]): void {
  const seen = new Set<string>();
  for (const { name } of query.lets) {
    if (seen.has(name.text))
      add(found, name.span, 'name.duplicate_variable', `The variable "${name.text}" is already defined.`);
    seen.add(name.text);
  }
}

function add(found: Diagnostic[], span: Span, code: string, message: string, suggestion?: string): void {
  found.push(errorAt(span, code, message, suggestion));
}

function checkTabular(tabular: FlowTabular, isResult: boolean, found: Diagnostic[]): void {
  const { source, stages } = tabular;
  for (const part of source ? [source, ...stages] : stages)
    for (const query of queriesOf(part)) checkTabular(query, false, found);
  for (const value of source ? expressionsOf(source) : []) checkExpression(value, plainPlace, found);
  for (const [index, stage] of stages.entries()) {
    checkStage(stage, found);
    if (stage.kind === 'visualize' && !(isResult && index === stages.length - 1))
      add(
        found,
        wordSpan(stage),
        'sem.visualize_not_last',
        '"visualize" must be the last operator of the query.',
        isResult ? 'Move it to the end.' : 'Put it at the end of the whole query.',
      );
  }
}

function wordSpan({ kind, span }: FlowStage): Span {
  const { start, line, column } = span;
  return { ...span, end: start + kind.length, endLine: line, endColumn: column + kind.length };
}

function checkStage(stage: FlowStage, found: Diagnostic[]): void {
  if (stage.kind === 'summarize') {
    for (const { value } of stage.aggregates) {
      if (!hasAggregate(value))
        add(
          found,
          value.span,
          'sem.aggregate_required',
          'Each value of "summarize" needs an aggregate such as agg.count().',
          'Put columns to group by after "by".',
        );
      checkExpression(value, { ...plainPlace, aggregates: 'allowed' }, found);
    }
    for (const { value } of stage.keys) checkExpression(value, plainPlace, found);
    return;
  }
  if (stage.kind === 'join' && !stage.on && conditionalKinds.has(stage.type.text))
    add(
      found,
      wordSpan(stage),
      'sem.join_condition_required',
      `A join of kind "${stage.type.text}" needs a condition.`,
      'Add on $left.column == $right.column.',
    );
  const place = { ...plainPlace, isJoinCondition: stage.kind === 'join' };
  for (const expression of expressionsOf(stage)) checkExpression(expression, place, found);
}

export function isAggregate(expression: FlowExpression): expression is FlowCall {
  return expression.kind === 'call' && expression.name.startsWith('agg.');
}

const isSide = (name: string) => name === '$left' || name === '$right';

function hasAggregate(expression: FlowExpression): boolean {
  return isAggregate(expression) || partsOf(expression).some(hasAggregate);
}

function checkExpression(
  expression: FlowExpression,
  place: Place,
  found: Diagnostic[],
  isFunctionExpected = false,
): void {
  if (expression.kind === 'scalarQuery') {
    checkTabular(expression.query, false, found);
    return;
  }
  if (expression.kind === 'variable' && isSide(expression.name) && !place.isJoinCondition)
    add(
      found,
      expression.span,
      'sem.join_side_outside_join',
      `"${expression.name}" has a meaning only in the condition of a join.`,
    );
  if (expression.kind === 'lambda' && !isFunctionExpected)
    add(
      found,
      expression.span,
      'sem.lambda_not_allowed',
      'A function may stand only as the second argument of arrays.map or arrays.filter.',
    );
  const inside = isAggregate(expression) ? checkAggregate(expression, place, found) : place;
  const functionAt = expression.kind === 'call' ? takesFunction.get(expression.name) : undefined;
  partsOf(expression).forEach((part, index) => {
    checkExpression(part, inside, found, index === functionAt);
  });
}

/** The place of its arguments. */
function checkAggregate(call: FlowCall, place: Place, found: Diagnostic[]): Place {
  const { name, nameSpan } = call;
  if (place.aggregates === 'nested')
    add(found, nameSpan, 'sem.nested_aggregate', `"${name}" stands inside another aggregate.`, nestedAdvice);
  if (place.aggregates === 'refused')
    add(
      found,
      nameSpan,
      'sem.aggregate_not_allowed',
      `"${name}" is an aggregate, which only the values of "summarize" may use.`,
    );
  return place.aggregates === 'allowed' ? { ...place, aggregates: 'nested' } : place;
}

const nestedAdvice = 'Compute the inner aggregate in a "summarize" of its own.';
