import { taking, textIn } from './arguments.ts';
import { decodeJson } from './decode-json.ts';
import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { floatText, intText, isInt } from './numbers.ts';
import { Builtin, deepestData, Dict, Float, List, Module, Range, Tuple, typeOf } from './values.ts';
import type { Value } from './values.ts';
import { walk } from './walk.ts';

/** `json.encode(value)`: keys in their order by the alphabet. */
function encode(meter: Meter, value: Value, parts: string[], depth: number): void {
  const put = (text: string) => {
    meter.takeText(text.length);
    parts.push(text);
  };
  if (value === null || typeof value === 'boolean') return put(String(value));
  if (isInt(value)) return put(intText(meter, value));
  if (typeof value === 'string') {
    // An escape has six characters.
    meter.takeText(value.length * 6);
    return put(JSON.stringify(value.toWellFormed()));
  }
  if (value instanceof Float) {
    if (!Number.isFinite(value.value))
      throw new ScriptFault(`JSON has no number for ${floatText(value.value)}`);
    return put(floatText(value.value));
  }
  if (depth > deepestData) throw new ScriptFault('this value is nested too deep for JSON');
  if (value instanceof Dict) {
    meter.takeItems(value.entries.size);
    meter.charge(value.entries.size * 4);
    const entries = [...value.entries.values()].map((entry) => {
      if (typeof entry.key !== 'string')
        throw new ScriptFault(`keys of JSON are strings, not ${typeOf(entry.key)}`);
      return { key: entry.key, value: entry.value };
    });
    entries.sort((a, b) => {
      meter.charge(1 + Math.min(a.key.length, b.key.length) / 32);
      return a.key < b.key ? -1 : 1;
    });
    for (const [index, entry] of entries.entries()) {
      put(index === 0 ? '{' : ',');
      encode(meter, entry.key, parts, depth + 1);
      put(':');
      encode(meter, entry.value, parts, depth + 1);
    }
    return put(entries.length === 0 ? '{}' : '}');
  }
  if (!(value instanceof List || value instanceof Tuple || value instanceof Range))
    throw new ScriptFault(`a ${typeOf(value)} cannot become JSON`);
  put('[');
  let isFirst = true;
  walk(meter, value, (item) => {
    if (!isFirst) put(',');
    isFirst = false;
    encode(meter, item, parts, depth + 1);
  });
  put(']');
}

/** JSON text with line breaks; numbers and order stay as they are written. */
function indent(meter: Meter, text: string, prefix: string, by: string): string {
  decodeJson(meter, text);
  const parts: string[] = [];
  let depth = 0;
  const put = (part: string) => {
    meter.takeText(part.length);
    parts.push(part);
  };
  const newLine = () => {
    meter.takeText(by.length * depth);
    put(`\n${prefix}${by.repeat(depth)}`);
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') {
      const from = at++;
      for (; text[at] !== '"'; at++) if (text[at] === '\\') at++;
      put(text.slice(from, at + 1));
    } else if (char === '{' || char === '[') {
      put(char);
      let next = at + 1;
      while (' \t\r\n'.includes(text[next]!)) next++;
      if (text[next] === '}' || text[next] === ']') {
        put(text[next]!);
        at = next;
      } else {
        depth++;
        newLine();
      }
    } else if (char === '}' || char === ']') {
      depth--;
      newLine();
      put(char);
    } else if (char === ',') {
      put(char);
      newLine();
    } else if (char === ':') put(': ');
    else if (!' \t\r\n'.includes(char)) put(char);
  }
  return parts.join('');
}

const functions = [
  taking('decode', ['x', 'default?'], ({ meter }, _self, text, otherwise) => {
    try {
      return decodeJson(meter, textIn(text, 'decode'));
    } catch (cause) {
      if (otherwise === undefined || !(cause instanceof ScriptFault) || cause.name !== 'ScriptFault')
        throw cause;
      return otherwise;
    }
  }),
  taking('encode', ['x'], ({ meter }, _self, value) => {
    const parts: string[] = [];
    encode(meter, value!, parts, 0);
    return parts.join('');
  }),
  taking('indent', ['str', 'prefix?', 'indent?'], ({ meter }, _self, text, prefix, by) =>
    indent(meter, textIn(text, 'indent'), textIn(prefix ?? '', 'indent'), textIn(by ?? '\t', 'indent')),
  ),
];

export const jsonModule = new Module(
  'json',
  new Map(functions.map(([name, run]) => [name, new Builtin(name, run)])),
);
