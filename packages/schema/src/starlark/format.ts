import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { fixedText, floatOf, floatText, intOfFloat, intText, isInt } from './numbers.ts';
import { reprOf, textOf } from './text-of.ts';
import { Dict, Float, Tuple, typeOf } from './values.ts';
import type { Named, Value } from './values.ts';

/** `text % values`. There are no widths or flags in this language. */
export function percent(meter: Meter, text: string, given: Value): string {
  meter.takeText(text.length);
  const values = given instanceof Tuple ? given.items : [given];
  let next = 0;
  let result = '';
  let from = 0;
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', from)) {
    result += text.slice(from, at);
    let letterAt = at + 1;
    let value: Value | undefined;
    if (text[letterAt] === '%') {
      result += '%';
      from = letterAt + 1;
      continue;
    }
    if (text[letterAt] === '(') {
      const close = text.indexOf(')', letterAt);
      if (close < 0) throw new ScriptFault('the format has a "%(" without ")"');
      if (!(given instanceof Dict)) throw new ScriptFault('a format with names needs a dict');
      const name = text.slice(letterAt + 1, close);
      value = given.get(meter, name);
      if (value === undefined) throw new ScriptFault('the dict lacks a key that the format names');
      letterAt = close + 1;
    } else {
      if (next >= values.length) throw new ScriptFault('there are fewer values than the format needs');
      value = values[next++]!;
    }
    const part = converted(meter, text[letterAt] ?? '', value);
    meter.takeText(part.length);
    result += part;
    from = letterAt + 1;
  }
  if (next < values.length && !(given instanceof Dict))
    throw new ScriptFault('there are more values than the format needs');
  return result + text.slice(from);
}

function converted(meter: Meter, letter: string, value: Value): string {
  switch (letter) {
    case 's':
      return textOf(meter, value);
    case 'r':
      return reprOf(meter, value);
    case 'd':
    case 'i':
    case 'o':
    case 'x':
    case 'X': {
      const whole = value instanceof Float ? intOfFloat(value.value) : value;
      if (!isInt(whole)) throw new ScriptFault(`"%${letter}" needs a number, not a ${typeOf(value)}`);
      const text = intText(meter, whole, letter === 'o' ? 8 : letter === 'd' || letter === 'i' ? 10 : 16);
      return letter === 'X' ? text.toUpperCase() : text;
    }
    case 'e':
    case 'f':
    case 'g':
    case 'E':
    case 'F':
    case 'G': {
      if (!(value instanceof Float) && !isInt(value))
        throw new ScriptFault(`"%${letter}" needs a number, not a ${typeOf(value)}`);
      const number = value instanceof Float ? value.value : floatOf(value);
      const small = letter.toLowerCase();
      const text = small === 'g' ? floatText(number) : fixedText(number, small === 'e' ? 'e' : 'f');
      return letter === small ? text : text.toUpperCase();
    }
    case 'c': {
      if (typeof value === 'string') {
        if (value.length !== 1 && !(value.length === 2 && value.codePointAt(0)! > 0xff_ff))
          throw new ScriptFault('"%c" needs one character');
        return value;
      }
      return characterOf(value);
    }
    default:
      throw new ScriptFault(`the format has "%${letter}", which has no meaning`);
  }
}

export function characterOf(value: Value): string {
  if (typeof value !== 'number') throw new ScriptFault('a character needs an int');
  if (value < 0 || value > 0x10_ff_ff || (value >= 0xd8_00 && value <= 0xdf_ff))
    throw new ScriptFault(`there is no character ${value}`);
  return String.fromCodePoint(value);
}

/** `text.format(…)`: `{}`, `{0}`, `{name}`, each perhaps with `!s` or `!r`. */
export function formatBraces(meter: Meter, text: string, args: readonly Value[], named: Named): string {
  meter.takeText(text.length);
  let result = '';
  let next = 0;
  let way: 'counted' | 'numbered' | undefined;
  for (let at = 0; at < text.length;) {
    const brace = nextBrace(text, at);
    result += text.slice(at, brace);
    if (brace >= text.length) break;
    if (text[brace + 1] === text[brace]) {
      result += text[brace];
      at = brace + 2;
      continue;
    }
    if (text[brace] === '}') throw new ScriptFault('the format has a "}" without "{"');
    const close = text.indexOf('}', brace);
    if (close < 0) throw new ScriptFault('the format has a "{" without "}"');
    const [name = '', conversion = 's', ...more] = text.slice(brace + 1, close).split('!');
    if (more.length > 0 || (conversion !== 's' && conversion !== 'r') || /[:.[\]{,]/.test(name))
      throw new ScriptFault('the format may have names and numbers in braces, and "!s" or "!r" behind them');
    meter.charge(1 + named.length / 4);
    let value: Value | undefined;
    if (name === '' || /^\d+$/.test(name)) {
      const own = name === '' ? 'counted' : 'numbered';
      if (way !== undefined && way !== own) throw new ScriptFault('"{}" and "{0}" cannot be mixed');
      way = own;
      value = args[name === '' ? next++ : Number(name)];
    } else value = named.find(([key]) => key === name)?.[1];
    if (value === undefined) throw new ScriptFault('the format names a value that is not given');
    const part = conversion === 'r' ? reprOf(meter, value) : textOf(meter, value);
    meter.takeText(part.length);
    result += part;
    at = close + 1;
  }
  return result;
}

function nextBrace(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (text[at] === '{' || text[at] === '}') return at;
  return text.length;
}
