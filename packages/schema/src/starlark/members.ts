import { ScriptFault } from './fault.ts';
import { dictMethods, listMethods } from './data-methods.ts';
import { textMethods } from './text-methods.ts';
import { Builtin, Dict, List, Module, typeOf } from './values.ts';
import type { BuiltinRun, Value } from './values.ts';

const none: ReadonlyMap<string, BuiltinRun> = new Map();

export function methodsOf(value: Value): ReadonlyMap<string, BuiltinRun> {
  if (typeof value === 'string') return textMethods;
  if (value instanceof Dict) return dictMethods;
  return value instanceof List ? listMethods : none;
}

/** `value.name`; undefined where there is none. */
export function memberOf(value: Value, name: string): Value | undefined {
  if (value instanceof Module) return value.members.get(name);
  const run = methodsOf(value).get(name);
  return run && new Builtin(name, run, value);
}

export function noMember(value: Value, name: string): ScriptFault {
  return new ScriptFault(`a ${typeOf(value)} has no "${name.slice(0, 60)}"`);
}

export function memberNames(value: Value): string[] {
  return [...(value instanceof Module ? value.members : methodsOf(value)).keys()].sort();
}
