import { ScriptFault } from './fault.ts';
import type { Meter } from './meter.ts';
import { mostDigits } from './number-literals.ts';
import { intOf } from './numbers.ts';
import { deepestData, Dict, Float, List } from './values.ts';
import type { Value } from './values.ts';

const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
// eslint-disable-next-line no-control-regex -- JSON texts must not hold control characters
const plainText = /"[^"\\\u0000-\u001f]*"/y;
const words: readonly [string, Value][] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** One JSON value; numbers with a point or an exponent are floats, all others exact. Keys keep their order. */
export function decodeJson(meter: Meter, text: string): Value {
  meter.charge(text.length / 16);
  return new Decoder(meter, text).whole();
}

class Decoder {
  private readonly meter: Meter;
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(meter: Meter, text: string) {
    this.meter = meter;
    this.text = text;
  }

  whole(): Value {
    const value = this.value();
    this.blanks();
    if (this.at < this.text.length) throw this.fault();
    return value;
  }

  private fault(): ScriptFault {
    const place = this.at >= this.text.length ? 'it ends too early' : `at character ${this.at + 1}`;
    return new ScriptFault(`this is not JSON: ${place}`);
  }

  private blanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.at++;
    }
  }

  private sign(char: string): boolean {
    this.blanks();
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  private value(): Value {
    this.blanks();
    this.meter.take(16);
    const char = this.text[this.at];
    if (char === '"') return this.string();
    if (char === '{' || char === '[') {
      if (++this.depth > deepestData)
        throw new ScriptFault(`this JSON is nested more than ${deepestData} levels deep`);
      this.at++;
      const value = char === '{' ? this.dict() : this.list();
      this.depth--;
      return value;
    }
    for (const [word, value] of words) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  private list(): Value {
    this.meter.takeItems(1);
    const list = new List([]);
    if (this.sign(']')) return list;
    do list.items.push(this.value());
    while (this.sign(','));
    if (!this.sign(']')) throw this.fault();
    return list;
  }

  private dict(): Value {
    this.meter.takeItems(4);
    const dict = new Dict();
    if (this.sign('}')) return dict;
    do {
      this.blanks();
      const key = this.string();
      if (!this.sign(':')) throw this.fault();
      dict.set(this.meter, key, this.value());
    } while (this.sign(','));
    if (!this.sign('}')) throw this.fault();
    return dict;
  }

  private string(): string {
    plainText.lastIndex = this.at;
    const plain = plainText.exec(this.text)?.[0];
    if (plain !== undefined) {
      this.meter.takeText(plain.length);
      this.at += plain.length;
      return plain.slice(1, -1);
    }
    if (this.text[this.at] !== '"') throw this.fault();
    let end = this.at + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    this.meter.takeText(end - this.at);
    this.meter.charge((end - this.at) / 4);
    try {
      // The text between the quotes is a JSON string, or not JSON at all.
      const value = JSON.parse(this.text.slice(this.at, end + 1)) as string;
      this.at = end + 1;
      return value.toWellFormed();
    } catch {
      throw this.fault();
    }
  }

  private number(): Value {
    number.lastIndex = this.at;
    const found = number.exec(this.text);
    if (found === null) throw this.fault();
    const [digits, fraction, exponent] = found;
    this.at += digits.length;
    if (fraction === undefined && exponent === undefined) {
      const value = Number(digits);
      if (Number.isSafeInteger(value)) return value + 0;
      if (digits.length > mostDigits) throw new ScriptFault('this JSON holds a number that is too large');
      this.meter.take(2_048);
      return intOf(BigInt(digits));
    }
    const float = Number(digits);
    if (!Number.isFinite(float)) throw new ScriptFault('this JSON holds a number that is too large');
    return new Float(float);
  }
}
