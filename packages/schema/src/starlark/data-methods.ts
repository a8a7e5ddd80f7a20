import { countIn, taking, takingAny } from './arguments.ts';
import { equals } from './compare.ts';
import { ScriptFault } from './fault.ts';
import { addAll, extend } from './operations.ts';
import { itemAt } from './slices.ts';
import { Dict, List, Tuple } from './values.ts';
import type { BuiltinRun, Machine, Value } from './values.ts';
import { itemsOf, walk } from './walk.ts';

type Run<Self> = (machine: Machine, self: Self, ...args: (Value | undefined)[]) => Value;

/** Methods are looked up by the type, so `self` is what is promised. */
const onList = (name: string, parameters: readonly string[], run: Run<List>) =>
  taking(name, parameters, (machine, self, ...args) => run(machine, self as List, ...args));
const onDict = (name: string, parameters: readonly string[], run: Run<Dict>) =>
  taking(name, parameters, (machine, self, ...args) => run(machine, self as Dict, ...args));

export const listMethods: ReadonlyMap<string, BuiltinRun> = new Map([
  onList('append', ['item'], ({ meter }, self, item) => {
    self.checkChange();
    meter.take(16);
    self.items.push(item!);
    return null;
  }),
  onList('clear', [], (_machine, self) => {
    self.checkChange();
    self.items = [];
    return null;
  }),
  onList('extend', ['items'], ({ meter }, self, items) => {
    extend(meter, self, items!);
    return null;
  }),
  onList('index', ['item', 'from?', 'to?'], ({ meter }, self, item, from, to) => {
    const { length } = self.items;
    const place = (value: number) => Math.min(length, Math.max(0, value < 0 ? value + length : value));
    const end = place(countIn(to, 'index', length));
    for (let i = place(countIn(from, 'index', 0)); i < end; i++) {
      meter.charge(1);
      if (equals(meter, self.items[i]!, item!)) return i;
    }
    throw new ScriptFault('index() did not find the item');
  }),
  onList('insert', ['at', 'item'], ({ meter }, self, at, item) => {
    self.checkChange();
    const { length } = self.items;
    meter.takeItems(1);
    meter.charge(length / 16);
    const given = countIn(at, 'insert', 0);
    self.items.splice(Math.min(length, Math.max(0, given < 0 ? given + length : given)), 0, item!);
    return null;
  }),
  onList('pop', ['at?'], ({ meter }, self, at) => {
    self.checkChange();
    const index = at ?? -1;
    const item = itemAt(meter, self, index);
    const place = countIn(index, 'pop', -1);
    if (place !== -1) meter.charge(self.items.length / 16);
    self.items.splice(place, 1);
    return item;
  }),
  onList('remove', ['item'], ({ meter }, self, item) => {
    self.checkChange();
    meter.charge(self.items.length / 16);
    const at = self.items.findIndex((other) => {
      meter.charge(1);
      return equals(meter, other, item!);
    });
    if (at < 0) throw new ScriptFault('remove() did not find the item');
    self.items.splice(at, 1);
    return null;
  }),
]);

export const dictMethods: ReadonlyMap<string, BuiltinRun> = new Map([
  onDict('clear', [], (_machine, self) => {
    self.checkChange();
    self.entries.clear();
    return null;
  }),
  onDict('get', ['key', 'otherwise?'], ({ meter }, self, key, otherwise) => {
    return self.get(meter, key!) ?? otherwise ?? null;
  }),
  onDict('items', [], ({ meter }, self) => {
    meter.takeItems(self.entries.size * 4);
    return new List([...self.entries.values()].map(({ key, value }) => new Tuple([key, value])));
  }),
  onDict('keys', [], ({ meter }, self) => new List(itemsOf(meter, self))),
  onDict('pop', ['key', 'otherwise?'], ({ meter }, self, key, otherwise) => {
    const found = self.delete(meter, key!);
    if (found !== undefined) return found;
    if (otherwise !== undefined) return otherwise;
    throw new ScriptFault('pop() did not find the key');
  }),
  onDict('popitem', [], ({ meter }, self) => {
    const [first] = self.entries.values();
    if (first === undefined) throw new ScriptFault('popitem() needs a dict that is not empty');
    self.delete(meter, first.key);
    return new Tuple([first.key, first.value]);
  }),
  onDict('setdefault', ['key', 'otherwise?'], ({ meter }, self, key, otherwise) => {
    const found = self.get(meter, key!);
    if (found !== undefined) return found;
    self.set(meter, key!, otherwise ?? null);
    return otherwise ?? null;
  }),
  takingAny('update', ({ meter }, args, named, self) => {
    if (args.length > 1) throw new ScriptFault('update() takes one argument without a name');
    fillDict(meter, self as Dict, args[0], named);
    return null;
  }),
  onDict('values', [], ({ meter }, self) => {
    meter.takeItems(self.entries.size);
    return new List([...self.entries.values()].map(({ value }) => value));
  }),
]);

/** As `dict(from, **named)` and `update` do: from another dict, or from pairs. */
export function fillDict(
  meter: Machine['meter'],
  dict: Dict,
  from: Value | undefined,
  named: readonly (readonly [string, Value])[],
): void {
  if (from instanceof Dict) addAll(meter, dict, from);
  else if (from !== undefined) {
    walk(meter, from, (pair) => {
      const items = itemsOf(meter, pair);
      if (items.length !== 2)
        throw new ScriptFault(`a dict is made of pairs, but here are ${items.length} items`);
      dict.set(meter, items[0]!, items[1]!);
    });
  }
  for (const [key, value] of named) dict.set(meter, key, value);
}
