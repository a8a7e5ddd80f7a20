import type { Code, Compile } from './code.ts';
import type { Expression, FunctionScope, Parameter, Statement } from './tree.ts';
import { Func } from './values.ts';
import type { Cell, FunctionCode } from './values.ts';

/** What makes the function when its `def` or `lambda` is reached. */
export function compileFunction(
  scope: FunctionScope,
  parameters: readonly Parameter[],
  body: readonly Statement[] | Expression,
  compile: Compile,
): Code {
  const code = codeOf(scope, parameters, body, compile);
  const byName = new Map(parameters.map(({ name, value }) => [name, value]));
  const defaults = code.names.map((name) => {
    const value = byName.get(name);
    return value && compile.expression(value);
  });
  const { frees } = scope;
  return (frame) => {
    frame.machine.meter.take(96 + (defaults.length + frees.length) * 8);
    return new Func(
      code,
      defaults.map((value) => value?.(frame)),
      // A captured variable's slot holds its cell.
      frees.map((free) =>
        free.kind === 'free' ? frame.frees[free.index]! : (frame.locals[free.variable.slot] as Cell),
      ),
    );
  };
}

function codeOf(
  scope: FunctionScope,
  parameters: readonly Parameter[],
  body: readonly Statement[] | Expression,
  compile: Compile,
): FunctionCode {
  const own = parameters.filter(({ kind }) => kind !== 'divider');
  const slotOf = (kind: Parameter['kind']) => {
    const index = own.findIndex((parameter) => parameter.kind === kind);
    return index < 0 ? -1 : scope.parameters[index]!.slot;
  };
  const plain = own.filter(({ kind }) => kind === 'plain');
  const star = parameters.findIndex(({ kind }) => kind === 'list' || kind === 'divider');
  const { run, depth } =
    'length' in body
      ? compile.body(body)
      : { run: chargedOnce(compile.expression(body), body.size), depth: body.depth };
  return {
    scope,
    name: scope.name,
    names: plain.map(({ name }) => name),
    slots: plain.map((parameter) => scope.parameters[own.indexOf(parameter)]!.slot),
    positionalCount: star < 0 ? plain.length : star,
    restSlot: slotOf('list'),
    namedSlot: slotOf('dict'),
    depth,
    run,
  };
}

function chargedOnce(code: Code, size: number): Code {
  return (frame) => {
    frame.machine.meter.charge(size);
    return code(frame);
  };
}
