import { boolean, json, text } from '../../ir/types.ts';
import type { Argument } from '../define.ts';
import type { InternalFunction } from './define.ts';
import {
  canonicalElements,
  canonicalOf,
  elementsOf,
  isList,
  listOf,
  named,
  orderKeyOf,
  plain,
  scalarTextIn,
  stringIn,
} from './json-text.ts';

const array = { name: 'a', type: 'document' as const };
const two = [array, { name: 'b', type: 'document' as const }];

/** Null unless `x` is an array. */
const ofList = (x: string, body: string) => `if(${isList(x)}, ${body}, NULL)`;

/** A function of one array. */
function change(name: string, doc: string, elements: (x: string) => string): InternalFunction {
  return {
    name,
    kind: 'scalar',
    params: [array],
    returns: json,
    doc,
    clickhouse: ([a]) => named('la', a!.sql, (x) => ofList(x, listOf(elements(x)))),
  };
}

/** A function of two arrays; null unless both are. */
function pairwise(
  name: string,
  doc: string,
  body: (a: string, b: string) => string,
  returns = json,
): InternalFunction {
  return {
    name,
    kind: 'scalar',
    params: two,
    returns,
    doc,
    clickhouse: ([a, b]) =>
      named('pa', a!.sql, (x) =>
        named('pb', b!.sql, (y) => `if(${isList(x)} AND ${isList(y)}, ${body(x, y)}, NULL)`),
      ),
  };
}

/** Elements of `x`, as they are, that are (not) among those of `y`. */
const kept = (x: string, y: string, word: '' | 'NOT ') =>
  listOf(
    `arrayFilter((raw, canonical) -> ${word}has(${canonicalElements(y)}, canonical), ${elementsOf(x)}, ${canonicalElements(x)})`,
  );

/** The engine joins by constant separators only. */
function joined(x: string, { sql: separator, constant }: Argument): string {
  const texts = `arrayMap(je -> ifNull(${scalarTextIn('je')}, je), arrayFilter(je -> je != 'null', ${elementsOf(x)}))`;
  if (typeof constant === 'string') return `arrayStringConcat(${texts}, ${separator})`;
  const before = `arrayMap(je -> concat(assumeNotNull(${separator}), je), ${texts})`;
  return `if(isNull(${separator}), NULL, substring(arrayStringConcat(${before}, ''), length(assumeNotNull(${separator})) + 1))`;
}

/** The engine splits by constant separators only; others are first turned into one that no text has. */
function parts(x: string, { sql: separator, constant }: Argument): string {
  const text = `assumeNotNull(${x})`;
  if (constant === '') return `[${text}]`;
  if (typeof constant === 'string') return `splitByString(${separator}, ${text})`;
  const marked = `if(${separator} = '', ${text}, replaceAll(${text}, assumeNotNull(${separator}), '\\x01\\x1f\\x01'))`;
  return `splitByString('\\x01\\x1f\\x01', ${marked})`;
}

export const jsonArrays: InternalFunction[] = [
  {
    name: 'json_array',
    kind: 'scalar',
    params: [{ name: 'element', type: 'document', optional: true, variadic: true }],
    returns: json,
    doc: 'Array of the values.',
    clickhouse: (args) =>
      args.length === 0 ? "'[]'" : listOf(`[${args.map((arg) => `ifNull(${arg.sql}, 'null')`).join(', ')}]`),
  },
  {
    name: 'json_map',
    kind: 'scalar',
    params: [array, { name: 'change', type: 'lambda' }],
    returns: json,
    doc: 'What a function makes of each element.',
    clickhouse: ([a, f]) =>
      named('la', a!.sql, (x) =>
        ofList(x, listOf(`arrayMap(${f!.lambda!((body) => `ifNull(${body}, 'null')`)}, ${elementsOf(x)})`)),
      ),
  },
  {
    name: 'json_filter',
    kind: 'scalar',
    params: [array, { name: 'test', type: 'lambda' }],
    returns: json,
    doc: 'Elements for which a function is true.',
    clickhouse: ([a, f]) =>
      named('la', a!.sql, (x) =>
        ofList(
          x,
          listOf(`arrayFilter(${f!.lambda!((body) => `ifNull(${body} = 'true', false)`)}, ${elementsOf(x)})`),
        ),
      ),
  },
  change(
    'json_flatten',
    'Inner arrays joined, one level.',
    (x) => `arrayFlatten(arrayMap(fe -> if(${isList('fe')}, ${elementsOf('fe')}, [fe]), ${elementsOf(x)}))`,
  ),
  change(
    'json_array_sort',
    'Elements in order, nulls last.',
    (x) => `arraySort(se -> ${orderKeyOf('se')}, ${elementsOf(x)})`,
  ),
  change(
    'json_array_distinct',
    'Different elements in order of first appearance.',
    (x) => `arrayDistinct(${canonicalElements(x)})`,
  ),
  pairwise('json_array_union', 'Different elements of both arrays in order of first appearance.', (x, y) =>
    listOf(`arrayDistinct(arrayConcat(${canonicalElements(x)}, ${canonicalElements(y)}))`),
  ),
  pairwise('json_array_intersection', 'Elements of the first array that are in the second.', (x, y) =>
    kept(x, y, ''),
  ),
  pairwise('json_array_difference', 'Elements of the first array that are not in the second.', (x, y) =>
    kept(x, y, 'NOT '),
  ),
  pairwise(
    'json_arrays_overlap',
    'Whether some element is in both arrays.',
    (x, y) => `hasAny(${canonicalElements(x)}, ${canonicalElements(y)})`,
    boolean,
  ),
  {
    name: 'json_contains',
    kind: 'scalar',
    params: [array, { name: 'value', type: 'document' }],
    returns: boolean,
    doc: 'Whether the array has an element equal to the value; null for what is no array.',
    clickhouse: ([a, value]) =>
      named('la', a!.sql, (x) =>
        ofList(x, `has(${canonicalElements(x)}, ifNull(${canonicalOf(value!.sql)}, 'null'))`),
      ),
  },
  {
    name: 'json_contains_scalar',
    kind: 'scalar',
    params: [array, { name: 'value', type: 'document' }],
    returns: boolean,
    doc: 'As json_contains, for a value that is neither array nor object.',
    clickhouse: ([a, value]) =>
      named('la', a!.sql, (x) => ofList(x, `has(${elementsOf(x)}, ifNull(${plain(value!.sql)}, 'null'))`)),
  },
  {
    name: 'json_array_join',
    kind: 'scalar',
    params: [array, { name: 'separator', type: 'text' }],
    returns: text,
    doc: 'Texts of the elements with a separator between them; nulls are left out.',
    clickhouse: ([a, separator]) => named('la', a!.sql, (x) => ofList(x, joined(x, separator!))),
  },
  {
    name: 'json_split',
    kind: 'scalar',
    params: [
      { name: 's', type: 'text' },
      { name: 'separator', type: 'text' },
    ],
    returns: json,
    doc: 'Parts of a text between separators; an empty separator gives one part.',
    clickhouse: ([s, separator]) =>
      named(
        'ls',
        s!.sql,
        (x) => `if(isNull(${x}) OR isNull(${separator!.sql}), NULL, toJSONString(${parts(x, separator!)}))`,
      ),
  },
  {
    name: 'json_item',
    kind: 'scalar',
    params: [array, { name: 'index', type: 'integer' }],
    returns: json,
    doc: 'Element at a position from 0; null when there is none.',
    clickhouse: ([a, index]) =>
      named(
        'la',
        a!.sql,
        (x) =>
          `if(${isList(x)} AND ${index!.sql} >= 0, nullIf(nullIf(JSONExtractRaw(${x}, ifNull(${index!.sql}, 0) + 1), ''), 'null'), NULL)`,
      ),
  },
  {
    name: 'json_at',
    kind: 'scalar',
    params: [array, { name: 'key', type: 'document' }],
    returns: json,
    doc: 'Value under a key of an object, or at a position of an array.',
    clickhouse: ([a, key]) =>
      named('la', a!.sql, (x) =>
        named(
          'lk',
          key!.sql,
          (k) =>
            `nullIf(nullIf(multiIf(startsWith(${x}, '{') AND startsWith(${k}, '"'), JSONExtractRaw(${x}, ifNull(${stringIn(k)}, '')), ${isList(x)} AND match(${k}, '^[0-9]+$'), JSONExtractRaw(${x}, ifNull(toInt64OrZero(${k}), 0) + 1), NULL), ''), 'null')`,
        ),
      ),
  },
];
