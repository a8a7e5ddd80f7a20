import { valueAt } from '@margay/kit';
import type { ResultEdge } from '../../../lib/data-lake/queries.ts';

/** Rows looked at to choose columns. */
const sampleSize = 200;
const ownColumns = 4;
const longTextLength = 60;
const worthShowing = 0.9;

type Row = Record<string, unknown>;

/**
 * Columns a person sees before choosing any: time and log type, the fields that tell most about each kind of event in
 * turn (present in many rows, short, and neither always the same nor always different), who and from where. Rows
 * without event time keep their own columns.
 */
export function tellingColumns(order: readonly string[], edges: readonly ResultEdge[]): string[] {
  if (!order.includes('p_event_time')) return [...order];
  const rows = edges.slice(0, sampleSize).map((edge) => edge.node);
  const kinds = Map.groupBy(rows, (row) => row['p_log_type']);
  const byKind = [...kinds.values()]
    .toSorted((a, b) => b.length - a.length)
    .map((some) => ranked(order, some));
  const own = inTurns(byKind, ownColumns);
  const shared = ['p_any_usernames', 'p_any_ip_addresses'].filter((name) => order.includes(name));
  const start = order.includes('p_log_type') ? ['p_event_time', 'p_log_type'] : ['p_event_time'];
  return kinds.size > 1 ? [...start, ...shared, ...own] : [...start, ...own, ...shared];
}

function ranked(order: readonly string[], rows: readonly Row[]): string[] {
  return order
    .filter((name) => !name.startsWith('p_'))
    .map((name) => ({ name, score: scoreOf(name, rows) }))
    .filter((entry) => entry.score >= worthShowing)
    .toSorted((a, b) => b.score - a.score)
    .map((entry) => entry.name);
}

/** The first of each list, then the second of each, until there are enough. */
function inTurns(lists: readonly (readonly string[])[], count: number): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const all = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []));
  return [...new Set(all.flat())].slice(0, count);
}

const naming =
  /(eventname|eventtype|action|status|error|result|actor|user|addr|region|severity|method|path)/i;
const unknowing = /(^|_)(id|uuid|version|hash)$|(Id|ID|Uuid|UUID|Version|Hash|Time)$/;

function scoreOf(name: string, rows: readonly Row[]): number {
  const values = rows
    .map((row) => row[name])
    .filter((value) => value !== null && value !== undefined && value !== '');
  if (values.length === 0 || unknowing.test(name) || values.some((value) => typeof value === 'object'))
    return 0;
  const texts = values.map(String);
  const distinct = new Set(texts).size;
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const isConstant = distinct === 1 && rows.length > 1;
  const isUnique = distinct > 0.9 * texts.length && texts.length > 10;
  return (
    values.length / rows.length +
    (naming.test(name) ? 0.5 : 0) -
    (isConstant ? 0.4 : 0) -
    (isUnique ? 0.4 : 0) -
    (length > longTextLength ? 0.6 : 0) -
    (typeof values[0] === 'boolean' ? 0.5 : 0)
  );
}

const characterPx = 7.3;
const paddingPx = 28;

/** A width in px that shows most values of a column, within limits. */
export function fittingWidth(name: string, edges: readonly ResultEdge[]): number {
  const lengths = edges
    .slice(0, sampleSize)
    .map(({ node }) => {
      const value = valueAt(node, name);
      return typeof value === 'object' ? JSON.stringify(value ?? '').length : String(value ?? '').length;
    })
    .toSorted((a, b) => a - b);
  const most = lengths[Math.floor(lengths.length * 0.98)] ?? 0;
  return Math.round(
    Math.min(240, Math.max(90, Math.max(most, name.length * 0.95) * characterPx + paddingPx)),
  );
}

export interface ColumnChoice {
  columns: string[];
  /** In px, by column. */
  widths: Record<string, number>;
  /** Those that stay in sight at the left. */
  pinned: string[];
}

/** A stored choice; undefined when there is none or it is not one. */
export function readChoice(text: string | undefined): ColumnChoice | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const columns: unknown = 'columns' in value ? value.columns : undefined;
    const widths: unknown = 'widths' in value ? value.widths : undefined;
    if (!Array.isArray(columns)) return undefined;
    const pinned: unknown = 'pinned' in value ? value.pinned : undefined;
    const sizes = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
    return {
      columns: columns.filter((name): name is string => typeof name === 'string'),
      widths: Object.fromEntries(
        sizes.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      ),
      pinned: Array.isArray(pinned) ? pinned.filter((name): name is string => typeof name === 'string') : [],
    };
  } catch {
    return undefined;
  }
}
