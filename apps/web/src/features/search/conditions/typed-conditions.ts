import { isNumber } from '@margay/query';
import { utcText } from '../time/time-frame.ts';
import { conditionFor, newCondition } from './conditions.ts';
import type { Condition } from './conditions.ts';
import type { FilterField } from './filter-fields.ts';

/** In quotes backslashes are letters, also two of them; only before a quote does one of each two stand for the other. */
const escaping = String.raw`"(?:[^"\\]|\\+(?!["\\])|(?:\\\\)*\\")*(?:\\\\)*"`;
/** The end of a path, `"C:\Windows\"`: no other quote follows that would close it. */
const endingInBackslash = String.raw`"[^"]*\\"`;
/** A phrase in quotes, `field:value` with perhaps quotes around the value, or a word. */
const piece = new RegExp(
  String.raw`-?[\w.@-]+:(?:[<>]=?)?(?:${escaping}|${endingInBackslash})(?=\s|$)|"[^"]*"?|\S+`,
);
const named = /^(-?)([\w.@-]+):([<>]=?)?(.+)$/s;

interface Typed {
  field: FilterField;
  isNegated: boolean;
  comparison: string | undefined;
  value: string;
  /** In quotes, where no sign has a meaning. */
  isQuoted: boolean;
}

/**
 * Takes what names a field, as in `eventName:StopLogging`, out of the words. Only what is followed by a blank counts as
 * finished, unless all of it is. What names no field, or nothing the field can be asked for, stays among the words.
 */
export function takeConditions(
  text: string,
  fields: readonly FilterField[],
  isFinished: boolean,
): { text: string; conditions: Condition[] } {
  const conditions: Condition[] = [];
  const words = text.replaceAll(
    new RegExp(`(${piece.source})(\\s?)`, 'g'),
    (all, word: string, blank: string) => {
      if (blank === '' && !isFinished) return all;
      const typed = readTyped(word, fields);
      const condition = typed && conditionOf(typed);
      if (!condition) return all;
      conditions.push(condition);
      return '';
    },
  );
  return conditions.length === 0 ? { text, conditions } : { text: words.trimStart(), conditions };
}

function readTyped(word: string, fields: readonly FilterField[]): Typed | undefined {
  const [, minus = '', name = '', comparison, said = ''] = named.exec(word) ?? [];
  if (name === '') return undefined;
  const field = fieldNamed(name, fields);
  if (!field) return undefined;
  const isQuoted = said.startsWith('"') && said.endsWith('"') && said.length > 1;
  if (said.includes('"') && !isQuoted) return undefined;
  const value = isQuoted ? unquoted(said.slice(1, -1)) : said;
  return value === '' && !isQuoted
    ? undefined
    : { field, isNegated: minus === '-', comparison, value, isQuoted };
}

/** What stands between the quotes, without its escapes. */
function unquoted(text: string): string {
  return text
    .replaceAll(/(\\+)"/g, (_, backslashes: string) => `${halfOf(backslashes)}"`)
    .replace(/\\+$/, (backslashes) => (backslashes.length % 2 === 0 ? halfOf(backslashes) : backslashes));
}

const halfOf = (backslashes: string) => backslashes.slice(0, backslashes.length / 2);

/** As it is written, or the only one that is written so in other letters. */
function fieldNamed(name: string, fields: readonly FilterField[]): FilterField | undefined {
  const lower = name.toLowerCase();
  const alike = fields.filter(({ key }) => key.toLowerCase() === lower);
  return alike.find(({ key }) => key === name) ?? (alike.length === 1 ? alike[0] : undefined);
}

function conditionOf(typed: Typed): Condition | undefined {
  const { field, isNegated, comparison, value, isQuoted } = typed;
  const { key, columnType, valueType } = field;
  const of = (operator: string, values: string[]): Condition => ({
    ...newCondition(key, operator),
    type: valueType,
    value: values,
  });
  if (comparison !== undefined) return compared(typed, of);
  if (value === '*' && !isQuoted) return of(isNegated ? 'is-null' : 'is-not-null', []);
  if (columnType === 'time' || (columnType === 'number' && !isNumber(value))) return undefined;
  if (columnType === 'boolean' && !/^(?:true|false)$/i.test(value)) return undefined;
  if (value.includes('*') && !isQuoted) {
    const operators = { string: ['like', 'is-not-like'], array: ['has-like', 'does-not-have-like'] } as const;
    if (columnType !== 'string' && columnType !== 'array') return undefined;
    return of(operators[columnType][isNegated ? 1 : 0], [value.replaceAll('*', '%')]);
  }
  const said = columnType === 'boolean' ? value.toLowerCase() : value;
  return { ...conditionFor(key, said, columnType, isNegated), isManuallyAdded: false, type: valueType };
}

const opposites: Record<string, string> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' };
const numeric: Record<string, string> = {
  '>': 'greater-than',
  '>=': 'greater-than-or-equal',
  '<': 'less-than',
  '<=': 'less-than-or-equal',
};
const timed: Record<string, string> = { '>': 'is-after', '<': 'is-before' };

function compared(
  { field, isNegated, comparison = '', value }: Typed,
  of: (operator: string, values: string[]) => Condition,
): Condition | undefined {
  if (field.columnType === 'number' && isNumber(value))
    return of(numeric[isNegated ? opposites[comparison]! : comparison]!, [value]);
  const operator = timed[comparison];
  const at = Date.parse(value);
  if (field.columnType !== 'time' || isNegated || operator === undefined || Number.isNaN(at))
    return undefined;
  return of(operator, [utcText(at)]);
}
