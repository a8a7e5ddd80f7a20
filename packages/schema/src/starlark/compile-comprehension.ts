import { compileExpression } from './compile-expression.ts';
import type { Code } from './compile-expression.ts';
import { compileTarget } from './compile-target.ts';
import type { Clause, Expression } from './tree.ts';
import { Dict, isTrue, List } from './values.ts';
import type { Frame, Value } from './values.ts';
import { walk } from './walk.ts';

type Step = (frame: Frame, into: List | Dict) => void;

/** `[item for … if …]` and `{key: value for …}`. */
export function compileComprehension(node: Extract<Expression, { kind: 'comprehension' }>): Code {
  const { at } = node;
  const item = compileExpression(node.item);
  const value = node.value && compileExpression(node.value);
  const size = node.item.size + (node.value?.size ?? 0) + 1;
  let step: Step = (frame, into) => {
    const { machine } = frame;
    machine.meter.charge(size);
    const made: Value = item(frame);
    if (into instanceof List) {
      machine.at = at;
      machine.meter.take(16);
      into.items.push(made);
    } else {
      const second = value!(frame);
      machine.at = at;
      into.set(machine.meter, made, second);
    }
  };
  for (const clause of node.clauses.toReversed()) step = compileClause(clause, step);
  return (frame) => {
    frame.machine.meter.takeItems(4);
    const result = value === undefined ? new List([]) : new Dict();
    step(frame, result);
    return result;
  };
}

function compileClause(clause: Clause, next: Step): Step {
  if (clause.kind === 'if') {
    const condition = compileExpression(clause.condition);
    const { size } = clause.condition;
    return (frame, into) => {
      frame.machine.meter.charge(size);
      if (isTrue(condition(frame))) next(frame, into);
    };
  }
  const items = compileExpression(clause.items);
  const { at, size } = clause.items;
  const assign = compileTarget(clause.target);
  return (frame, into) => {
    const { machine } = frame;
    machine.meter.charge(size);
    const value = items(frame);
    machine.at = at;
    walk(machine.meter, value, (each) => {
      assign(frame, each);
      next(frame, into);
    });
  };
}
