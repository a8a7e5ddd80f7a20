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

function bigintAsNumber(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(value.toString()) : value;
}

/** `JSON.rawJSON` (ES proposal, in Node since 21 and in browsers) is not in the library types yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON?: (text: string) => unknown };

function rawJson(text: string): unknown {
  return rawJSON === undefined ? text : rawJSON(text);
}
