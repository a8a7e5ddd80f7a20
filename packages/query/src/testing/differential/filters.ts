import * as fc from 'fast-check';

import type { SimpleOperator } from '../../languages/simple/operators/define.ts';
import { simpleOperators } from '../../languages/simple/operators/index.ts';
import type { FilterCondition, FilterNode, SimpleFilters } from '../../languages/simple/schema.ts';
import { addresses, numbers, times, words } from './lake.ts';

/** Fields of every type, with other types in other tables, inside others, spelled otherwise, and of no schema. */
const targets = [
  'name',
  'NAME',
  'count',
  'ratio',
  'ok',
  'at',
  'since',
  'tags',
  'tags[0]',
  'nums',
  'nums[1]',
  'items',
  'items[0].id',
  'user',
  'user.name',
  'user:age',
  'user.active',
  'user.geo',
  'user.geo.city',
  'user.geo.codes',
  'user.nick',
  'extra',
  'extra.k',
  'extra.list',
  'extra.list[0]',
  'extra.inner.Key',
  'mixed',
  'ip',
  'flag',
  'with space',
  'note',
  'note.k',
  'deep.key',
  'nosuch',
  'p_log_type',
  'p_row_id',
  'p_rule_id',
];

const filled = (list: readonly string[]) => list.filter((text) => text !== '');
const text = fc.constantFrom(
  ...filled([...words, ...addresses]),
  'alp',
  'x',
  'shop',
  '404',
  '0.5',
  'Rule.One',
);
const pattern = fc.oneof(
  text,
  fc.constantFrom('%', 'a%', '%a', '%ö%', 'A_pha', '_', '%\\%', '50%', '%"%', '[%'),
);
const range = fc.constantFrom(
  '10.0.0.0/8',
  '10.0.0.1',
  '192.168.0.0/16',
  '2001:db8::/32',
  '2001:db8::1',
  '0.0.0.0/0',
);
const number = fc.constantFrom(
  ...numbers.map(String),
  '9007199254740993',
  '-9223372036854775808',
  '1000000',
  '7.0',
  '99999999999999999999',
);
const expression = fc.constantFrom('a', '^\\{', '"name":"[aA]', '\\d{3}', 'größe|日本', '(?i)ALPHA');

/** A value of the kind that the operator asks for; undefined where it asks for none. */
export function valueFor({ id, input }: SimpleOperator): fc.Arbitrary<unknown> {
  if (id === 'is-within-cidr') return range;
  if (id === 'row-regexp-contains') return expression;
  if (id.includes('like')) return pattern;
  switch (input) {
    case 'none':
      return fc.constant(undefined);
    case 'text':
      return text;
    case 'list':
      return fc.array(fc.oneof({ weight: 6, arbitrary: text }, fc.constant('')), {
        minLength: 1,
        maxLength: 3,
      });
    case 'number':
      return number;
    case 'numberRange':
      return fc.uniqueArray(number, { minLength: 2, maxLength: 2, selector: Number });
    case 'date':
      return fc.constantFrom(...times);
    case 'dateRange':
      return fc.tuple(fc.constantFrom(...times), fc.constantFrom(...times));
  }
}

const anyCondition: fc.Arbitrary<FilterCondition> = fc.constantFrom(...simpleOperators).chain((operator) =>
  fc.tuple(fc.constantFrom(...targets), valueFor(operator)).map(([target, value]): FilterCondition => ({
    ...(operator.columnType === 'row' ? {} : { target }),
    operator: operator.id,
    ...(value === undefined ? {} : { value: JSON.stringify(value) }),
  })),
);

const some = <T>(part: fc.Arbitrary<T>) => fc.array(part, { minLength: 1, maxLength: 3 });
const groupOf = (part: fc.Arbitrary<FilterNode>): fc.Arbitrary<FilterNode> =>
  fc.oneof(
    some(part).map((and) => ({ and })),
    some(part).map((or) => ({ or })),
  );
const terms = fc.constantFrom(
  'alpha',
  'GRÖSSE',
  '"beta-gamma"',
  '10.0.0.1',
  'alpha beta',
  '"',
  '7',
  'name',
  'alp',
);

/** One condition, or a tree of them up to three deep, with or without words. */
export const anyFilters: fc.Arbitrary<SimpleFilters> = fc.oneof(
  { weight: 3, arbitrary: anyCondition.map((only) => ({ and: [only] })) },
  some(fc.oneof(anyCondition, groupOf(fc.oneof(anyCondition, groupOf(anyCondition))))).map((or) => ({ or })),
  fc
    .tuple(terms, fc.option(anyCondition))
    .map(([words_, only]) => ({ text: words_, ...(only && { and: [only] }) })),
);

/** Where a search looks: rows of several tables, of one, of findings alone, or logs with their findings as events. */
export interface Scope {
  databases: string[];
  tables: string[];
}
const logs: Scope = { databases: ['panther_logs'], tables: [] };
export const everywhere: Scope = { databases: [], tables: [] };

export const anyScope: fc.Arbitrary<Scope> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(logs) },
  { weight: 3, arbitrary: fc.constant(everywhere) },
  fc.constantFrom<Scope>(
    { databases: ['panther_rule_matches'], tables: [] },
    { databases: [], tables: ['panther_logs.shop'] },
    { databases: ['panther_logs'], tables: ['web', 'sys'] },
    {
      databases: ['panther_logs', 'panther_rule_matches'],
      tables: ['panther_logs.sys', 'panther_rule_matches.shop'],
    },
  ),
);
