import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import type { FunctionScope } from './tree.ts';

/**
 * Values of scripts. Nothing of them is an object of the language beneath with properties a script could name: methods are
 * looked up in tables by the type, and dicts are maps. None is null; whole numbers are plain where safe, else bigint.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | List
  | Tuple
  | Dict
  | Range
  | Func
  | Builtin
  | Module;

export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** What may change until it is frozen, and not while something walks over it. */
abstract class Changing {
  isFrozen = false;
  walkers = 0;
  protected abstract readonly what: string;
  /** Throws when the value must not change now. */
  checkChange(): void {
    if (this.isFrozen)
      throw new ScriptFault(
        `this ${this.what} belongs to the top level, which does not change after loading`,
      );
    if (this.walkers > 0) throw new ScriptFault(`this ${this.what} cannot change while a loop walks over it`);
  }
}

export class List extends Changing {
  protected readonly what = 'list';
  items: Value[];
  constructor(items: Value[]) {
    super();
    this.items = items;
  }
}

export class Tuple {
  readonly items: readonly Value[];
  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

export interface DictEntry {
  key: Value;
  value: Value;
}

/** By the text of the key, which `keyOf` makes. Keeps the order of insertion. */
export class Dict extends Changing {
  protected readonly what = 'dict';
  readonly entries = new Map<string, DictEntry>();

  get(meter: Meter, key: Value): Value | undefined {
    return this.entries.get(keyOf(meter, key))?.value;
  }

  set(meter: Meter, key: Value, value: Value): void {
    this.checkChange();
    const id = keyOf(meter, key);
    const entry = this.entries.get(id);
    if (entry !== undefined) entry.value = value;
    else {
      meter.take(96);
      this.entries.set(id, { key, value });
    }
  }

  delete(meter: Meter, key: Value): Value | undefined {
    this.checkChange();
    const id = keyOf(meter, key);
    const entry = this.entries.get(id);
    this.entries.delete(id);
    return entry?.value;
  }
}

export class Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;
  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }
  at(index: number): number {
    return this.start + index * this.step;
  }
}

export interface Cell {
  value: Value | undefined;
}

/** A function of the script: its code and what it has taken along. */
export class Func {
  readonly id = nextId();
  readonly code: FunctionCode;
  readonly defaults: readonly (Value | undefined)[];
  readonly frees: readonly Cell[];
  constructor(code: FunctionCode, defaults: readonly (Value | undefined)[], frees: readonly Cell[]) {
    this.code = code;
    this.defaults = defaults;
    this.frees = frees;
  }
}

export interface FunctionCode {
  scope: FunctionScope;
  name: string;
  /** Positional parameters, then those that are given by name only; `*args` and `**kwargs` apart. */
  positionalCount: number;
  names: readonly string[];
  restSlot: number;
  namedSlot: number;
  slots: readonly number[];
  /** How deep its statements and expressions are nested. */
  depth: number;
  run: (frame: Frame) => Value;
}

/** One call of a function. */
export interface Frame {
  machine: Machine;
  locals: (Value | Cell | undefined)[];
  frees: readonly Cell[];
  result: Value;
}

/** What one running script has beside its values. */
export interface Machine {
  meter: Meter;
  /** Where it is, for faults. */
  at: number;
  depth: number;
  running: FunctionCode[];
  globals: (Value | undefined)[];
}

export type Named = readonly (readonly [string, Value])[];
export type BuiltinRun = (
  machine: Machine,
  args: readonly Value[],
  named: Named,
  /** What a method belongs to; null for functions. */
  self: Value,
) => Value;

/** A function of ours; `self` is what a method was taken from. */
export class Builtin {
  readonly id = nextId();
  readonly name: string;
  readonly run: BuiltinRun;
  readonly self: Value | undefined;
  constructor(name: string, run: BuiltinRun, self?: Value) {
    this.name = name;
    this.run = run;
    this.self = self;
  }
}

/** `json` and `base64`. */
export class Module {
  readonly name: string;
  readonly members: ReadonlyMap<string, Value>;
  constructor(name: string, members: ReadonlyMap<string, Value>) {
    this.name = name;
    this.members = members;
  }
}

let ids = 0;
function nextId(): number {
  return ++ids;
}

export function typeOf(value: Value): string {
  if (value === null) return 'NoneType';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'number':
    case 'bigint':
      return 'int';
    case 'string':
      return 'string';
    default:
  }
  if (value instanceof Float) return 'float';
  if (value instanceof List) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof Dict) return 'dict';
  if (value instanceof Range) return 'range';
  if (value instanceof Func) return 'function';
  return value instanceof Builtin ? 'builtin_function_or_method' : 'module';
}

export function isTrue(value: Value): boolean {
  if (value === null || typeof value === 'boolean') return value === true;
  if (typeof value === 'string') return value !== '';
  if (typeof value === 'number' || typeof value === 'bigint') return value != 0;
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Dict) return value.entries.size > 0;
  return value instanceof Range ? value.length > 0 : true;
}

export const deepestData = 100;

/** Equal keys have equal texts, others never: a text is itself, every other key begins with NUL and its type. */
export function keyOf(meter: Meter, key: Value, depth = 0): string {
  if (typeof key === 'string') {
    // Hashing reads the whole text the first time.
    if (key.length > 256) meter.charge(key.length / 32);
    return key.charCodeAt(0) === 0 ? `\0s${key}` : key;
  }
  if (typeof key === 'number') return `\0i${key}`;
  if (key === null) return '\0n';
  if (typeof key === 'boolean') return key ? '\0t' : '\0f';
  if (typeof key === 'bigint') {
    meter.takeText(5_000);
    return `\0i${key}`;
  }
  if (key instanceof Float) {
    const { value } = key;
    if (!Number.isInteger(value)) return `\0d${value}`;
    return Number.isSafeInteger(value) ? `\0i${value + 0}` : `\0i${BigInt(value)}`;
  }
  if (key instanceof Tuple) {
    if (depth > deepestData) throw new ScriptFault('this tuple is nested too deep to be a key');
    let text = '\0(';
    for (const item of key.items) {
      const part = keyOf(meter, item, depth + 1);
      meter.takeText(part.length);
      text += `${part.length}:${part}`;
    }
    return text;
  }
  if (key instanceof Func || key instanceof Builtin) return `\0o${key.id}`;
  throw new ScriptFault(`a ${typeOf(key)} cannot be a key of a dict`);
}

/** So that nothing of the top level changes, functions and what they took along included. */
export function freeze(values: Iterable<Value | undefined>): void {
  const left = [...values];
  const seen = new Set<Value>();
  for (let value = left.pop(); left.length > 0 || value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof List) {
      value.isFrozen = true;
      for (const item of value.items) left.push(item);
    } else if (value instanceof Dict) {
      value.isFrozen = true;
      for (const entry of value.entries.values()) left.push(entry.key, entry.value);
    } else if (value instanceof Tuple) for (const item of value.items) left.push(item);
    else if (value instanceof Func) left.push(...value.defaults, ...value.frees.map((cell) => cell.value));
    else if (value instanceof Builtin && value.self !== undefined) left.push(value.self);
  }
}
