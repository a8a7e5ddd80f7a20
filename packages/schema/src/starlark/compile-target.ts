import type { Compile } from './code.ts';
import { ScriptFault } from './fault.ts';
import { setItem } from './slices.ts';
import type { Expression } from './tree.ts';
import type { Cell, Frame, Value } from './values.ts';
import { itemsOf } from './walk.ts';

export type Assign = (frame: Frame, value: Value) => void;

/** What stands left of `=` or behind `for`. */
export function compileTarget(node: Expression, compile: Compile): Assign {
  const { at } = node;
  if (node.kind === 'name') {
    const { binding } = node;
    if (binding?.kind === 'global') {
      const { index } = binding;
      return (frame, value) => {
        frame.machine.globals[index] = value;
      };
    }
    if (binding?.kind !== 'local') throw new TypeError('a name that is assigned is local or global');
    const { slot, isCaptured } = binding.variable;
    if (!isCaptured) {
      return (frame, value) => {
        frame.locals[slot] = value;
      };
    }
    return (frame, value) => {
      // A captured variable's slot holds its cell.
      (frame.locals[slot] as Cell).value = value;
    };
  }
  if (node.kind === 'index') {
    const of = compile.expression(node.of);
    const index = compile.expression(node.index);
    return (frame, value) => {
      const whole = of(frame);
      const place = index(frame);
      frame.machine.at = at;
      setItem(frame.machine.meter, whole, place, value);
    };
  }
  if (node.kind !== 'list' && node.kind !== 'tuple')
    throw new TypeError('the parser lets no other target through');
  const targets = node.items.map((item) => compileTarget(item, compile));
  return (frame, value) => {
    frame.machine.at = at;
    frame.machine.meter.charge(targets.length);
    const items = itemsOf(frame.machine.meter, value);
    if (items.length !== targets.length)
      throw new ScriptFault(`${items.length} values cannot be taken apart into ${targets.length} names`);
    for (let i = 0; i < items.length; i++) targets[i]!(frame, items[i]!);
  };
}
