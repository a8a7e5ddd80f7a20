import { json } from '../../ir/types.ts';
import type { Argument } from '../define.ts';
import type { InternalFunction } from './define.ts';
import { isRecord, named, pairsOf } from './json-text.ts';

/** Paths to write into may have so many keys. */
export const maxPutDepth = 8;

/** The object with `value` under the key path; null removes the key, and what is no object becomes one. */
function put(object: string, [key, ...rest]: string[], value: string, level = 0): string {
  return named(`po${level}`, object, (x) => {
    const inner =
      rest.length === 0 ? value : put(`nullIf(JSONExtractRaw(${x}, ${key}), '')`, rest, value, level + 1);
    return named(`pv${level}`, inner, (y) => withKey(x, key!, y, `pp${level}`));
  });
}

function withKey(object: string, key: string, value: string, pair: string): string {
  const isThere = `ifNull(${isRecord(object)}, false)`;
  const others = `arrayFilter(${pair} -> tupleElement(${pair}, 1) != ${key}, if(${isThere}, ${pairsOf(object)}, []))`;
  const texts = `arrayMap(${pair} -> concat(toJSONString(tupleElement(${pair}, 1)), ':', tupleElement(${pair}, 2)), ${others})`;
  const added = `if(isNull(${value}), [], [concat(toJSONString(${key}), ':', assumeNotNull(${value}))])`;
  const changed = `concat('{', arrayStringConcat(arrayConcat(${texts}, ${added}), ','), '}')`;
  return `if(isNull(${value}) AND NOT ${isThere}, ${object}, ${changed})`;
}

function putAt(count: number): InternalFunction {
  const keys = Array.from({ length: count }, (_, index) => ({ name: `key${index}`, type: 'text' as const }));
  return {
    name: `json_put_${count}`,
    kind: 'scalar',
    params: [{ name: 'object', type: 'document' }, { name: 'value', type: 'document' }, ...keys],
    returns: json,
    doc: 'The object with a value under a path of keys; null removes the key.',
    clickhouse: ([object, value, ...path]) => {
      const keySqls = path.map((key) => key.sql);
      return put(object!.sql, keySqls, value!.sql);
    },
  };
}

/** Keys and values by turns; keys are JSON strings. */
function entries(args: Argument[]): string[] {
  const parts: string[] = [];
  for (let index = 0; index + 1 < args.length; index += 2)
    parts.push(`concat(${args[index]!.sql}, ':', ${args[index + 1]!.sql})`);
  return parts;
}

export const jsonObjects: InternalFunction[] = [
  ...Array.from({ length: maxPutDepth }, (_, index) => putAt(index + 1)),
  {
    name: 'json_object',
    kind: 'scalar',
    params: [{ name: 'part', type: 'document', optional: true, variadic: true }],
    returns: json,
    doc: 'Object of keys and values by turns; keys without a value are left out.',
    clickhouse: (args) =>
      args.length === 0
        ? "'{}'"
        : `concat('{', arrayStringConcat(arrayFilter(part -> isNotNull(part), [${entries(args).join(', ')}]), ','), '}')`,
  },
];
