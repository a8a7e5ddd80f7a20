import type { CatalogTable, FieldType } from '@margay/model';

import type { FilterCondition, FilterNode, SimpleFilters } from '../../languages/simple/schema.ts';
import { termsOf } from '../../languages/simple/free-text.ts';
import type { EventObject, EventValue, LakeEvent } from './lake.ts';
import { jsonOf } from './lake.ts';

/** Thrown where the documentation leaves open what a value counts as; languages still have to agree. */
export class LeftOpen extends Error {}

/**
 * The ids of the events that fulfil filters, read from the events as they came, by what docs/running/searching.md says:
 * slowly, and without a word of SQL. A log line with its findings is one event; what it lacks and its findings have is
 * asked of those. A finding is an event of its own where its line is not there.
 */
export function idsFulfilling(events: readonly LakeEvent[], filters: SimpleFilters): string[] {
  const conditions = conditionsOf(filters);
  const isFinding = ({ table }: LakeEvent) => table.rawColumn === undefined;
  const findings = events.filter(isFinding);
  const lines = events.filter((event) => !isFinding(event));
  const found = lines.filter((line) => {
    const own = findings.filter(({ id }) => id === line.id);
    const kin = findings.some(({ table }) => table.logType === line.table.logType);
    const [ofFindings, ofLine] = partition(conditions, ({ fields }) => kin && fields.includes('p_rule_id'));
    const asked = own.length > 0 ? own : [line];
    return (
      ofLine.every((one) => one.holds(line)) &&
      asked.some((one) => ofFindings.every(({ holds: is }) => is(one)))
    );
  });
  const ids = new Set(lines.map(({ id }) => id));
  const alone = findings.filter(({ id }) => !ids.has(id));
  return [...found, ...alone.filter((event) => conditions.every((one) => one.holds(event)))].map(
    ({ id }) => id,
  );
}

/** What must all hold, and the fields it is about. */
interface Demand {
  holds: (event: LakeEvent) => boolean;
  fields: string[];
}

function conditionsOf({ text, and, or }: SimpleFilters): Demand[] {
  const words = termsOf(text ?? '').map((term): Demand => ({
    holds: (event) => hasWords(rowTextOf(event), term),
    fields: [],
  }));
  return [...words, ...demandsOf({ ...(and && { and }), ...(or && { or }) })];
}

function demandsOf(node: FilterNode): Demand[] {
  const isOne = 'operator' in node || (node.or !== undefined && node.or.length > 1);
  if ('operator' in node || (isOne && !node.and))
    return [{ holds: (event) => holds(event, node), fields: fieldsIn(node) }];
  return [...(node.and ?? []).flatMap(demandsOf), ...(node.or ? demandsOfChoice(node.or) : [])];
}

function demandsOfChoice(or: FilterNode[]): Demand[] {
  const [only] = or;
  if (only && or.length === 1) return demandsOf(only);
  return [{ holds: (event) => holds(event, { or }), fields: fieldsIn({ or }) }];
}

function fieldsIn(node: FilterNode): string[] {
  if ('operator' in node) return node.target === undefined ? [] : [node.target];
  return [...(node.and ?? []), ...(node.or ?? [])].flatMap(fieldsIn);
}

function partition<T>(all: readonly T[], test: (one: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

function holds(event: LakeEvent, node: FilterNode): boolean {
  if ('operator' in node) return meets(event, node);
  return (
    (node.and?.every((part) => holds(event, part)) ?? true) &&
    (node.or?.some((part) => holds(event, part)) ?? true)
  );
}

/** A value, and what the schema says it is. */
interface Found {
  value: EventValue;
  type: FieldType;
}

const json: FieldType = { kind: 'json' };

function meets(event: LakeEvent, { target = '', operator, value = 'null' }: FilterCondition): boolean {
  const given: unknown = JSON.parse(value);
  const wanted = (Array.isArray(given) ? given : [given]).map(String);
  const [first = '', second = ''] = wanted;
  if (operator.startsWith('row-')) return rowMeets(rowTextOf(event), operator, first);
  const found = find(event, target);
  const text = textOf(found);
  const list = listOf(found);
  const has = (test: (item: string) => boolean) => list.some((item) => item !== null && test(item));
  const number = numberOf(found);
  const is = (test: (value: number | bigint) => boolean) => number !== null && test(number);
  switch (operator) {
    case 'is':
      return text === first;
    case 'is-not':
      return text !== first;
    case 'is-empty':
      return text === null || text === '';
    case 'is-not-empty':
      return text !== null && text !== '';
    case 'is-in-list':
      return text !== null && wanted.includes(text);
    case 'is-not-in-list':
      return text === null || !wanted.includes(text);
    case 'has-substring':
    case 'contains':
      return text?.toLowerCase().includes(first.toLowerCase()) ?? false;
    case 'does-not-have-substring':
    case 'does-not-contain':
      return !(text?.toLowerCase().includes(first.toLowerCase()) ?? false);
    case 'like':
      return text !== null && isLike(text, first);
    case 'is-not-like':
      return text === null || !isLike(text, first);
    case 'is-within-cidr':
      return text !== null && isWithin(text, first);
    case 'equals':
      return is((known) => compare(known, first) === 0);
    case 'does-not-equal':
      return !is((known) => compare(known, first) === 0);
    case 'greater-than':
      return is((known) => compare(known, first) > 0);
    case 'greater-than-or-equal':
      return is((known) => compare(known, first) >= 0);
    case 'less-than':
      return is((known) => compare(known, first) < 0);
    case 'less-than-or-equal':
      return is((known) => compare(known, first) <= 0);
    case 'between': {
      const [low, high] = Number(first) <= Number(second) ? [first, second] : [second, first];
      return is((known) => compare(known, low) >= 0 && compare(known, high) <= 0);
    }
    case 'has':
      return has((item) => item === first);
    case 'does-not-have':
      return !has((item) => item === first);
    case 'has-like':
      return has((item) => isLike(item, first));
    case 'does-not-have-like':
      return !has((item) => isLike(item, first));
    case 'has-any':
      return has((item) => wanted.includes(item));
    case 'does-not-have-any':
      return !has((item) => wanted.includes(item));
    case 'is-true':
      return truthOf(found) === true;
    case 'is-false':
      return truthOf(found) === false;
    case 'is-after':
    case 'is-before':
    case 'is-between':
      return timeMeets(found, operator, [first, second]);
    case 'is-null':
      return found.value === null;
    case 'is-not-null':
      return found.value !== null;
    default:
      throw new Error(`The witness does not know ${operator}.`);
  }
}

function find({ table, event, id }: LakeEvent, target: string): Found {
  const steps = target.split(/[.:]/).flatMap((part) => {
    const [, name = '', indexes = ''] = /^([^[]*)(.*)$/.exec(part)!;
    return [name, ...[...indexes.matchAll(/\d+/g)].map(Number)];
  });
  const [name, ...rest] = steps as [string, ...(string | number)[]];
  if (name === 'p_row_id') return { value: id, type: { kind: 'string' } };
  if (name === 'p_log_type') return { value: table.logType ?? null, type: { kind: 'string' } };
  const column = columnOf(table, name);
  const at: Found = column
    ? { value: event[column.name] ?? null, type: column.type }
    : { value: table.overflowColumn ? (event[name] ?? null) : null, type: json };
  return present(rest.reduce(inside, at));
}

function columnOf({ columns }: CatalogTable, name: string) {
  return (
    columns.find((column) => column.name === name) ??
    columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  );
}

function inside({ value, type }: Found, step: string | number): Found {
  const isArray = Array.isArray(value);
  if (type.kind === 'object') {
    const field = type.fields.find((known) => known.name === step);
    const key = String(step);
    const part = typeof value === 'object' && value !== null && !isArray ? value[key] : null;
    return { value: part ?? null, type: field?.type ?? json };
  }
  if (type.kind === 'array')
    return { value: isArray ? (value[Number(step)] ?? null) : null, type: type.element };
  if (type.kind !== 'json') return { value: null, type: json };
  if (typeof step === 'number') return { value: isArray ? (value[step] ?? null) : null, type: json };
  const isObject = typeof value === 'object' && value !== null && !isArray;
  return { value: isObject ? (value[step] ?? null) : null, type: json };
}

/** An object of a schema shows its fields only, and is not there when none is; nor is an empty list of a schema. */
function present({ value, type }: Found): Found {
  if (type.kind === 'array' && Array.isArray(value) && value.length === 0 && isPlain(type.element))
    return { value: null, type };
  if (type.kind !== 'object' || typeof value !== 'object' || value === null) return { value, type };
  const fields = type.fields
    .map(
      (field) =>
        [
          field.name,
          present({ value: (value as EventObject)[field.name] ?? null, type: field.type }),
        ] as const,
    )
    .filter(([, field]) => field.value !== null);
  return {
    value: fields.length > 0 ? Object.fromEntries(fields.map(([key, field]) => [key, stored(field)])) : null,
    type,
  };
}

const isPlain = ({ kind }: FieldType) => kind !== 'object' && kind !== 'json' && kind !== 'array';

/** A time of a schema reads as the lake writes it. */
function stored({ value, type }: Found): EventValue {
  if (type.kind !== 'timestamp' || typeof value !== 'string') return value;
  return `${value.replace('T', ' ').replace('Z', '')}000000`;
}

function textOf(found: Found): string | null {
  const value = stored(found);
  if (value === null) return null;
  return typeof value === 'string' ? value : typeof value === 'object' ? jsonOf(value) : String(value);
}

/** Elements as texts; no list has none. */
function listOf({ value }: Found): (string | null)[] {
  return Array.isArray(value) ? value.map((item) => textOf({ value: item, type: json })) : [];
}

/** Numbers, texts that are numbers, and truth values as 1 and 0. */
function numberOf({ value, type }: Found): number | bigint | null {
  // Where no schema says that a number is a whole one, it is a double.
  if (type.kind === 'json' && typeof value === 'bigint') return Number(value);
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return Number(value);
  if (type.kind === 'timestamp' && value !== null) throw new LeftOpen('Times as numbers.');
  const isNumeral = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  return isNumeral ? Number(value) : null;
}

function compare(known: number | bigint, wanted: string): number {
  const other = /^-?\d+$/.test(wanted) ? BigInt(wanted) : Number(wanted);
  return known < other ? -1 : known > other ? 1 : 0;
}

function truthOf(found: Found): boolean | null {
  const { value, type } = found;
  const isNumber = ['int', 'smallint', 'bigint', 'float'].includes(type.kind);
  if (isNumber) return value === null ? null : Number(value) !== 0;
  const text = textOf(found)?.toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : null;
}

function timeMeets({ value, type }: Found, operator: string, given: string[]): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'object') return false;
  const isTime = type.kind === 'timestamp' || /^\d{4}-\d\d-\d\dT/.test(String(value));
  if (!isTime) throw new LeftOpen('Times in numbers and in texts of other forms.');
  const at = Date.parse(String(value));
  const [low = NaN, high = NaN] = given.map((time) => Date.parse(time)).toSorted((a, b) => a - b);
  if (operator === 'is-between') return at >= low && at <= high;
  const other = Date.parse(given[0]!);
  return operator === 'is-after' ? at > other : at < other;
}

/** `%` is any run and `_` one character, whatever its case. */
function isLike(text: string, pattern: string): boolean {
  const parts = [...pattern].map((letter) =>
    letter === '%' ? '.*' : letter === '_' ? '.' : letter.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`),
  );
  return new RegExp(`^${parts.join('')}$`, 'isu').test(text);
}

function isWithin(text: string, given: string): boolean {
  const [network = '', length] = given.split('/');
  const [address, base] = [bitsOf(text), bitsOf(network)];
  if (!address || !base || address.length !== base.length) return false;
  const count = length === undefined ? base.length : Number(length);
  return address.slice(0, count) === base.slice(0, count);
}

/** The bits of an address; undefined where the text is none. */
function bitsOf(text: string): string | undefined {
  const bytes = /^\d{1,3}(\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : undefined;
  if (bytes?.every((byte) => byte < 256))
    return bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  if (!text.includes(':') || !/^[\da-f:]+$/i.test(text)) return undefined;
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const all = tail === undefined ? before : [...before, ...zeros, ...after];
  return all.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

/** The line as it came; where a table keeps none, the texts of all values, a line each. */
function rowTextOf({ table, event, raw, id, time }: LakeEvent): string {
  if (table.rawColumn) return raw;
  const leaves = (value: EventValue, type: FieldType): (string | null)[] =>
    type.kind === 'object'
      ? type.fields.flatMap((field) =>
          leaves((value as EventObject | null)?.[field.name] ?? null, field.type),
        )
      : [textOf(present({ value, type }))];
  return table.columns
    .flatMap(({ name, type }) =>
      name === 'p_event_time'
        ? [time]
        : name === 'p_row_id'
          ? [id]
          : name === 'p_log_type'
            ? [table.logType ?? '']
            : leaves(event[name] ?? null, type),
    )
    .filter((text) => text !== null)
    .join('\n');
}

function rowMeets(row: string, operator: string, given: string): boolean {
  if (operator === 'row-contains') return row.toLowerCase().includes(given.toLowerCase());
  return operator === 'row-like'
    ? isLike(row, given)
    : new RegExp(given.replace('(?i)', ''), given.startsWith('(?i)') ? 'siu' : 'su').test(row);
}

/** Whole words, in any case of ASCII letters: the phrase occurs, and each of its words is one of the row. */
function hasWords(row: string, term: string): boolean {
  const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const wordsOf = (text: string) => fold(text).match(/[a-z0-9\u{80}-\u{10ffff}]+/gu) ?? [];
  const known = new Set(wordsOf(row));
  const isAscii = /^[\0-\x7f]*$/.test(term);
  const occurs = isAscii ? fold(row).includes(fold(term)) : row.toLowerCase().includes(term.toLowerCase());
  return occurs && wordsOf(term).every((word) => known.has(word));
}
