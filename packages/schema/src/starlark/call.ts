import { LimitFault, ScriptFault } from './fault.ts';
import { Builtin, Dict, Func, Tuple, typeOf } from './values.ts';
import type { Frame, FunctionCode, Machine, Named, Value } from './values.ts';

/** Of operations nested within each other at run time, over all calls: each needs a little of the stack. */
const deepestRun = 1_000;
const depthOfCall = 12;

export const noNames: Named = [];

/** Calls a function of the script or one of ours. */
export function call(machine: Machine, callee: Value, args: readonly Value[], named: Named = noNames): Value {
  if (callee instanceof Builtin) {
    machine.meter.charge(1);
    return callee.run(machine, args, named, callee.self ?? null);
  }
  if (!(callee instanceof Func)) throw new ScriptFault(`a ${typeOf(callee)} cannot be called`);
  const { code } = callee;
  if (machine.running.includes(code))
    throw new ScriptFault(`${code.name}() calls itself, which Starlark does not allow`);
  machine.depth += code.depth + depthOfCall;
  if (machine.depth > deepestRun) throw new LimitFault('its calls are nested too deep');
  machine.meter.take(64 + code.scope.slots * 8);
  machine.meter.charge(4 + args.length);
  machine.running.push(code);
  const frame: Frame = {
    machine,
    locals: emptySlots(code.scope.slots),
    frees: callee.frees,
    result: null,
  };
  bind(machine, callee, frame, args, named);
  for (const { slot } of code.scope.captured) {
    // Until here a slot holds a plain value.
    frame.locals[slot] = { value: frame.locals[slot] as Value | undefined };
  }
  const result = code.run(frame);
  machine.running.pop();
  machine.depth -= code.depth + depthOfCall;
  return result;
}

function emptySlots(count: number): Frame['locals'] {
  const slots: Frame['locals'] = [];
  for (let i = 0; i < count; i++) slots.push(undefined);
  return slots;
}

function bind(machine: Machine, callee: Func, frame: Frame, args: readonly Value[], named: Named): void {
  const { code, defaults } = callee;
  const { slots, names, positionalCount } = code;
  const { locals } = frame;
  const given = Math.min(args.length, positionalCount);
  for (let i = 0; i < given; i++) locals[slots[i]!] = args[i]!;
  if (args.length > positionalCount || code.restSlot >= 0) {
    if (code.restSlot < 0)
      throw new ScriptFault(`${code.name}() takes ${positionalCount} arguments, not ${args.length}`);
    locals[code.restSlot] = new Tuple(args.slice(positionalCount));
  }
  if (named.length > 0 || code.namedSlot >= 0) bindNamed(machine, code, frame, named);
  for (let i = 0; i < names.length; i++) {
    const slot = slots[i]!;
    if (locals[slot] !== undefined) continue;
    const value = defaults[i];
    if (value === undefined) throw new ScriptFault(`${code.name}() needs the argument "${names[i]}"`);
    locals[slot] = value;
  }
}

function bindNamed(machine: Machine, code: FunctionCode, { locals }: Frame, named: Named): void {
  const rest = new Dict();
  for (const [name, value] of named) {
    machine.meter.charge(1 + code.names.length / 8);
    const index = code.names.indexOf(name);
    if (index < 0) {
      if (code.namedSlot < 0) throw new ScriptFault(`${code.name}() has no argument "${name.slice(0, 60)}"`);
      if (rest.get(machine.meter, name) !== undefined)
        throw new ScriptFault(`${code.name}() got "${name.slice(0, 60)}" twice`);
      rest.set(machine.meter, name, value);
      continue;
    }
    const slot = code.slots[index]!;
    if (locals[slot] !== undefined) throw new ScriptFault(`${code.name}() got "${name}" twice`);
    locals[slot] = value;
  }
  if (code.namedSlot >= 0) locals[code.namedSlot] = rest;
}
