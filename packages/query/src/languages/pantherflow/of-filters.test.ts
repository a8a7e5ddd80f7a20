import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import { compileSimpleSearch } from '../simple/compile-simple.ts';
import type { FilterNode, SimpleFilters } from '../simple/schema.ts';
import { searchRequestSchema } from '../simple/schema.ts';
import { compilePantherFlow } from './compile-pantherflow.ts';
import { flowOfFilters } from './of-filters.ts';

const now = new Date('2024-06-01T00:00:00Z');
let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

const idsOf = (rows: Record<string, unknown>[]) => rows.map((row) => String(row['p_row_id'])).toSorted();

async function bySimpleSearch(filters: SimpleFilters): Promise<string[]> {
  const request = { databases: ['panther_logs'], filters: JSON.stringify(filters), limit: 100 };
  const { query, diagnostics } = compileSimpleSearch(searchRequestSchema.parse(request), testCatalog, {
    now,
  });
  expect(diagnostics).toEqual([]);
  return idsOf(await engine.run(query!));
}

async function byFlow(filters: SimpleFilters): Promise<string[]> {
  const { text = '' } = flowOfFilters({ databases: ['panther_logs'], tables: [], filters }, testCatalog);
  const { query, diagnostics } = compilePantherFlow(text, testCatalog, { now });
  expect(
    diagnostics.filter(({ severity }) => severity === 'error'),
    text,
  ).toEqual([]);
  return idsOf(await engine.run(query!));
}

const values = [
  'ConsoleLogin',
  'consolelogin',
  '10.0.0.1',
  '404',
  '5',
  '7',
  'arn:alb',
  '%a%',
  '_ttp%',
  'many',
  'true',
  "o'x\\",
  'https',
];
const targets = [
  'eventName',
  'sourceIPAddress',
  'elbStatusCode',
  'type',
  'userIdentity.arn',
  'userIdentity:type',
  'requestParameters.n',
  'resources[0].arn',
  'p_log_type',
  'note',
  'nosuch',
];
const condition = fc.oneof(
  fc.record({
    target: fc.constantFrom(...targets),
    operator: fc.constantFrom(
      'is',
      'is-not',
      'has-substring',
      'does-not-have-substring',
      'like',
      'is-not-like',
    ),
    value: fc.constantFrom(...values).map((value) => JSON.stringify(value)),
  }),
  fc.record({ target: fc.constantFrom(...targets), operator: fc.constantFrom('is-empty', 'is-not-empty') }),
  fc.record({
    target: fc.constantFrom(...targets),
    operator: fc.constantFrom('is-in-list', 'is-not-in-list'),
    value: fc
      .array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })
      .map((list) => JSON.stringify(list)),
  }),
);
/** Operators of other types, on columns that have that type. */
const typed = fc.oneof(
  fc.record({
    target: fc.constantFrom('elbStatusCode'),
    operator: fc.constantFrom(
      'equals',
      'does-not-equal',
      'greater-than',
      'greater-than-or-equal',
      'less-than',
      'less-than-or-equal',
    ),
    value: fc.constantFrom('200', '404', '"500"', '7'),
  }),
  fc.record({
    target: fc.constantFrom('elbStatusCode'),
    operator: fc.constant('between'),
    value: fc.constantFrom('[200, 404]', '["404", "1"]'),
  }),
  fc.record({
    target: fc.constantFrom('p_any_ip_addresses'),
    operator: fc.constantFrom('has', 'does-not-have'),
    value: fc.constantFrom('"10.0.0.1"', '"x"'),
  }),
  fc.record({
    target: fc.constantFrom('p_any_ip_addresses'),
    operator: fc.constantFrom('has-any', 'does-not-have-any'),
    value: fc.constantFrom('["10.0.0.1", "y"]', '["z"]'),
  }),
  fc.record({
    target: fc.constantFrom('eventName', 'elbStatusCode', 'nosuch', 'userIdentity.arn'),
    operator: fc.constantFrom('is-null', 'is-not-null'),
  }),
  fc.record({
    target: fc.constant('p_event_time'),
    operator: fc.constantFrom('is-after', 'is-before'),
    value: fc.constantFrom('"2024-01-01T00:30:00Z"', '"2020-01-01T00:00:00Z"'),
  }),
);
const nodes = (inner: fc.Arbitrary<FilterNode>) => fc.array(inner, { minLength: 1, maxLength: 3 });
const group: fc.Arbitrary<FilterNode> = fc.oneof(
  nodes(condition).map((and) => ({ and })),
  nodes(condition).map((or) => ({ or })),
);
const filters = nodes(fc.oneof(condition, group)).map((or): SimpleFilters => ({ or }));

describe('a search form as PantherFlow', () => {
  it('finds the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(filters, async (some) => {
        expect(await byFlow(some)).toEqual(await bySimpleSearch(some));
      }),
      { numRuns: 80 },
    );
  });

  it('finds the same rows by the operators of every type', async () => {
    const some = nodes(typed).map((or): SimpleFilters => ({ or }));
    await fc.assert(
      fc.asyncProperty(some, async (given) => {
        expect(await byFlow(given)).toEqual(await bySimpleSearch(given));
      }),
      { numRuns: 60 },
    );
  });

  it('finds words, times and tables', async () => {
    const { text = '' } = flowOfFilters(
      {
        databases: ['panther_logs'],
        tables: ['aws_alb'],
        time: { kind: 'between', start: new Date('2024-01-01Z'), end: new Date('2024-01-02Z') },
        filters: { text: 'https "10.0.0.1"' },
      },
      testCatalog,
    );
    expect(text).toBe(
      `panther_logs.public.aws_alb\n| where p_event_time >= time.parse_timestamp('2024-01-01T00:00:00.000Z') and p_event_time < time.parse_timestamp('2024-01-02T00:00:00.000Z')\n| search '"https"' and '"10.0.0.1"'`,
    );
    const { query } = compilePantherFlow(text, testCatalog, { now });
    expect(idsOf(await engine.run(query!))).toEqual(['b1']);
  });

  it('reads each event once where patterns reach views beside what they unite', async () => {
    for (const names of [
      'panther_logs.public.*, panther_rule_matches.public.*, panther_views.public.*',
      'panther_views.public.*',
      'panther_logs.public.*, panther_views.public.all_l*',
    ]) {
      const { query, diagnostics } = compilePantherFlow(`union ${names} | project p_row_id`, testCatalog, {
        now,
      });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(idsOf(await engine.run(query!))).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
    }
  });

  it.each(['odd`name', 'two\nlines', '$left'])('has no spelling for a field named %j', (target) => {
    const form = { databases: ['panther_logs'], tables: [] };
    const filters = { and: [{ target, operator: 'is', value: '"x"' }] };
    const made = flowOfFilters({ ...form, filters }, testCatalog);
    expect(made).toMatchObject({
      untranslatable: [{ reason: 'PantherFlow has no spelling for this name.' }],
    });
  });

  it.each(['two words', '$schema'])('puts a field named %j into backticks', (target) => {
    const form = { databases: ['panther_logs'], tables: [] };
    const filters = { and: [{ target, operator: 'is', value: '"x"' }] };
    const { text = '' } = flowOfFilters({ ...form, filters }, testCatalog);
    expect(text).toContain(`\`${target}\``);
    expect(compilePantherFlow(text, testCatalog, { now }).query).toBeDefined();
  });

  it('names every condition that the language has no words for', () => {
    const and = [
      { target: 'eventName', operator: 'is', value: '"x"' },
      { operator: 'row-like', value: '"%login%"' },
    ];
    const or = [{ target: 'eventName', operator: 'is-near', value: '"x"' }];
    expect(flowOfFilters({ databases: [], tables: [], filters: { and, or } }, testCatalog)).toEqual({
      untranslatable: [
        {
          path: 'filters.and[1]',
          words: 'row like %login%',
          reason: 'PantherFlow has no words for the text of a whole row.',
        },
        { path: 'filters.or[0].operator', words: '', reason: 'There is no operator "is-near".' },
      ],
    });
  });
});
