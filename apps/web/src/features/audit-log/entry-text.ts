import type { AuditEntry } from './queries.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsAt = (params: unknown, name: string): Fields | undefined => {
  const value = isFields(params) ? params[name] : undefined;
  return isFields(value) ? value : undefined;
};

/** Who did it, as far as that is known. */
export function actorText({ actor, params }: AuditEntry): string {
  if (actor.name) return actor.name;
  const email = isFields(params) ? params['email'] : undefined;
  return typeof email === 'string' && email !== '' ? email : 'Not signed in';
}

/** Before and after of a change, each as text with one value a line; undefined where the entry is of no change. */
export function changeOf({
  params,
}: Pick<AuditEntry, 'params'>): { before: string; after: string } | undefined {
  const [before, after] = [fieldsAt(params, 'before'), fieldsAt(params, 'after')];
  if (before === undefined && after === undefined) return undefined;
  return { before: linesOf(before), after: linesOf(after) };
}

/** Long texts, such as the code of a rule, stand with their own lines. */
const linesOf = (fields: Fields | undefined): string =>
  Object.entries(fields ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) =>
      typeof value === 'string' && value.includes('\n')
        ? `${name}:\n${value.replaceAll(/^/gm, '  ')}`
        : `${name}: ${JSON.stringify(value, null, 2) ?? 'null'}`,
    )
    .join('\n');

const named = ['name', 'label', 'displayName', 'email', 'id', 'outputId', 'sourceId', 'ids', 'outputIds'];

/** What was acted on, in a few words. */
export function objectText(entry: AuditEntry): string {
  if (entry.isWithheld) return 'Withheld';
  if (entry.errors.length > 0) return entry.errors.join('; ');
  const input = fieldsAt(entry.params, 'input') ?? (isFields(entry.params) ? entry.params : {});
  const value = named.map((name) => input[name]).find((found) => found !== undefined && found !== null);
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const [first] = Object.entries(input).filter(([, found]) =>
    ['string', 'boolean', 'number'].includes(typeof found),
  );
  return first === undefined ? '' : `${first[0]}: ${String(first[1])}`;
}
