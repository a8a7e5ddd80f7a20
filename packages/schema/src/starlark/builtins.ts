import { countIn, taking, takingAny, textIn } from './arguments.ts';
import { base64Module } from './base64-functions.ts';
import { call } from './call.ts';
import { compare } from './compare.ts';
import { fillDict } from './data-methods.ts';
import { ScriptFault } from './fault.ts';
import { characterOf } from './format.ts';
import { jsonModule } from './json-functions.ts';
import { memberNames, memberOf, noMember } from './members.ts';
import { calculate, floatOf, intOfFloat, isInt, parseInt10 } from './numbers.ts';
import { smallInt } from './slices.ts';
import { reprOf, textOf } from './text-of.ts';
import { Builtin, Dict, Float, isTrue, List, Range, Tuple, typeOf } from './values.ts';
import type { BuiltinRun, Machine, Named, Value } from './values.ts';
import { itemsOf, lengthOf, walk } from './walk.ts';

const floatForm = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const floatWord = /^([+-]?)(?:(inf|infinity)|nan)$/i;

function parseFloatText(text: string): Float {
  if (text.length < 1_000 && floatForm.test(text)) {
    const value = Number(text);
    if (Number.isFinite(value)) return new Float(value);
    throw new ScriptFault('this number is too large for a float');
  }
  const word = text.length < 20 ? floatWord.exec(text) : null;
  if (word === null)
    throw new ScriptFault(`float() cannot read ${JSON.stringify(text.slice(0, 40).toWellFormed())}`);
  return new Float(word[2] === undefined ? Number.NaN : word[1] === '-' ? -Infinity : Infinity);
}

function toInt(machine: Machine, value: Value, base: Value | undefined): Value {
  if (typeof value === 'string') {
    const radix = countIn(base, 'int', 10);
    if (radix !== 0 && (radix < 2 || radix > 36)) throw new ScriptFault('the base of int() is 0 or 2 to 36');
    const found = parseInt10(machine.meter, value, radix);
    if (found !== undefined) return found;
    throw new ScriptFault(`int() cannot read ${JSON.stringify(value.slice(0, 40).toWellFormed())}`);
  }
  if (base !== undefined) throw new ScriptFault('int() takes a base for strings only');
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (isInt(value)) return value;
  if (value instanceof Float) return intOfFloat(value.value);
  throw new ScriptFault(`int() cannot read a ${typeOf(value)}`);
}

/** The first of those that come first, or the first of those that come last. */
function extreme(name: 'min' | 'max'): [string, BuiltinRun] {
  return takingAny(name, (machine, args, named) => {
    const key = onlyKey(name, named);
    const items = args.length === 1 ? itemsOf(machine.meter, args[0]!) : args;
    if (items.length === 0) throw new ScriptFault(`${name}() needs at least one value`);
    let best: Value = items[0]!;
    let bestKey: Value = key === null ? best : call(machine, key, [best]);
    for (const item of items.slice(1)) {
      const itemKey = key === null ? item : call(machine, key, [item]);
      const order = compare(machine.meter, itemKey, bestKey);
      if (name === 'min' ? order < 0 : order > 0) [best, bestKey] = [item, itemKey];
    }
    return best;
  });
}

function onlyKey(name: string, named: Named): Value {
  const [first, second] = named;
  if (first === undefined) return null;
  if (second !== undefined || first[0] !== 'key')
    throw new ScriptFault(`${name}() takes "key" as a name only`);
  return first[1];
}

function sorted(machine: Machine, value: Value, key: Value, isReversed: boolean): List {
  const { meter } = machine;
  const items = itemsOf(meter, value);
  meter.takeItems(items.length * 2);
  const keyed = items.map((item) => ({ item, by: key === null ? item : call(machine, key, [item]) }));
  keyed.sort((a, b) => (isReversed ? compare(meter, b.by, a.by) : compare(meter, a.by, b.by)));
  return new List(keyed.map(({ item }) => item));
}

function zip(machine: Machine, args: readonly Value[]): List {
  const { meter } = machine;
  const columns = args.map((each) => itemsOf(meter, each));
  const rows =
    columns.length === 0 ? 0 : columns.reduce((least, { length }) => Math.min(least, length), Infinity);
  meter.takeItems(rows * (columns.length + 3));
  return new List(Array.from({ length: rows }, (_, i) => new Tuple(columns.map((column) => column[i]!))));
}

function rangeOf(first: Value, second: Value | undefined, third: Value | undefined): Range {
  const step = third === undefined ? 1 : smallInt(third, 'the step of range()');
  if (step === 0) throw new ScriptFault('the step of range() cannot be 0');
  const [start, stop] = second === undefined ? [0, first] : [smallInt(first, 'the start of range()'), second];
  return new Range(start, smallInt(stop, 'the end of range()'), step);
}

/** `s[0] * 31^(n-1) + …` in 32 bits: the same in every run. */
function hashOf(machine: Machine, text: string): number {
  machine.meter.charge(text.length / 4);
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

function oneCharacter(value: Value | undefined): number {
  const text = textIn(value, 'ord');
  const code = text.codePointAt(0);
  if (code === undefined || String.fromCodePoint(code).length !== text.length)
    throw new ScriptFault('ord() needs a text of one character');
  return code;
}

const functions: readonly [string, BuiltinRun][] = [
  taking('abs', ['x'], ({ meter }, _self, x) => {
    if (x instanceof Float) return new Float(Math.abs(x.value));
    if (!isInt(x)) throw new ScriptFault(`abs() needs a number, not a ${typeOf(x!)}`);
    return x < 0 ? calculate(meter, '-', 0, x) : x;
  }),
  taking('all', ['items'], ({ meter }, _self, items) => {
    let isAll = true;
    walk(meter, items!, (item) => (isAll = isTrue(item)));
    return isAll;
  }),
  taking('any', ['items'], ({ meter }, _self, items) => {
    let isAny = false;
    walk(meter, items!, (item) => !(isAny = isTrue(item)));
    return isAny;
  }),
  taking('bool', ['x?'], (_machine, _self, x) => x !== undefined && isTrue(x)),
  taking('chr', ['code'], (_machine, _self, code) => characterOf(code!)),
  takingAny('dict', ({ meter }, args, named) => {
    if (args.length > 1) throw new ScriptFault('dict() takes one argument without a name');
    meter.takeItems(4);
    const dict = new Dict();
    fillDict(meter, dict, args[0], named);
    return dict;
  }),
  taking('dir', ['x'], ({ meter }, _self, x) => {
    meter.takeItems(50);
    return new List(memberNames(x!));
  }),
  taking('enumerate', ['items', 'start?'], ({ meter }, _self, items, start) => {
    const first = countIn(start, 'enumerate', 0);
    const list = itemsOf(meter, items!);
    meter.takeItems(list.length * 5);
    return new List(list.map((item, i) => new Tuple([calculate(meter, '+', first, i), item])));
  }),
  taking('float', ['x?'], ({ meter }, _self, x) => {
    if (x === undefined) return new Float(0);
    if (x instanceof Float) return x;
    if (typeof x === 'boolean') return new Float(x ? 1 : 0);
    if (isInt(x)) return new Float(floatOf(x));
    meter.charge(4);
    return parseFloatText(textIn(x, 'float'));
  }),
  taking('getattr', ['x', 'name', 'otherwise?'], (_machine, _self, x, name, otherwise) => {
    const text = textIn(name, 'getattr');
    const found = memberOf(x!, text) ?? otherwise;
    if (found === undefined) throw noMember(x!, text);
    return found;
  }),
  taking('hasattr', ['x', 'name'], (_machine, _self, x, name) => {
    return memberOf(x!, textIn(name, 'hasattr')) !== undefined;
  }),
  taking('hash', ['x'], (machine, _self, x) => hashOf(machine, textIn(x, 'hash'))),
  taking('int', ['x?', 'base?'], (machine, _self, x, base) =>
    x === undefined ? 0 : toInt(machine, x, base),
  ),
  taking('len', ['x'], (_machine, _self, x) => {
    const length = lengthOf(x!);
    if (length === undefined) throw new ScriptFault(`a ${typeOf(x!)} has no length`);
    return length;
  }),
  taking(
    'list',
    ['items?'],
    ({ meter }, _self, items) => new List(items === undefined ? [] : itemsOf(meter, items)),
  ),
  extreme('max'),
  extreme('min'),
  taking('ord', ['x'], (_machine, _self, x) => oneCharacter(x)),
  // There is nobody to read it.
  takingAny('print', () => null),
  taking('range', ['start', 'stop?', 'step?'], (_machine, _self, start, stop, step) =>
    rangeOf(start!, stop, step),
  ),
  taking('repr', ['x'], ({ meter }, _self, x) => reprOf(meter, x!)),
  taking('reversed', ['items'], ({ meter }, _self, items) => new List(itemsOf(meter, items!).reverse())),
  taking('sorted', ['items', 'key?', 'reverse?'], (machine, _self, items, key, reverse) =>
    sorted(machine, items!, key ?? null, isTrue(reverse ?? false)),
  ),
  taking('str', ['x'], ({ meter }, _self, x) => textOf(meter, x!)),
  taking(
    'tuple',
    ['items?'],
    ({ meter }, _self, items) => new Tuple(items === undefined ? [] : itemsOf(meter, items)),
  ),
  taking('type', ['x'], (_machine, _self, x) => typeOf(x!)),
  takingAny('zip', (machine, args) => zip(machine, args)),
];

/** Every name a script knows without defining it. */
export const builtins: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['json', jsonModule],
  ['base64', base64Module],
  ...functions.map(([name, run]): [string, Value] => [name, new Builtin(name, run)]),
]);
