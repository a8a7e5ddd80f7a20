import type { ResultEdge } from './queries.ts';

/** Rows looked at to choose columns. */
const sampleSize = 200;
const ownColumns = 4;
const longTextLength = 60;

/**
 * Columns a person sees before choosing any: time and log type, the fields of the events that tell most (present in
 * many rows, short, and neither always the same nor always different), then who and from where.
 */
export function tellingColumns(order: readonly string[], edges: readonly ResultEdge[]): string[] {
  const rows = edges.slice(0, sampleSize).map((edge) => edge.node);
  if (!order.includes('p_event_time')) return [...order];
  const scored = order
    .filter((name) => !name.startsWith('p_'))
    .map((name) => ({ name, score: scoreOf(name, rows) }))
    .filter((entry) => entry.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, ownColumns)
    .map((entry) => entry.name);
  const wanted = new Set(['p_event_time', 'p_log_type', ...scored]);
  const extras = ['p_any_usernames', 'p_any_ip_addresses'].filter((name) => order.includes(name));
  return [...order.filter((name) => wanted.has(name)), ...extras];
}

const unknowing = /(^|_)(id|uuid|version|hash)$|(Id|ID|Uuid|UUID|Version|Hash|Time)$/;

function scoreOf(name: string, rows: readonly Record<string, unknown>[]): number {
  const texts: string[] = [];
  for (const row of rows) {
    const value = row[name];
    if (value === null || value === undefined || value === '') continue;
    if (typeof value === 'object') return 0;
    texts.push(String(value));
  }
  if (texts.length === 0 || unknowing.test(name)) return 0;
  const share = texts.length / rows.length;
  const distinct = new Set(texts).size;
  const isConstant = distinct === 1 && texts.length > 1;
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  const spread = distinct / texts.length;
  const named = /(event|action|type|status|error|result|actor|user|region|address|addr|name)/i.test(name)
    ? 0.4
    : 0;
  return (
    share +
    named +
    (isConstant ? -0.5 : 0.3) +
    (spread > 0.9 && texts.length > 10 ? -0.4 : 0) +
    (length > longTextLength ? -0.6 : 0)
  );
}

export interface ColumnChoice {
  columns: string[];
  /** In px, by column. */
  widths: Record<string, number>;
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
    const sizes = typeof widths === 'object' && widths !== null ? Object.entries(widths) : [];
    return {
      columns: columns.filter((name): name is string => typeof name === 'string'),
      widths: Object.fromEntries(
        sizes.filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      ),
    };
  } catch {
    return undefined;
  }
}

/** Value of a column; a path such as `userIdentity.arn` reaches inside. */
export function valueAt(node: Record<string, unknown>, path: string): unknown {
  if (path in node) return node[path];
  let value: unknown = node;
  for (const step of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step]; // an object, seen above
  }
  return value;
}
