import { boolean, json } from '../../ir/types.ts';
import type { InternalFunction } from './define.ts';
import { canonicalOf, plain, isNumeral, isString, named, numberIn, stringIn } from './json-text.ts';

const pair = [
  { name: 'a', type: 'document' as const },
  { name: 'b', type: 'document' as const },
];

function ordered(name: string, sign: string): InternalFunction {
  return {
    name,
    kind: 'scalar',
    params: pair,
    returns: boolean,
    doc: `Whether a ${sign} b, for two numbers or two texts; null for other pairs.`,
    clickhouse: ([a, b]) =>
      named('oa', a!.sql, (x) =>
        named(
          'ob',
          b!.sql,
          (y) =>
            `multiIf(${isNumeral(x)} AND ${isNumeral(y)}, ${numberIn(x)} ${sign} ${numberIn(y)}, ${isString(x)} AND ${isString(y)}, ${stringIn(x)} ${sign} ${stringIn(y)}, NULL)`,
        ),
      ),
  };
}

export const jsonComparisons: InternalFunction[] = [
  {
    name: 'json_canonical',
    kind: 'scalar',
    params: [{ name: 'value', type: 'document' }],
    returns: json,
    doc: 'The one spelling of a value, so that equal values are equal texts.',
    clickhouse: ([value]) => canonicalOf(value!.sql),
  },
  {
    name: 'json_same',
    kind: 'scalar',
    params: pair,
    returns: boolean,
    doc: 'Whether two values are equal at every depth; null equals null.',
    clickhouse: ([a, b]) =>
      named('sa', canonicalOf(a!.sql), (x) =>
        named('sb', canonicalOf(b!.sql), (y) => `ifNull(${x} = ${y}, isNull(${x}) AND isNull(${y}))`),
      ),
  },
  {
    name: 'json_same_scalar',
    kind: 'scalar',
    params: pair,
    returns: boolean,
    doc: 'Whether two values are equal where at least one is neither array nor object; null equals null.',
    clickhouse: ([a, b]) =>
      named('sa', plain(a!.sql), (x) =>
        named('sb', plain(b!.sql), (y) => `ifNull(${x} = ${y}, isNull(${x}) AND isNull(${y}))`),
      ),
  },
  ordered('json_lt', '<'),
  ordered('json_le', '<='),
  ordered('json_gt', '>'),
  ordered('json_ge', '>='),
];
