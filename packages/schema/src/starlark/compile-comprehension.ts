import type { Code, Compile } from './code.ts';
import { compileTarget } from './compile-target.ts';
import type { Clause, Expression } from './tree.ts';
import { Dict, isTrue, List } from './values.ts';
import type { Frame, Value } from './values.ts';
import { walk } from './walk.ts';

type Step = (frame: Frame, into: List | Dict) => void;

/** `[item for … if …]` and `{key: value for …}`. */
export function compileComprehension(
  node: Extract<Expression, { kind: 'comprehension' }>,
  compile: Compile,
): Code {
  const { at } = node;
  const item = compile.expression(node.item);
  const value = node.value && compile.expression(node.value);
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
  for (const clause of node.clauses.toReversed()) step = compileClause(clause, step, compile);
  return (frame) => {
    frame.machine.meter.takeItems(4);
    const result = value === undefined ? new List([]) : new Dict();
    step(frame, result);
    return result;
  };
}

function compileClause(clause: Clause, next: Step, compile: Compile): Step {
  if (clause.kind === 'if') {
    const condition = compile.expression(clause.condition);
    const { size } = clause.condition;
    return (frame, into) => {
      frame.machine.meter.charge(size);
      if (isTrue(condition(frame))) next(frame, into);
    };
  }
  const items = compile.expression(clause.items);
  const { at, size } = clause.items;
  const assign = compileTarget(clause.target, compile);
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
