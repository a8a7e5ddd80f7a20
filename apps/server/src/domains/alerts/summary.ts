import { indicatorFields } from '@margay/model';

export interface AttributeSummary {
  name: string;
  /** The most frequent values with their counts. */
  values: { label: string; value: number }[];
}

const topCount = 5;

/**
 * The five most frequent values of each attribute over events. Attributes are paths (`userIdentity.arn`, or as
 * panther-analysis writes them, `userIdentity:arn`); lists on the way count each member. Without attributes, every indicator field the events have.
 */
export function summarize(events: readonly unknown[], attributes: readonly string[]): AttributeSummary[] {
  const names = attributes.length > 0 ? attributes : indicatorFields;
  return names.flatMap((name) => {
    const counts = new Map<string, number>();
    for (const event of events)
      for (const value of new Set(valuesAt(event, stepsOf(event, name))))
        counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size === 0 && attributes.length === 0) return [];
    const values = [...counts]
      .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, topCount)
      .map(([label, value]) => ({ label, value }));
    return [{ name, values }];
  });
}

const separators = /[.:]/;

/** A field may have a dot or a colon in its own name: then that is the field that is meant. */
function stepsOf(event: unknown, name: string): string[] {
  const isField = typeof event === 'object' && event !== null && Object.hasOwn(event, name);
  return isField ? [name] : name.split(separators);
}

function valuesAt(value: unknown, path: readonly string[]): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((member) => valuesAt(member, path));
  const [name, ...rest] = path;
  if (name === undefined) return [typeof value === 'string' ? value : JSON.stringify(value)];
  if (typeof value !== 'object') return [];
  const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  return valuesAt(member, rest);
}
