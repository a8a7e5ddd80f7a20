import type { Code, Compile } from './code.ts';
import { call, noNames } from './call.ts';
import { ScriptFault } from './fault.ts';
import { compileComprehension } from './compile-comprehension.ts';
import { compileFunction } from './compile-function.ts';
import { memberOf, methodsOf, noMember } from './members.ts';
import { operate, operateUnary } from './operations.ts';
import { itemAt, sliceOf } from './slices.ts';
import type { Argument, Expression, NameNode } from './tree.ts';
import { Dict, Float, isTrue, List, Tuple, typeOf } from './values.ts';
import type { Cell, Frame, Named, Value } from './values.ts';
import { builtins } from './builtins.ts';
import { walk } from './walk.ts';

/** See `Compile`. */
export function compileExpression(node: Expression, compile: Compile): Code {
  const { at } = node;
  switch (node.kind) {
    case 'name':
      return compileName(node);
    case 'literal': {
      const value = node.isFloat ? new Float(Number(node.value)) : node.value;
      return () => value;
    }
    case 'list': {
      const items = node.items.map(compile.expression);
      return (frame) => new List(evaluated(frame, items));
    }
    case 'tuple': {
      const items = node.items.map(compile.expression);
      return (frame) => new Tuple(evaluated(frame, items));
    }
    case 'dict':
      return compileDict(node, compile);
    case 'call':
      return compileCall(node, compile);
    case 'dot': {
      const of = compile.expression(node.of);
      const { name } = node;
      return (frame) => {
        const value = of(frame);
        frame.machine.at = at;
        frame.machine.meter.take(64);
        const member = memberOf(value, name);
        if (member === undefined) throw noMember(value, name);
        return member;
      };
    }
    case 'index': {
      const of = compile.expression(node.of);
      const index = compile.expression(node.index);
      return (frame) => {
        const value = of(frame);
        const place = index(frame);
        frame.machine.at = at;
        return itemAt(frame.machine.meter, value, place);
      };
    }
    case 'slice': {
      const [of, from, to, step] = [node.of, node.from, node.to, node.step].map((part) =>
        part === undefined ? () => null : compile.expression(part),
      ) as [Code, Code, Code, Code]; // as many as were mapped
      return (frame) => {
        const [value, start, end, by] = [of(frame), from(frame), to(frame), step(frame)];
        frame.machine.at = at;
        return sliceOf(frame.machine.meter, value, start, end, by);
      };
    }
    case 'unary': {
      const of = compile.expression(node.of);
      const { sign } = node;
      if (sign === 'not') return (frame) => !isTrue(of(frame));
      return (frame) => {
        const value = of(frame);
        frame.machine.at = at;
        return operateUnary(frame.machine.meter, sign, value);
      };
    }
    case 'binary':
      return compileBinary(node, compile);
    case 'choice': {
      const [condition, then, otherwise] = [node.condition, node.whenTrue, node.otherwise].map(
        compile.expression,
      ) as [Code, Code, Code]; // as many as were mapped
      return (frame) => (isTrue(condition(frame)) ? then(frame) : otherwise(frame));
    }
    case 'lambda':
      return compileFunction(node.code!, node.parameters, node.body, compile);
    case 'comprehension':
      return compileComprehension(node, compile);
  }
}

function evaluated(frame: Frame, codes: readonly Code[]): Value[] {
  frame.machine.meter.takeItems(codes.length);
  const values: Value[] = [];
  for (let i = 0; i < codes.length; i++) values.push(codes[i]!(frame));
  return values;
}

function compileName({ binding, name, at }: NameNode): Code {
  const unset = (frame: Frame): never => {
    frame.machine.at = at;
    throw new ScriptFault(`"${name}" has no value yet`);
  };
  switch (binding?.kind) {
    case 'local': {
      const { slot, isCaptured } = binding.variable;
      // A captured variable's slot holds its cell from the start of the function on, any other its value.
      if (isCaptured)
        return (frame) => (frame.locals[slot] as Cell).value ?? orNone(frame.locals[slot] as Cell, frame);
      return (frame) => {
        const value = frame.locals[slot] as Value | undefined;
        return value === undefined ? unset(frame) : value;
      };
    }
    case 'free': {
      const { index } = binding;
      return (frame) => frame.frees[index]!.value ?? orNone(frame.frees[index]!, frame);
    }
    case 'global': {
      const { index } = binding;
      return (frame) => {
        const value = frame.machine.globals[index];
        return value === undefined ? unset(frame) : value;
      };
    }
    default: {
      const value = builtins.get(name)!;
      return () => value;
    }
  }
  function orNone(cell: Cell, frame: Frame): Value {
    return cell.value === undefined ? unset(frame) : cell.value;
  }
}

function compileDict(node: Extract<Expression, { kind: 'dict' }>, compile: Compile): Code {
  const entries = node.entries.map(({ key, value }) => ({
    at: key.at,
    key: compile.expression(key),
    value: compile.expression(value),
  }));
  return (frame) => {
    const { machine } = frame;
    machine.meter.takeItems(4);
    const dict = new Dict();
    for (const entry of entries) {
      const key = entry.key(frame);
      const value = entry.value(frame);
      machine.at = entry.at;
      const before = dict.entries.size;
      dict.set(machine.meter, key, value);
      if (dict.entries.size === before) throw new ScriptFault('this key stands twice in the dict');
    }
    return dict;
  };
}

function compileBinary(
  { sign, at, ...node }: Extract<Expression, { kind: 'binary' }>,
  compile: Compile,
): Code {
  const left = compile.expression(node.left);
  const right = compile.expression(node.right);
  if (sign === 'and') {
    return (frame) => {
      const value = left(frame);
      return isTrue(value) ? right(frame) : value;
    };
  }
  if (sign === 'or') {
    return (frame) => {
      const value = left(frame);
      return isTrue(value) ? value : right(frame);
    };
  }
  return (frame) => {
    const a = left(frame);
    const b = right(frame);
    frame.machine.at = at;
    return operate(frame.machine.meter, sign, a, b);
  };
}

function compileCall({ at, callee, args }: Extract<Expression, { kind: 'call' }>, compile: Compile): Code {
  const isPlain = args.every(({ kind }) => kind === 'plain');
  const given = isPlain ? plainArguments(args, compile) : mixedArguments(args, compile);
  if (callee.kind === 'dot') {
    const of = compile.expression(callee.of);
    const { name } = callee;
    return (frame) => {
      const { machine } = frame;
      const value = of(frame);
      const run = methodsOf(value).get(name);
      const { args: values, named } = given(frame);
      machine.at = at;
      if (run !== undefined) {
        machine.meter.charge(1);
        return run(machine, values, named, value);
      }
      const member = memberOf(value, name);
      if (member === undefined) throw noMember(value, name);
      return call(machine, member, values, named);
    };
  }
  const code = compile.expression(callee);
  return (frame) => {
    const value = code(frame);
    const { args: values, named } = given(frame);
    frame.machine.at = at;
    return call(frame.machine, value, values, named);
  };
}

type Given = (frame: Frame) => { args: Value[]; named: Named };

function plainArguments(args: readonly Argument[], compile: Compile): Given {
  const codes = args.map(({ value }) => compile.expression(value));
  return (frame) => ({ args: evaluated(frame, codes), named: noNames });
}

function mixedArguments(list: readonly Argument[], compile: Compile): Given {
  const parts = list.map(({ kind, name, value, at }) => ({
    kind,
    name,
    at,
    code: compile.expression(value),
  }));
  return (frame) => {
    const { machine } = frame;
    const { meter } = machine;
    const args: Value[] = [];
    const named: [string, Value][] = [];
    for (const { kind, name, at, code } of parts) {
      const value = code(frame);
      machine.at = at;
      meter.take(64);
      if (kind === 'plain') args.push(value);
      else if (kind === 'named') named.push([name, value]);
      else if (kind === 'list') {
        walk(meter, value, (item) => {
          meter.take(16);
          args.push(item);
        });
      } else addNamed(machine.meter, named, value);
    }
    return { args, named };
  };
}

function addNamed(meter: Frame['machine']['meter'], named: [string, Value][], value: Value): void {
  if (!(value instanceof Dict))
    throw new ScriptFault(`behind "**" a dict must stand, not a ${typeOf(value)}`);
  for (const { key, value: item } of value.entries.values()) {
    meter.take(64);
    if (typeof key !== 'string') throw new ScriptFault('the keys of a dict behind "**" must be strings');
    if (named.length < 100 && named.some(([name]) => name === key))
      throw new ScriptFault(`the argument "${key.slice(0, 60)}" is given twice`);
    named.push([key, item]);
  }
}
