import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { insertTestEvents, openTestEngine } from '../../testing/engine.ts';
import { compileSimpleSearch } from './compile-simple.ts';
import { simpleOperators } from './operators/index.ts';
import type { FilterNode } from './schema.ts';
import { searchRequestSchema } from './schema.ts';
import { filterFieldTypes, valueFault } from './values.ts';

const now = new Date('2024-01-02T01:00:00Z');

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  await insertTestEvents(engine);
});
afterAll(() => engine.close());

function compile(filters: unknown, more: Record<string, unknown> = {}) {
  const text = typeof filters === 'string' ? filters : JSON.stringify(filters);
  const request = searchRequestSchema.parse({
    limit: 100,
    relativeTime: 'PAllTime',
    sortDir: 'ascending',
    databases: ['panther_logs'],
    filters: text,
    ...more,
  });
  return compileSimpleSearch(request, testCatalog, { now });
}

async function search(filters: unknown, more: Record<string, unknown> = {}): Promise<unknown[]> {
  const { query, diagnostics } = compile(filters, more);
  expect(diagnostics).toEqual([]);
  const rows = await engine.run(query!);
  return rows.map((row) => row['p_row_id']);
}

const one = (target: string | undefined, operator: string, value?: unknown) => ({
  or: [
    {
      uuid: 'u',
      and: [
        {
          ...(target === undefined ? {} : { target }),
          operator,
          ...(value === undefined ? {} : { value: JSON.stringify(value) }),
        },
      ],
    },
  ],
});
const all = ['a1', 'b1', 'a2', 'a3', 'b2'];

describe('free text', () => {
  it.each([
    ['report', ['a1', 'b1']],
    ['REPORT 10.0.0.1', ['a1', 'b1']],
    ['report https', ['b1']],
    ['"quarterly-report for"', ['a1']],
    ['"report quarterly"', []],
    ['rep', []],
    ['8.8.8.8', ['b2']],
    ['"8.8.8"', ['b2']],
    ['', all],
    ['"', all],
    ['%', []],
  ])('%s', async (text, expected) => {
    expect(await search({ text })).toEqual(expected);
  });

  it('finds words in tables without a raw line too', async () => {
    const where = { databases: ['panther_rule_matches'] };
    expect(await search({ text: 'consolelogin "10.0.0.1"' }, where)).toEqual(['a1']);
    expect(await search({ text: 'console' }, where)).toEqual([]);
  });
});

describe('operators', () => {
  const cases: [string, FilterNode | object, string[]][] = [
    ['[001-5.31] is', one('eventName', 'is', 'ConsoleLogin'), ['a1']],
    ['[001-5.31] is not', one('eventName', 'is not', 'ConsoleLogin'), ['b1', 'a2', 'a3', 'b2']],
    ['[001-5.31] is empty', one('eventName', 'is empty'), ['b1', 'a3', 'b2']],
    ['[001-5.31] is not empty', one('eventName', 'is not empty'), ['a1', 'a2']],
    ['[001-5.31] is in list', one('eventName', 'is in list', ['DeleteBucket', 'x']), ['a2']],
    [
      '[001-5.31] is not in list',
      one('eventName', 'is not in list', ['DeleteBucket']),
      ['a1', 'b1', 'a3', 'b2'],
    ],
    ['[001-5.31] has substring', one('eventName', 'has substring', 'BUCKET'), ['a2']],
    [
      '[001-5.31] does not have substring',
      one('eventName', 'does not have substring', 'bucket'),
      ['a1', 'b1', 'a3', 'b2'],
    ],
    ['[001-5.31] like', one('eventName', 'like', 'console%'), ['a1']],
    ['[001-5.31] is not like', one('eventName', 'is not like', 'console%'), ['b1', 'a2', 'a3', 'b2']],
    ['[001-5.31] is within CIDR', one('sourceIPAddress', 'is within CIDR', '10.0.0.0/8'), ['a1']],
    ['[001-5.32] equals', one('elbStatusCode', 'equals', 200), ['b1']],
    ['[001-5.32] does not equal', one('elbStatusCode', 'does not equal', 200), ['a1', 'a2', 'a3', 'b2']],
    ['[001-5.32] greater than', one('elbStatusCode', 'greater than', 200), ['b2']],
    ['[001-5.32] greater than or equal', one('elbStatusCode', 'greater than or equal', 200), ['b1', 'b2']],
    ['[001-5.32] less than', one('elbStatusCode', 'less than', 404), ['b1']],
    ['[001-5.32] less than or equal', one('elbStatusCode', 'less than or equal', '404'), ['b1', 'b2']],
    ['[001-5.32] between', one('elbStatusCode', 'between', [500, 201]), ['b2']],
    ['[001-5.33] has', one('p_any_ip_addresses', 'has', '10.0.0.1'), ['a1', 'b1']],
    ['[001-5.33] does not have', one('p_any_ip_addresses', 'does not have', '10.0.0.1'), ['a2', 'a3', 'b2']],
    ['[001-5.33] has like', one('p_any_ip_addresses', 'has like', '2001:DB8%'), ['a1']],
    [
      '[001-5.33] does not have like',
      one('p_any_ip_addresses', 'does not have like', '2001%'),
      ['b1', 'a2', 'a3', 'b2'],
    ],
    ['[001-5.33] has any', one('p_any_ip_addresses', 'has any', ['x', '2001:db8::1']), ['a1']],
    [
      '[001-5.33] does not have any',
      one('p_any_ip_addresses', 'does not have any', ['10.0.0.1']),
      ['a2', 'a3', 'b2'],
    ],
    ['[001-5.34] is true', one('readOnly', 'is true'), ['a1']],
    ['[001-5.34] is false', one('readOnly', 'is false'), ['a2']],
    ['[001-5.35] is after', one('p_parse_time', 'is after', '2024-01-01T00:30:00Z'), ['a2']],
    ['[001-5.35] is before', one('p_parse_time', 'is before', '2024-01-01T00:30:00Z'), ['a1']],
    [
      '[001-5.35] is between',
      one('p_parse_time', 'is between', ['2024-01-01T01:00:00Z', '2024-01-01T00:00:00Z']),
      ['a1'],
    ],
    ['[001-5.36] contains', one('requestParameters', 'contains', 'LOGS'), ['a1']],
    [
      '[001-5.36] does not contain',
      one('requestParameters', 'does not contain', 'logs'),
      ['b1', 'a2', 'a3', 'b2'],
    ],
    ['[001-5.37] is null', one('userIdentity.arn', 'is null'), ['a2', 'a3', 'b2']],
    ['[001-5.37] is not null', one('userIdentity:arn', 'is not null'), ['a1', 'b1']],
    ['[001-5.38] row contains', one(undefined, 'row contains', 'DTRAIL.amazon'), ['a2']],
    ['[001-5.38] row like', one(undefined, 'row like', 'http %404'), ['b2']],
    [
      '[001-5.38] row regexp contains',
      one(undefined, 'row regexp contains', '^https? [0-9.]+ 4\\d\\d$'),
      ['b2'],
    ],
  ];

  it.each(cases)('%s', async (_title, filters, expected) => {
    expect(await search(filters)).toEqual(expected);
  });

  it('tests every operator', () => {
    const tested = new Set(cases.map(([title]) => title.replace(/^\[.*\] /, '')));
    expect(simpleOperators.map((operator) => operator.label).filter((label) => !tested.has(label))).toEqual(
      [],
    );
  });

  const opposites = [
    ['is', 'is not'],
    ['is empty', 'is not empty'],
    ['is in list', 'is not in list'],
    ['has substring', 'does not have substring'],
    ['like', 'is not like'],
    ['has', 'does not have'],
    ['has like', 'does not have like'],
    ['has any', 'does not have any'],
    ['contains', 'does not contain'],
    ['equals', 'does not equal'],
    ['is null', 'is not null'],
  ];

  it.each(opposites)(
    '"%s" and "%s" part the rows between them, whatever the field is',
    async (positive, negative) => {
      for (const target of [
        'eventName',
        'count',
        'userIdentity',
        'requestParameters',
        'p_any_ip_addresses',
        'resources[0].arn',
        'readOnly',
        'p_event_time',
        'note',
        'nothing.of.the.kind',
      ]) {
        const value = positive === 'equals' ? 2 : 'a1';
        const [yes, no] = await Promise.all([
          search(one(target, positive, value)),
          search(one(target, negative, value)),
        ]);
        expect([...yes, ...no].toSorted(), target).toEqual(all.toSorted());
      }
    },
  );

  it('says of each operator whether rows without the field fulfil it', async () => {
    const values: Partial<Record<string, unknown>> = {
      list: ['a1'],
      number: 7,
      numberRange: [1, 7],
      date: '2024-01-01T00:00:00Z',
      dateRange: ['2024-01-01T00:00:00Z', '2024-01-02T00:00:00Z'],
    };
    for (const { id, input, columnType, takesMissing = false } of simpleOperators) {
      if (columnType === 'row' || id === 'is-empty' || id === 'is-null') continue;
      const value = id === 'is-within-cidr' ? '10.0.0.0/8' : (values[input] ?? 'a1');
      const found = await search(one('nothing', id, input === 'none' ? undefined : value));
      expect(found, id).toEqual(takesMissing ? all : []);
    }
  });

  it('reaches fields that no schema column covers', async () => {
    expect(await search(one('note', 'has substring', 'alice'))).toEqual(['a1']);
  });
});

describe('groups', () => {
  const is = (value: string) => ({ target: 'p_row_id', operator: 'is', value: JSON.stringify(value) });

  it('[001-3.12] joins conditions by and, groups by or', async () => {
    expect(await search({ or: [{ and: [is('a1'), is('a2')] }, { and: [is('b1')] }] })).toEqual(['b1']);
    expect(await search({ and: [is('a1')] })).toEqual(['a1']);
    expect(await search({ text: 'report', or: [{ and: [is('a1')] }, { and: [is('b2')] }] })).toEqual(['a1']);
  });

  it('[001-3.13] nests three deep and no deeper', async () => {
    const three = { or: [{ and: [{ or: [is('a1'), is('a2')] }, is('a2')] }] };
    expect(await search(three)).toEqual(['a2']);
    const four = { or: [{ and: [{ or: [{ and: [is('a1')] }] }] }] };
    expect(compile(four)).toMatchObject({
      ok: false,
      diagnostics: [{ path: expect.stringContaining('filters') }],
    });
  });

  it('[001-7.37] takes an and of conditions with target, operator and a JSON value', async () => {
    const filters =
      '{"and":[{"target":"elbStatusCode","operator":"equals","value":"200"},{"target":"type","operator":"is in list","value":"[\\"https\\"]"}]}';
    expect(await search(filters)).toEqual(['b1']);
  });
});

describe('messages', () => {
  const messages = (filters: unknown) =>
    compile(filters).diagnostics.map(({ path, message }) => [path, message]);
  const at = (field: string) => `filters.or[0].and[0].${field}`;
  const typed = (operator: string, type: string, value: unknown) => ({
    or: [{ and: [{ target: 'x', operator, type, value: JSON.stringify(value) }] }],
  });

  it.each([
    ['[001-5.8] key', one('', 'is', 'x'), at('target'), 'This field is required'],
    ['[001-5.9] operator', one('x', ''), at('operator'), 'This field is required'],
    ['[001-5.11] text', one('x', 'is', ''), at('value'), 'This field is required'],
    ['[001-5.12] tag list', one('x', 'is in list', []), at('value'), 'This field is required'],
    ['[001-5.13] number', one('x', 'equals', 'many'), at('value'), 'This field is required'],
    ['[001-5.14] date', one('x', 'is after', 'soon'), at('value'), 'This field is required'],
    ['[001-5.15] date range', one('x', 'is between', ['2024-01-01']), at('value'), 'This field is required'],
    ['[001-5.16] number range', one('x', 'between', [1, 'b']), at('value'), 'Both numbers are required'],
    ['[001-5.17] number range', one('x', 'between', [1, '1.0']), at('value'), 'Numbers must be different'],
    ['[001-5.18] no group', { or: [] }, 'filters.or', 'At least one filter is required'],
    ['[001-5.18] no condition', { or: [{ and: [] }] }, 'filters.or[0]', 'At least one filter is required'],
    ['[001-5.20] int', typed('equals', 'int', 1.5), at('value'), 'This field + operator requires an integer'],
    [
      '[001-5.21] float',
      typed('is', 'float', 'x'),
      at('value'),
      'This field + operator requires a floating point number',
    ],
    ['[001-5.22] string', typed('is', 'string', 5), at('value'), 'This field + operator requires a value'],
    ['[001-5.23] ip', typed('is', 'ip', 'host'), at('value'), 'This field + operator requires an IP or CIDR'],
    [
      '[001-5.23] cidr',
      one('x', 'is within CIDR', '10.0.0.0/33'),
      at('value'),
      'This field + operator requires an IP or CIDR',
    ],
    [
      '[001-5.24] bool',
      typed('is', 'bool', 'yes'),
      at('value'),
      'This field + operator requires true or false',
    ],
    [
      '[001-5.25] bool list',
      typed('is in list', 'bool_array', ['yes']),
      at('value'),
      'This field + operator require one or more "true" or "false" values',
    ],
    [
      '[001-5.26] string list',
      typed('is in list', 'string_array', ['']),
      at('value'),
      'This field + operator requires one or more values',
    ],
    [
      '[001-5.27] int list',
      typed('is in list', 'int_array', [1, 'x']),
      at('value'),
      'This field + operator requires one or more integers',
    ],
    [
      '[001-5.28] float list',
      typed('is in list', 'float_array', ['x']),
      at('value'),
      'This field + operator requires one or more floating point numbers',
    ],
    [
      '[001-5.29] ip list',
      typed('is in list', 'ip_array', ['10.0.0.1', 'x']),
      at('value'),
      'This field + operator requires one or more IPs or CIDRs',
    ],
    [
      '[001-5.30] ip list items',
      typed('is in list', 'ip_array', [10]),
      at('value'),
      'This field + operator requires one or more IPs or CIDRs',
    ],
  ])('%s', (_title, filters, path, message) => {
    expect(messages(filters)).toEqual([[path, message]]);
  });

  it('[001-5.10] asks for no value where the operator takes none', () => {
    expect(messages(one('x', 'is null'))).toEqual([]);
  });

  it('lists every fault at once', () => {
    const filters = {
      or: [
        {
          and: [
            { target: '', operator: 'is', value: '""' },
            { target: 'x', operator: 'nope' },
          ],
        },
      ],
    };
    expect(messages(filters).map(([path]) => path)).toEqual([
      at('target'),
      at('value'),
      'filters.or[0].and[1].operator',
    ]);
  });

  it('[001-5.19] starts every message about a value with the same words', () => {
    const wrong = filterFieldTypes.map((type) => valueFault(type, type.endsWith('_array') ? [] : {}));
    expect(wrong.every((message) => message?.startsWith('This field + operator require'))).toBe(true);
  });

  it('[001-3.11] knows the types a field may have', () => {
    expect(filterFieldTypes).toEqual(
      'string int float bool ip string_array int_array float_array bool_array ip_array json json_array cidr'.split(
        ' ',
      ),
    );
    for (const type of filterFieldTypes) {
      const filters = { and: [{ target: 'x', operator: 'is null', type }] };
      expect(compile(JSON.stringify(filters)).ok, type).toBe(true);
    }
  });

  it('[001-5.4][001-5.5] names the databases and tables it does not know', () => {
    expect(compile('', { databases: ['nope', 'panther_logs', 'no2'] }).diagnostics).toMatchObject([
      { path: 'databases', message: 'Invalid database(s): nope, no2' },
    ]);
    expect(compile('', { tables: ['aws_alb', 'x.y'] }).diagnostics).toMatchObject([
      { path: 'tables', message: 'Invalid table(s): x.y' },
    ]);
  });

  it.each(['{', '[]', '{"or":[{"and":[{"operator":5}]}]}', '{"sql":"x"}', '{"or":{"and":1}}', '5'])(
    'refuses %s',
    (filters) => {
      const { ok, query, diagnostics } = compile(filters);
      expect([ok, query, diagnostics.length]).toEqual([false, undefined, 1]);
    },
  );
});

describe('request', () => {
  it('chooses tables by databases and by any form of their name', async () => {
    for (const name of [
      'aws_alb',
      'panther_logs.aws_alb',
      'panther_logs.public.aws_alb',
      'PANTHER_LOGS.PUBLIC.AWS_ALB',
    ])
      expect(await search('', { tables: [name] })).toEqual(['b1', 'b2']);
    expect(await search('', { databases: ['panther_rule_matches'] })).toEqual(['a1']);
    expect(await search('', { databases: ['panther_logs', 'panther_views'] })).toEqual(all);
    expect(await search('', { databases: ['panther_views'], tables: ['all_logs'] })).toEqual(all);
  });

  it('[001-3.60] reads logs and rule matches, each event once, and no view a second time, when nothing is chosen', async () => {
    const databases = ['panther_logs', 'panther_rule_matches', 'panther_views'];
    const matched = { and: [{ target: 'p_rule_id', operator: 'is', value: 'Rule.One' }] };
    for (const chosen of [[], databases]) {
      expect(await search('', { databases: chosen })).toEqual(all);
      expect(await search(JSON.stringify(matched), { databases: chosen })).toEqual(['a1']);
    }
    expect(await search('', { databases: ['panther_rule_matches'] })).toEqual(['a1']);
  });

  it('bounds the time', async () => {
    expect(await search('', { relativeTime: 'PT1H' })).toEqual(['a3', 'b2']);
    expect(
      await search('', {
        relativeTime: '',
        startTime: '2024-01-01T00:30:00Z',
        endTime: '2024-01-02T00:00:00Z',
      }),
    ).toEqual(['b1', 'a2']);
  });

  it('[001-3.9] takes the zero date for no bound', () => {
    const zero = '0001-01-01T00:00:00Z';
    expect(compile('', { relativeTime: undefined, startTime: zero, endTime: zero }).timeRange).toEqual({});
  });

  it('sorts and limits', async () => {
    expect(await search('', { sortDir: 'descending', limit: 2 })).toEqual(['b2', 'a3']);
  });

  it('[001-5.1][001-7.36] takes the limit as a number of at least 1', () => {
    expect(searchRequestSchema.parse({ limit: '25' }).limit).toBe(25);
    for (const limit of [0, -1, 1.5, 'many', undefined])
      expect(searchRequestSchema.safeParse({ limit }).success).toBe(false);
  });

  it.each([
    { relativeTime: 'soon' },
    { relativeTime: '', startTime: 'noon' },
    { relativeTime: '', startTime: '2024-02-01', endTime: '2024-01-01' },
  ])('refuses times %j', (more) => {
    expect(compile('', more).ok).toBe(false);
  });
});
