import { ScriptFault } from './fault.ts';
import { smallInt } from './slices.ts';
import { typeOf } from './values.ts';
import type { BuiltinRun, Machine, Value } from './values.ts';

/**
 * A built-in function with parameters like `['text', 'count?']`: those with a question mark may be left out and then are
 * undefined. `self` is what a method belongs to, and null for functions.
 */
export function taking(
  name: string,
  parameters: readonly string[],
  run: (machine: Machine, self: Value, ...args: (Value | undefined)[]) => Value,
): [string, BuiltinRun] {
  const names = parameters.map((parameter) => parameter.replace('?', ''));
  const needed = parameters.filter((parameter) => !parameter.endsWith('?')).length;
  return [
    name,
    (machine, args, named, self) => {
      if (args.length > names.length)
        throw new ScriptFault(`${name}() takes at most ${names.length} arguments, not ${args.length}`);
      if (named.length === 0 && args.length >= needed) return run(machine, self, ...args);
      const filled: (Value | undefined)[] = [...args];
      for (const [key, value] of named) {
        const index = names.indexOf(key);
        if (index < 0) throw new ScriptFault(`${name}() has no argument "${key.slice(0, 60)}"`);
        if (filled[index] !== undefined) throw new ScriptFault(`${name}() got "${key}" twice`);
        filled[index] = value;
      }
      for (let i = 0; i < needed; i++)
        if (filled[i] === undefined) throw new ScriptFault(`${name}() needs the argument "${names[i]}"`);
      return run(machine, self, ...filled);
    },
  ];
}

/** For functions that take any number of arguments, and perhaps names. */
export function takingAny(name: string, run: BuiltinRun): [string, BuiltinRun] {
  return [name, run];
}

export function textIn(value: Value | undefined, name: string): string {
  if (typeof value === 'string') return value;
  throw new ScriptFault(`${name}() needs a string, not a ${typeOf(value ?? null)}`);
}

export function countIn(value: Value | undefined, name: string, fallback: number): number {
  return value === undefined || value === null ? fallback : smallInt(value, `the number given to ${name}()`);
}
