import type { SearchSchemaInput } from '@tanstack/react-router';

/**
 * The query part of the address: scalars as they are, arrays in bracket form (`status[]=OPEN&status[]=TRIAGED`).
 * Everything arrives as text; a screen's reader turns it into its typed state.
 */
export type RawSearch = Record<string, string | string[]>;

export function parseSearch(text: string): RawSearch {
  const search: RawSearch = {};
  for (const [name, value] of new URLSearchParams(text.replace(/^\?/, ''))) {
    if (!name.endsWith('[]')) {
      search[name] = value;
      continue;
    }
    const key = name.slice(0, -2);
    const list = search[key];
    if (Array.isArray(list)) list.push(value);
    else search[key] = [value];
  }
  return search;
}

/** Undefined, null and empty lists are left out. The answer starts with `?` when it holds anything. */
export function stringifySearch(search: Record<string, unknown>): string {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value)
        pairs.push(`${encodeURIComponent(name)}[]=${encodeURIComponent(String(item))}`);
    } else {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
    }
  }
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Reads one parameter from what the address holds; a value that does not fit counts as absent. */
export type ParamReader<T> = (value: unknown) => T;

const firstOf = (value: unknown): string | undefined => {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first;
  return typeof first === 'number' || typeof first === 'boolean' ? String(first) : undefined;
};

const textsOf = (value: unknown): string[] => {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.map(firstOf).filter((text) => text !== undefined && text !== '') as string[]; // narrowed by the filter
};

export const text = (): ParamReader<string | undefined> => (value) => firstOf(value) || undefined;
export const textOr =
  (fallback: string): ParamReader<string> =>
  (value) =>
    firstOf(value) || fallback;

/** A whole number, 0 or more. */
export const whole = (): ParamReader<number | undefined> => (value) => {
  const read = firstOf(value);
  return read !== undefined && /^\d{1,15}$/.test(read) ? Number(read) : undefined;
};

/** The page of a list, from 1. */
export const pageNumber = (): ParamReader<number> => (value) => whole()(value) || 1;

export const flag = (): ParamReader<boolean | undefined> => (value) => {
  const read = firstOf(value);
  if (read === 'true') return true;
  return read === 'false' ? false : undefined;
};
export const flagOr =
  (fallback: boolean): ParamReader<boolean> =>
  (value) =>
    flag()(value) ?? fallback;

export const oneOf =
  <const T extends string>(allowed: readonly T[]): ParamReader<T | undefined> =>
  (value) =>
    allowed.find((entry) => entry === firstOf(value));
export const oneOfOr =
  <const T extends string>(allowed: readonly T[], fallback: NoInfer<T>): ParamReader<T> =>
  (value) =>
    oneOf(allowed)(value) ?? fallback;

/** A list, without what is not allowed; undefined when nothing is left. */
export const listOf =
  <const T extends string>(allowed: readonly T[]): ParamReader<T[] | undefined> =>
  (value) => {
    const wanted = new Set<string>(textsOf(value));
    const list = allowed.filter((entry) => wanted.has(entry));
    return list.length === 0 ? undefined : list;
  };

export const listOfText = (): ParamReader<string[] | undefined> => (value) => {
  const list = [...new Set(textsOf(value))];
  return list.length === 0 ? undefined : list;
};

/** `validateSearch` of a route from one reader per parameter. Parameters without a reader are dropped. */
export function readSearch<Readers extends Record<string, ParamReader<unknown>>>(readers: Readers) {
  type Search = {
    [Name in keyof Readers as undefined extends ReturnType<Readers[Name]> ? never : Name]: ReturnType<
      Readers[Name]
    >;
  } & {
    [Name in keyof Readers as undefined extends ReturnType<Readers[Name]> ? Name : never]?: ReturnType<
      Readers[Name]
    >;
  };
  type Input = { [Name in keyof Readers]?: ReturnType<Readers[Name]> | undefined };
  return (raw: Input): Search => {
    const search: Record<string, unknown> = {};
    for (const [name, reader] of Object.entries(readers)) {
      const given = (raw as Record<string, unknown>)[name]; // the address may hold anything
      const value = reader(given);
      if (value !== undefined) search[name] = value;
      // Left out, it would be what the address holds: the router lays what is read over that.
      else if (given !== undefined) search[name] = undefined;
    }
    return search as Search; // filled from exactly the readers the type is made of
  };
}

/** The same for a route whose links may leave out any parameter, also one that then has its usual value. */
export function readLinkSearch<Readers extends Record<string, ParamReader<unknown>>>(readers: Readers) {
  const read = readSearch(readers);
  return (raw: Parameters<typeof read>[0] & SearchSchemaInput) => read(raw);
}

/** How a list writes a change into its address: a page turned is a step back, a filter typed is not. */
export function listChange<Change extends { search?: string | undefined }>(change: Change) {
  return {
    search: <Before extends object>(before: Before) => ({ ...before, ...change }),
    replace: change.search !== undefined,
  };
}
