import { isDeepStrictEqual } from 'node:util';

const longestText = 20_000;

/**
 * Before and after of a change for the `params` of an entry: the fields that differ, all of them where the thing was made
 * or removed. Texts are cut. What is secret is never to be in what is given.
 */
export function changedFields(
  before: object | undefined,
  after: object | undefined,
): { before?: Record<string, unknown>; after?: Record<string, unknown> } {
  const was = new Map(Object.entries(before ?? {}));
  const is = new Map(Object.entries(after ?? {}));
  const names = [...new Set([...was.keys(), ...is.keys()])].filter(
    (name) => !isDeepStrictEqual(plain(was.get(name)), plain(is.get(name))),
  );
  const pick = (fields: Map<string, unknown>) =>
    Object.fromEntries(names.filter((name) => fields.has(name)).map((name) => [name, cut(fields.get(name))]));
  return {
    ...(before !== undefined && { before: pick(was) }),
    ...(after !== undefined && { after: pick(is) }),
  };
}

/** As it is kept: without what is undefined, moments as texts. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

const cut = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}…` : value;
