import { termsOf } from '../simple/free-text.ts';
import { operatorNamed } from '../simple/operators/index.ts';
import type { FilterCondition, FilterNode, SimpleFilters } from '../simple/schema.ts';
import { isNumber } from '../simple/values.ts';
import { printFlowText, printName } from './print-expression.ts';

/** What a search form asks for; times are ISO texts. */
export interface FormSearch {
  databases: readonly string[];
  tables: readonly string[];
  startTime?: string;
  endTime?: string;
  filters: SimpleFilters;
}

/**
 * A PantherFlow text that finds the rows of a search form. Undefined when a filter has no counterpart in the language,
 * so that nobody switches to a text that means something else. Words of the free text become `search`, which finds
 * them inside longer words too.
 */
export function flowOfFilters(form: FormSearch): string | undefined {
  const stages = [sourceOf(form), ...timesOf(form)];
  const { and, or, text } = form.filters;
  const words = termsOf(text ?? '').map((word) => printFlowText(word));
  if (words.length > 0) stages.push(`search ${words.join(' and ')}`);
  if (and || or) {
    const condition = nodeOf({ ...(and ? { and } : {}), ...(or ? { or } : {}) });
    if (condition === undefined) return undefined;
    if (condition !== '') stages.push(`where ${condition}`);
  }
  return stages.join('\n| ');
}

function sourceOf({ databases, tables }: FormSearch): string {
  const names =
    tables.length > 0
      ? tables.map((table) => nameOf(table, databases))
      : (databases.length > 0 ? databases : ['panther_logs']).map((database) => `${database}.public.*`);
  return names.length === 1 && tables.length > 0 ? names[0]! : `union ${names.join(', ')}`;
}

function nameOf(table: string, databases: readonly string[]): string {
  const parts = table.split('.');
  const [database, ...rest] = parts;
  if (rest.length === 0) return databases.length === 1 ? `${databases[0]}.public.${database}` : table;
  return `${database}.public.${rest.at(-1)}`;
}

function timesOf({ startTime, endTime }: FormSearch): string[] {
  const bounds = [
    startTime === undefined ? undefined : `p_event_time >= time.parse_timestamp(${printFlowText(startTime)})`,
    endTime === undefined ? undefined : `p_event_time < time.parse_timestamp(${printFlowText(endTime)})`,
  ].filter((bound) => bound !== undefined);
  return bounds.length > 0 ? [`where ${bounds.join(' and ')}`] : [];
}

function nodeOf(node: FilterNode): string | undefined {
  if ('operator' in node) return conditionOf(node);
  const groups = (['and', 'or'] as const).flatMap((word) => {
    const nodes = node[word];
    if (!nodes) return [];
    const parts = nodes.map(nodeOf);
    if (parts.includes(undefined)) return [undefined];
    return [parts.length === 1 ? parts[0] : `(${parts.join(` ${word} `)})`];
  });
  if (groups.includes(undefined)) return undefined;
  return groups.length === 1 ? groups[0] : groups.length === 0 ? '' : `(${groups.join(' and ')})`;
}

/** What a template is filled with: the value, all values of a list, and both ends of a range, as the language writes them. */
interface Given {
  field: string;
  value: string;
  list: string;
  from: string;
  to: string;
}

const overlap = ({ field, list }: Given) => `arrays.overlap(${field}, [${list}])`;
const unless = (condition: string) => `not coalesce(${condition}, false)`;
const at = (text: string) => `time.parse_timestamp(${text})`;

const templates: Record<string, (given: Given) => string> = {
  is: ({ field, value }) => `tostring(${field}) == ${value}`,
  'is-not': ({ field, value }) => `tostring(${field}) != ${value}`,
  'is-in-list': ({ field, list }) => `tostring(${field}) in [${list}]`,
  'is-not-in-list': ({ field, list }) => `tostring(${field}) not in [${list}]`,
  'has-substring': ({ field, value }) =>
    `coalesce(strings.contains(strings.lower(${field}), strings.lower(${value})), false)`,
  'does-not-have-substring': ({ field, value }) =>
    `not coalesce(strings.contains(strings.lower(${field}), strings.lower(${value})), false)`,
  like: ({ field, value }) => `coalesce(strings.ilike(${field}, ${value}), false)`,
  'is-not-like': ({ field, value }) => `not coalesce(strings.ilike(${field}, ${value}), false)`,
  'is-empty': ({ field }) => `(${field} == null or tostring(${field}) == '')`,
  'is-not-empty': ({ field }) => `not (${field} == null or tostring(${field}) == '')`,
  equals: ({ field, value }) => `${field} == ${value}`,
  'does-not-equal': ({ field, value }) => unless(`${field} == ${value}`),
  'greater-than': ({ field, value }) => `${field} > ${value}`,
  'greater-than-or-equal': ({ field, value }) => `${field} >= ${value}`,
  'less-than': ({ field, value }) => `${field} < ${value}`,
  'less-than-or-equal': ({ field, value }) => `${field} <= ${value}`,
  between: ({ field, from, to }) => `${field} between ${from} .. ${to}`,
  has: overlap,
  'does-not-have': (given) => unless(overlap(given)),
  'has-any': overlap,
  'does-not-have-any': (given) => unless(overlap(given)),
  'is-true': ({ field }) => `${field} == true`,
  'is-false': ({ field }) => `${field} == false`,
  'is-after': ({ field, value }) => `${field} > ${at(value)}`,
  'is-before': ({ field, value }) => `${field} < ${at(value)}`,
  'is-between': ({ field, from, to }) => `${field} between ${at(from)} .. ${at(to)}`,
  'is-null': ({ field }) => `${field} == null`,
  'is-not-null': ({ field }) => `${field} != null`,
};

const ofNumbers = /^(int|float)/;
const isOfNumbers = ({ operator, type }: FilterCondition) =>
  operatorNamed(operator)?.columnType === 'number' || ofNumbers.test(type ?? '');

/** A condition of the form as one of a text; undefined when it has no counterpart. */
export function conditionOf(condition: FilterCondition): string | undefined {
  const { target, operator, value } = condition;
  const template = Object.hasOwn(templates, operator) ? templates[operator] : undefined;
  const field = target === undefined ? undefined : fieldOf(target);
  if (!template || field === undefined) return undefined;
  const given = parsed(value);
  const items = (Array.isArray(given) ? given : [given]).map((item) => String(item ?? ''));
  if (isOfNumbers(condition) && !items.every(isNumber)) return undefined;
  const printed = items.map(isOfNumbers(condition) ? (item) => item.trim() : printFlowText);
  const [first = "''", second = first] = printed;
  const isTurned = isOfNumbers(condition) && Number(first) > Number(second);
  const [from, to] = isTurned ? [second, first] : [first, second];
  return template({ field, value: first, list: printed.join(', '), from, to });
}

function parsed(value: string | undefined): unknown {
  if (value === undefined) return undefined;
  try {
    const given: unknown = JSON.parse(value);
    return typeof given === 'number' && !Number.isSafeInteger(given) ? value : given;
  } catch {
    return value;
  }
}

/** `userIdentity:arn` and `resources[0].arn` as paths. */
function fieldOf(target: string): string | undefined {
  const parts = target.trim().split(/[.:]/);
  const names = parts.map((part) => /^([^[\]`\n\r]+)((?:\[\d{1,6}\])*)$/.exec(part));
  if (names.includes(null)) return undefined;
  return names
    .map((match, index) => {
      const [, name = '', indexes = ''] = match!;
      const isPlain = /^[A-Za-z_]\w*$/.test(name);
      const shown = index === 0 ? printName(name) : isPlain ? `.${name}` : `[${printFlowText(name)}]`;
      return `${shown}${indexes}`;
    })
    .join('');
}
