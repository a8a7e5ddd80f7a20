/**
 * Pieces of engine SQL over JSON text, the form in which values of unknown type travel. SQL null stands for null;
 * inside arrays and objects null is the word. `x` must be text that is null or valid JSON.
 */

/** Computes `sql` once and gives `body` a short name for it. */
export function named(name: string, sql: string, body: (name: string) => string): string {
  return sql.length <= 48 ? body(sql) : `arrayElement(arrayMap(${name} -> ${body(name)}, [${sql}]), 1)`;
}

export const isList = (x: string) => `startsWith(${x}, '[')`;
export const isRecord = (x: string) => `startsWith(${x}, '{')`;
export const isString = (x: string) => `startsWith(${x}, '"')`;
export const isNumeral = (x: string) => `match(${x}, '^[-0-9]')`;

/** Raw JSON of each element; empty for anything that is no array. */
export const elementsOf = (x: string) => `JSONExtractArrayRaw(ifNull(${x}, ''))`;
export const pairsOf = (x: string) => `JSONExtractKeysAndValuesRaw(ifNull(${x}, ''))`;
export const listOf = (elements: string) => `concat('[', arrayStringConcat(${elements}, ','), ']')`;

/** Text of a string; null for anything else. */
export const stringIn = (x: string) => `if(${isString(x)}, JSONExtract(${x}, 'Nullable(String)'), NULL)`;
export const numberIn = (x: string) => `if(${isNumeral(x)}, JSONExtract(${x}, 'Nullable(Float64)'), NULL)`;
/** Text of any scalar; null for arrays and objects. */
export const scalarTextIn = (x: string) =>
  `if(match(${x}, '^[\\\\[{]'), NULL, JSONExtract(${x}, 'Nullable(String)'))`;

/** Objects deeper than this compare by their text. */
const depth = 3;

/** One spelling per value: keys in order, keys without a value left out, numbers and escapes written one way. */
export function canonicalOf(x: string): string {
  return named('cv', x, (v) => `if(match(${v}, '^[\\\\[{]'), ${nested(v, depth)}, ${plain(v)})`);
}

/** The one spelling of a scalar; arrays and objects keep the order of their keys. */
export const plain = (x: string) => `nullIf(nullIf(JSONExtractRaw(${x}), ''), 'null')`;

function nested(x: string, level: number): string {
  const item = `ci${level}`;
  const value = `tupleElement(${item}, 2)`;
  const inner =
    level === 0
      ? value
      : `if(match(${value}, '^[\\\\[{]'), ${nested(value, level - 1)}, JSONExtractRaw(${value}))`;
  const record = `arraySort(arrayFilter(pair -> tupleElement(pair, 2) != 'null', ${pairsOf(x)}))`;
  const list = `arrayMap(element -> ('', element), ${elementsOf(x)})`;
  const key = `if(${isRecord(x)}, concat(toJSONString(tupleElement(${item}, 1)), ':'), '')`;
  const parts = `arrayMap(${item} -> concat(ifNull(${key}, ''), ${inner}), if(ifNull(${isRecord(x)}, false), ${record}, ${list}))`;
  return `concat(if(${isRecord(x)}, '{', '['), arrayStringConcat(${parts}, ','), if(${isRecord(x)}, '}', ']'))`;
}

/** Canonical spelling of every element. */
export const canonicalElements = (x: string) =>
  `arrayMap(ce -> ifNull(${canonicalOf('ce')}, 'null'), ${elementsOf(x)})`;

/** Bool, number, (timespan, timestamp,) string, array, object; null for null. */
export const rankOf = (x: string) =>
  `multiIf(${x} IN ('true', 'false'), 0, ${isNumeral(x)}, 1, ${isString(x)}, 4, ${isList(x)}, 5, ${isRecord(x)}, 6, NULL)`;

/** Something the engine can sort values of any types by. */
export const orderKeyOf = (x: string) =>
  `(ifNull(${rankOf(x)}, 9), ifNull(${numberIn(x)}, 0), ifNull(if(${isNumeral(x)}, '', ifNull(${scalarTextIn(x)}, ${x})), ''))`;
