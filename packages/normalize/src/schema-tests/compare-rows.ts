import { exactTextOf } from '@margay/kit';

/** Fields that depend on the run; compared only when the expected row gives them. */
const optionalFields = ['p_row_id', 'p_source_id', 'p_source_label', 'p_schema_version', 'p_parse_time'];

/** Differences between the expected and the actual row, one line each; empty when they agree. */
export function compareRows(expected: Record<string, unknown>, actual: Record<string, unknown>): string[] {
  const wanted = { ...expected };
  const given = { ...actual };
  // The row id only has to be there, and the parse time is the run's own.
  delete wanted['p_row_id'];
  delete wanted['p_parse_time'];
  if (wanted['p_event_time'] === undefined) wanted['p_event_time'] = given['p_parse_time'];
  for (const field of optionalFields) if (!(field in wanted)) delete given[field];
  const differences: string[] = [];
  for (const field of new Set([...Object.keys(wanted), ...Object.keys(given)])) {
    const isIndicator = field.startsWith('p_any_');
    compare(field, sortedIf(isIndicator, wanted[field]), sortedIf(isIndicator, given[field]), differences);
  }
  return differences;
}

function sortedIf(isIndicator: boolean, value: unknown): unknown {
  return isIndicator && Array.isArray(value) ? value.map(String).toSorted() : value;
}

function compare(path: string, wanted: unknown, given: unknown, differences: string[]): void {
  if (isMapping(wanted) && isMapping(given)) {
    for (const key of new Set([...Object.keys(wanted), ...Object.keys(given)])) {
      compare(`${path}.${key}`, wanted[key], given[key], differences);
    }
  } else if (Array.isArray(wanted) && Array.isArray(given) && wanted.length === given.length) {
    for (const [index, item] of wanted.entries())
      compare(`${path}[${index}]`, item, given[index], differences);
  } else if (!isSame(wanted, given)) {
    differences.push(`${path}: expected ${show(wanted)}, got ${show(given)}`);
  }
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && exactTextOf(value) === undefined
  );
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const [left, right] = [exactTextOf(a), exactTextOf(b)];
  if (left !== undefined || right !== undefined)
    return Number(left ?? a) === Number(right ?? b) && (left !== undefined || typeof a === 'number');
  if (Array.isArray(a) && Array.isArray(b)) return false;
  return typeof a === 'number' && typeof b === 'number' && Object.is(a, b);
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}` : item));
}
