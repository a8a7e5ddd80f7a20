import { countIn, taking, takingAny, textIn } from './arguments.ts';
import { ScriptFault } from './fault.ts';
import { findLastText, findText } from './find-text.ts';
import { formatBraces } from './format.ts';
import { List, Tuple, typeOf } from './values.ts';
import type { BuiltinRun, Machine, Value } from './values.ts';
import { walk } from './walk.ts';
import type { Meter } from './meter.ts';

type TextMethod = readonly [name: string, run: BuiltinRun];

/** Methods are looked up by the type, so `self` is a string here. */
function onText(
  name: string,
  parameters: readonly string[],
  run: (machine: Machine, self: string, ...args: (Value | undefined)[]) => Value,
): TextMethod {
  return taking(name, parameters, (machine, self, ...args) => run(machine, self as string, ...args));
}

/** Sub-text bounds as `find`, `count` and the like take them. */
function bounded(
  self: string,
  from: Value | undefined,
  to: Value | undefined,
  name: string,
): [number, number] {
  const clamp = (value: number) =>
    Math.min(self.length, Math.max(0, value < 0 ? value + self.length : value));
  return [clamp(countIn(from, name, 0)), clamp(countIn(to, name, self.length))];
}

function listOf(meter: Meter, items: string[]): List {
  meter.takeItems(items.length);
  return new List(items);
}

function find(name: string, isLast: boolean, mustBe: boolean): TextMethod {
  return onText(name, ['text', 'from?', 'to?'], ({ meter }, self, text, from, to) => {
    const wanted = textIn(text, name);
    const [start, end] = bounded(self, from, to, name);
    const part = start === 0 && end === self.length ? self : self.slice(start, end);
    const found = isLast ? findLastText(meter, part, wanted) : findText(meter, part, wanted);
    const isOutside = start > end;
    if ((found < 0 || isOutside) && mustBe) throw new ScriptFault(`${name}() did not find the text`);
    return found < 0 || isOutside ? -1 : found + start;
  });
}

function cut(name: string, isLast: boolean): TextMethod {
  return onText(name, ['by'], ({ meter }, self, given) => {
    const by = textIn(given, name);
    if (by === '') throw new ScriptFault(`${name}() needs a text that is not empty`);
    meter.takeText(self.length);
    const at = isLast ? findLastText(meter, self, by) : findText(meter, self, by);
    if (at >= 0) return new Tuple([self.slice(0, at), by, self.slice(at + by.length)]);
    return new Tuple(isLast ? ['', '', self] : [self, '', '']);
  });
}

function mapped(name: string, map: (self: string) => string): TextMethod {
  return onText(name, [], ({ meter }, self) => {
    meter.takeText(self.length * 3);
    meter.charge(self.length / 4);
    return map(self);
  });
}

function asked(name: string, ask: (self: string) => boolean): TextMethod {
  return onText(name, [], ({ meter }, self) => {
    meter.charge(self.length);
    return ask(self);
  });
}

function strip(name: string, atStart: boolean, atEnd: boolean): TextMethod {
  return onText(name, ['characters?'], ({ meter }, self, characters) => {
    meter.takeText(self.length);
    if (characters === undefined || characters === null)
      return atStart ? (atEnd ? self.trim() : self.trimStart()) : self.trimEnd();
    const given = textIn(characters, name);
    meter.takeText(given.length * 8);
    meter.charge(self.length / 4);
    const set = new Set(given);
    const units = [...self];
    let from = 0;
    let to = units.length;
    if (atStart) while (from < to && set.has(units[from]!)) from++;
    if (atEnd) while (to > from && set.has(units[to - 1]!)) to--;
    return from === 0 && to === units.length ? self : units.slice(from, to).join('');
  });
}

function splitting(name: 'split' | 'rsplit'): TextMethod {
  return onText(name, ['by?', 'most?'], ({ meter }, self, given, limit) => {
    const most = countIn(limit, name, -1);
    meter.takeText(self.length);
    if (given === undefined || given === null) {
      meter.takeItems(self.length / 2);
      meter.charge(self.length / 4);
      return new List(name === 'split' ? splitAtBlanks(self, most) : splitAtLastBlanks(self, most));
    }
    const by = textIn(given, name);
    if (by === '') throw new ScriptFault(`${name}() needs a text that is not empty`);
    if (name === 'rsplit' && most >= 0) return listOf(meter, splitFromEnd(meter, self, by, most));
    const parts: string[] = [];
    let from = 0;
    while (most < 0 || parts.length < most) {
      const at = findText(meter, self, by, from);
      if (at < 0) break;
      meter.take(32);
      parts.push(self.slice(from, at));
      from = at + by.length;
    }
    parts.push(self.slice(from));
    return listOf(meter, parts);
  });
}

function splitFromEnd(meter: Meter, self: string, by: string, most: number): string[] {
  const parts: string[] = [];
  let rest = self;
  while (parts.length < most) {
    const at = findLastText(meter, rest, by);
    if (at < 0) break;
    meter.take(32);
    parts.push(rest.slice(at + by.length));
    rest = rest.slice(0, at);
  }
  parts.push(rest);
  return parts.reverse();
}

function isBlank(self: string, at: number): boolean {
  const code = self.charCodeAt(at);
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && self[at]!.trim() === '');
}

function splitAtBlanks(self: string, most: number): string[] {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    while (at < self.length && isBlank(self, at)) at++;
    if (at >= self.length) return parts;
    if (most >= 0 && parts.length >= most) return [...parts, self.slice(at)];
    const from = at;
    while (at < self.length && !isBlank(self, at)) at++;
    parts.push(self.slice(from, at));
  }
}

function splitAtLastBlanks(self: string, most: number): string[] {
  const parts: string[] = [];
  let at = self.length;
  for (;;) {
    while (at > 0 && isBlank(self, at - 1)) at--;
    if (at === 0) break;
    if (most >= 0 && parts.length >= most) {
      parts.push(self.slice(0, at));
      break;
    }
    const to = at;
    while (at > 0 && !isBlank(self, at - 1)) at--;
    parts.push(self.slice(at, to));
  }
  return parts.reverse();
}

const replace: TextMethod = onText(
  'replace',
  ['old', 'new', 'most?'],
  ({ meter }, self, oldValue, newValue, limit) => {
    const [old, fresh] = [textIn(oldValue, 'replace'), textIn(newValue, 'replace')];
    const given = countIn(limit, 'replace', -1);
    const most = given < 0 ? Infinity : given;
    meter.takeText(self.length);
    if (old === '') return interleaved(meter, self, fresh, most);
    const parts: string[] = [];
    let from = 0;
    for (let count = 0; count < most; count++) {
      const at = findText(meter, self, old, from);
      if (at < 0) break;
      meter.takeText(fresh.length);
      parts.push(self.slice(from, at), fresh);
      from = at + old.length;
    }
    return parts.join('') + self.slice(from);
  },
);

function interleaved(meter: Meter, self: string, fresh: string, most: number): string {
  let result = '';
  let count = 0;
  let at = 0;
  for (const char of self) {
    if (count >= most) return result + self.slice(at);
    meter.takeText(fresh.length);
    count++;
    at += char.length;
    result += fresh + char;
  }
  if (count < most) result += fresh;
  return result;
}

function ends(name: string, isEnd: boolean): TextMethod {
  return onText(name, ['text', 'from?', 'to?'], ({ meter }, self, given, from, to) => {
    const [start, end] = bounded(self, from, to, name);
    const part = start === 0 && end === self.length ? self : self.slice(start, end);
    const wanted = given instanceof Tuple ? given.items : [given];
    return wanted.some((each) => {
      const text = textIn(each, name);
      meter.charge(1 + text.length / 16);
      return isEnd ? part.endsWith(text) : part.startsWith(text);
    });
  });
}

function removing(name: string, isEnd: boolean): TextMethod {
  return onText(name, ['text'], ({ meter }, self, given) => {
    const text = textIn(given, name);
    meter.takeText(self.length);
    if (isEnd) return text !== '' && self.endsWith(text) ? self.slice(0, -text.length) : self;
    return self.startsWith(text) ? self.slice(text.length) : self;
  });
}

const join: TextMethod = onText('join', ['items'], ({ meter }, self, items) => {
  const parts: string[] = [];
  walk(meter, items!, (item) => {
    if (typeof item !== 'string') throw new ScriptFault(`join() needs strings, not a ${typeOf(item)}`);
    meter.takeText(item.length + self.length);
    parts.push(item);
  });
  return parts.join(self);
});

const splitLines: TextMethod = onText('splitlines', ['keepends?'], ({ meter }, self, keep) => {
  meter.takeText(self.length);
  const parts: string[] = [];
  let from = 0;
  while (from < self.length) {
    const at = findText(meter, self, '\n', from);
    const end = at < 0 ? self.length : at;
    meter.take(32);
    parts.push(self.slice(from, keep === true && at >= 0 ? end + 1 : end));
    from = end + 1;
  }
  return listOf(meter, parts);
});

const count: TextMethod = onText('count', ['text', 'from?', 'to?'], ({ meter }, self, given, from, to) => {
  const wanted = textIn(given, 'count');
  const [start, end] = bounded(self, from, to, 'count');
  const part = self.slice(start, Math.max(start, end));
  if (wanted === '') return part.length + 1;
  let found = 0;
  for (
    let at = findText(meter, part, wanted);
    at >= 0;
    at = findText(meter, part, wanted, at + wanted.length)
  )
    found++;
  return found;
});

function pieces(name: string, map: (char: string) => Value, byUnit: boolean): TextMethod {
  return onText(name, [], ({ meter }, self) => {
    meter.takeItems(self.length * 2);
    const parts = byUnit ? self.split('') : [...self];
    return new List(parts.map(map));
  });
}

/** Letters of a text by their case; a title has a capital at the start of each word and nowhere else. */
function isTitle(self: string): boolean {
  let isWithin = false;
  let hasLetter = false;
  for (const char of self) {
    const isUpper = char.toLowerCase() !== char;
    const isLower = char.toUpperCase() !== char;
    if ((isUpper && isWithin) || (isLower && !isUpper && !isWithin)) return false;
    isWithin = isUpper || isLower;
    hasLetter ||= isWithin;
  }
  return hasLetter;
}

function titled(self: string): string {
  let result = '';
  let isWithin = false;
  for (const char of self) {
    result += isWithin ? char.toLowerCase() : char.toUpperCase();
    isWithin = char.toLowerCase() !== char.toUpperCase();
  }
  return result;
}

const every = (pattern: RegExp) => (self: string) =>
  self !== '' && [...self].every((char) => pattern.test(char));
const upperOnly = (self: string) => self.toLowerCase() !== self && self.toUpperCase() === self;
const lowerOnly = (self: string) => self.toUpperCase() !== self && self.toLowerCase() === self;
const capitalized = (self: string) => {
  const [first = ''] = self;
  return first.toUpperCase() + self.slice(first.length).toLowerCase();
};

const list: readonly TextMethod[] = [
  mapped('capitalize', capitalized),
  pieces('codepoint_ords', (char) => char.codePointAt(0)!, false),
  pieces('codepoints', (char) => char, false),
  count,
  pieces('elem_ords', (unit) => unit.charCodeAt(0), true),
  pieces('elems', (unit) => unit, true),
  ends('endswith', true),
  find('find', false, false),
  takingAny('format', ({ meter }, args, named, self) => formatBraces(meter, self as string, args, named)),
  find('index', false, true),
  asked('isalnum', every(/^[\p{L}\p{Nd}]$/u)),
  asked('isalpha', every(/^\p{L}$/u)),
  asked('isdigit', every(/^\p{Nd}$/u)),
  asked('islower', lowerOnly),
  asked('isspace', (self) => self !== '' && self.trim() === ''),
  asked('istitle', isTitle),
  asked('isupper', upperOnly),
  join,
  mapped('lower', (self) => self.toLowerCase()),
  strip('lstrip', true, false),
  cut('partition', false),
  removing('removeprefix', false),
  removing('removesuffix', true),
  replace,
  find('rfind', true, false),
  find('rindex', true, true),
  cut('rpartition', true),
  splitting('rsplit'),
  strip('rstrip', false, true),
  splitting('split'),
  splitLines,
  ends('startswith', false),
  strip('strip', true, true),
  mapped('title', titled),
  mapped('upper', (self) => self.toUpperCase()),
];

export const textMethods: ReadonlyMap<string, BuiltinRun> = new Map(list);
