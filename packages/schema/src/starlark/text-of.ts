import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { floatText, intText } from './numbers.ts';
import { Builtin, deepestData, Dict, Float, Func, List, Range, Tuple, typeOf } from './values.ts';
import type { Value } from './values.ts';

/** `str(value)`. */
export function textOf(meter: Meter, value: Value): string {
  return typeof value === 'string' ? value : reprOf(meter, value);
}

/** `repr(value)`: as it would stand in a source. A list within itself prints as `[...]`. */
export function reprOf(meter: Meter, value: Value): string {
  const parts: string[] = [];
  write(meter, value, parts, []);
  return parts.join('');
}

function write(meter: Meter, value: Value, parts: string[], within: Value[]): void {
  const put = (text: string) => {
    meter.takeText(text.length);
    parts.push(text);
  };
  if (value === null) return put('None');
  if (typeof value === 'boolean') return put(value ? 'True' : 'False');
  if (typeof value === 'number' || typeof value === 'bigint') return put(intText(meter, value));
  if (typeof value === 'string') return put(quoted(meter, value));
  if (value instanceof Float) return put(floatText(value.value));
  if (value instanceof Range) return put(rangeText(value));
  if (value instanceof Func) return put(`<function ${value.code.name}>`);
  if (value instanceof Builtin)
    return put(
      value.self === undefined
        ? `<built-in function ${value.name}>`
        : `<built-in method ${value.name} of ${typeOf(value.self)} value>`,
    );
  if (!(value instanceof List || value instanceof Tuple || value instanceof Dict))
    return put(`<module "${value.name}">`);
  if (within.includes(value)) return put(value instanceof Dict ? '{...}' : '[...]');
  if (within.length > deepestData) throw new ScriptFault('this value is nested too deep to be printed');
  within.push(value);
  let isFirst = true;
  const comma = () => {
    if (!isFirst) put(', ');
    isFirst = false;
  };
  if (value instanceof Dict) {
    put('{');
    for (const { key, value: item } of value.entries.values()) {
      comma();
      write(meter, key, parts, within);
      put(': ');
      write(meter, item, parts, within);
    }
    put('}');
  } else {
    const [open, close] = value instanceof List ? ['[', ']'] : ['(', value.items.length === 1 ? ',)' : ')'];
    put(open);
    for (const item of value.items) {
      comma();
      write(meter, item, parts, within);
    }
    put(close);
  }
  within.pop();
}

function rangeText({ start, stop, step }: Range): string {
  if (step !== 1) return `range(${start}, ${stop}, ${step})`;
  return start === 0 ? `range(${stop})` : `range(${start}, ${stop})`;
}

const escapes: Record<string, string> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

function quoted(meter: Meter, text: string): string {
  meter.takeText(text.length);
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return `"${text.replace(/[\u0000-\u001f\u007f"\\]/g, (char) => escapes[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
}
