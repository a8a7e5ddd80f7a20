/**
 * JSON text of a value that may hold bigints: they are written as plain whole numbers. Events keep whole numbers
 * beyond 2^53 as bigint, which `JSON.stringify` refuses; so write events with this function.
 */
export function stringifyJson(value: unknown): string {
  try {
    // Undefined (for undefined and functions) has no JSON text; null is the closest.
    return JSON.stringify(value) ?? 'null';
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    return JSON.stringify(value, bigintAsNumber) ?? 'null';
  }
}

const written = new WeakMap<object, string>();

/**
 * The text `stringifyJson` gives, made once for each object, for those that are large and wanted as text at many places.
 * The object must not change afterwards.
 */
export function stringifyOnce(value: object): string {
  const text = written.get(value) ?? stringifyJson(value);
  written.set(value, text);
  return text;
}

function bigintAsNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(value.toString()) : value;
}

/** `JSON.rawJSON` (ES proposal, in Node since 21 and in browsers) is not in the library types yet. */
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON?: (text: string) => unknown;
  isRawJSON?: (value: unknown) => boolean;
};

function rawJson(text: string): unknown {
  return rawJSON === undefined ? text : rawJSON(text);
}

/**
 * A JSON number as it was written, where no number of the language is written so: `57.0`, `1e400`, `0.10`. An object of
 * its own kind, which `stringifyJson` writes as it came. `text` must be a number of JSON.
 */
export function exactNumber(text: string): unknown {
  return rawJSON === undefined ? Number(text) : rawJSON(text);
}

/** The text of what `exactNumber` made; undefined for every other value. */
export function exactTextOf(value: unknown): string | undefined {
  if (isRawJSON?.(value) !== true) return undefined;
  return (value as { rawJSON: string }).rawJSON; // what such an object consists of
}

/** The same value with plain numbers in place of exact ones, for code that calculates or prints; text where none is finite. */
export function withPlainNumbers(value: unknown): unknown {
  const written = exactTextOf(value);
  if (written !== undefined) return Number.isFinite(Number(written)) ? Number(written) : written;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withPlainNumbers(item)]));
}
