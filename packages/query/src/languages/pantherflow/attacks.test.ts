import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { catalogOf, testCatalog } from '../../testing/catalog.ts';
import type { TestEngine } from '../../testing/engine.ts';
import { openTestEngine } from '../../testing/engine.ts';
import { compilePantherFlow } from './compile-pantherflow.ts';

const options = { now: new Date('2025-06-01T00:00:00Z'), rowLimit: 1000 };

/** Text, and the code of its refusal. */
const attacks: [string, string][] = [
  ['aws_alb SETTINGS readonly = 0', 'parse.unexpected_token'],
  ['aws_alb | limit 1 SETTINGS allow_ddl = 1', 'parse.unexpected_token'],
  ["aws_alb | where true INTO OUTFILE '/tmp/x'", 'parse.unexpected_token'],
  ['aws_alb; DROP TABLE panther_logs.aws_alb', 'parse.unexpected_token'],
  ["file('/etc/passwd')", 'parse.unexpected_token'],
  ["union url('http://169.254.169.254/')", 'parse.unexpected_token'],
  ['numbers | limit 1', 'name.unknown_table'],
  ['system.tables', 'name.unknown_table'],
  ['system.public.tables', 'name.unknown_table'],
  ['information_schema.public.tables', 'name.unknown_table'],
  ['union system.public.*', 'name.unknown_table'],
  ['panther_logs.private.aws_alb', 'name.unknown_table'],
  ['`panther_logs.aws_alb`', 'name.unknown_table'],
  ['`aws_alb` AS t, system.one --`', 'parse.unexpected_token'],
  ['`aws_alb``; DROP TABLE x --`', 'parse.unexpected_token'],
  ["aws_alb | where file('/etc/passwd') == 'x'", 'name.unknown_function'],
  ["aws_alb | project x = snowflake.func('file', '/etc/passwd')", 'name.unknown_function'],
  ["aws_alb | project x = snowflake.func('constructor', 1)", 'name.unknown_function'],
  ['aws_alb | project x = constructor()', 'name.unknown_function'],
  ['aws_alb | project x = __proto__()', 'name.unknown_function'],
  ['aws_alb | project x = strings.sleepEachRow(3)', 'name.unknown_function'],
  ['aws_alb | project x = json_of(type)', 'name.unknown_function'],
  ['aws_alb | project x = time.trunc("hour\') FROM system.one --", p_event_time)', 'value.invalid'],
  ['aws_alb | project x = time.trunc("constructor", p_event_time)', 'value.invalid'],
  ['aws_alb | join kind=constructor r=(aws_alb) on $left.type == $right.type', 'value.invalid'],
  ['aws_alb | visualize constructor', 'value.invalid'],
  ["aws_alb | limit '1; DROP TABLE x'", 'type.mismatch'],
  ['aws_alb | limit 1e3', 'type.mismatch'],
];

describe('texts that want more than rows', () => {
  it.each(attacks)('%s', (text, code) => {
    const { ok, query, diagnostics } = compilePantherFlow(text, testCatalog, options);
    expect({ ok, query }).toEqual({ ok: false, query: undefined });
    expect(diagnostics[0]?.code).toBe(code);
  });
});

describe('a pattern of table names', () => {
  it('takes no longer the more stars it has', () => {
    const [table] = testCatalog.tables();
    if (table === undefined) throw new Error('the test catalog has no table');
    const catalog = catalogOf([{ ...table, name: 'a'.repeat(60) }]);
    const stars = compilePantherFlow(`union ${'a*'.repeat(30)}b`, catalog, options);
    expect(stars.diagnostics[0]?.code).toBe('name.unknown_table');
    expect(compilePantherFlow(`union ${'a*'.repeat(30)}a`, catalog, options).ok).toBe(true);
    expect(compilePantherFlow('union a*b*b', testCatalog, options).diagnostics[0]?.code).toBe(
      'name.unknown_table',
    );
  });
});

const hostile = [
  "'; DROP TABLE panther_logs.aws_alb; --",
  "' OR 1=1 --",
  '" OR ""="',
  '\\',
  "\\'",
  "\\\\' OR 1=1 --",
  '`',
  '`; SELECT 1',
  '{p0:String}',
  '{p1:Identifier}',
  '%',
  '_',
  '%%\\%',
  '*',
  'a\u0000b',
  '\u0000',
  '\n\r\t\b\f',
  '/* */ SETTINGS readonly=0',
  '${x}',
  'größe 🐈',
  '\u202eevil',
  '["a"]',
  '{"k": 1}',
  'null',
  'true',
  '5',
  '',
];

/** The text as PantherFlow writes it; every unusual character by its number. */
function literal(text: string): string {
  return `'${text.replaceAll(/[^ -&(-[\]-~]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return code >= 0xd800 && code < 0xe000 ? unit : `\\u${code.toString(16).padStart(4, '0')}`;
  })}'`;
}

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine();
  const rows = hostile.map((value, index) => ({
    type: value,
    userIdentity: JSON.stringify({ name: value }),
    p_event_time: '2024-01-01 00:00:00',
    p_any_usernames: [value],
    p_row_id: String(index),
  }));
  await engine.insert('panther_logs.aws_alb', rows);
});
afterAll(() => engine.close());

async function idsOf(text: string): Promise<number[]> {
  const { query, diagnostics } = compilePantherFlow(text, testCatalog, options);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(query!.sql).not.toMatch(/DROP|SETTINGS|evil|größe/);
  return (await engine.run(query!)).map((row) => Number(row['id'])).toSorted((a, b) => a - b);
}

const tests: [string, (literal: string) => string, (value: string, wanted: string) => boolean][] = [
  ['==', (text) => `type == ${text}`, (value, wanted) => value === wanted],
  ['!=', (text) => `type != ${text}`, (value, wanted) => value !== wanted],
  ['in', (text) => `type in [${text}, 'x']`, (value, wanted) => value === wanted],
  ['== of JSON', (text) => `userIdentity.name == ${text}`, (value, wanted) => value === wanted],
  ['in an array', (text) => `${text} in p_any_usernames`, (value, wanted) => value === wanted],
  ['overlap', (text) => `arrays.overlap(p_any_usernames, [${text}])`, (value, wanted) => value === wanted],
  ['contains', (text) => `strings.contains(type, ${text})`, (value, wanted) => value.includes(wanted)],
  [
    'starts_with',
    (text) => `strings.starts_with(type, ${text})`,
    (value, wanted) => value.startsWith(wanted),
  ],
  [
    'ends_with of JSON',
    (text) => `strings.ends_with(userIdentity.name, ${text})`,
    (value, wanted) => value.endsWith(wanted),
  ],
  ['key', (text) => `{${text}: 'here'}[type] == 'here'`, (value, wanted) => value === wanted],
];

describe('hostile texts are compared as any other', () => {
  it.each(tests)('%s', async (_name, condition, isMatch) => {
    for (const wanted of hostile) {
      const expected = hostile.flatMap((value, index) => (isMatch(value, wanted) ? [index] : []));
      const text = `aws_alb | where ${condition(literal(wanted))} | project id = p_row_id`;
      expect(await idsOf(text), text).toEqual(expected);
    }
  });

  it('as names of columns and variables', async () => {
    for (const name of hostile.filter(
      (candidate) => candidate !== '' && candidate !== '*' && !/[`\n\r]/.test(candidate),
    )) {
      const text = `let \`v${name}\` = 0; aws_alb | extend \`${name}\` = toint(p_row_id) | where \`${name}\` == \`v${name}\` | summarize id = agg.max(\`${name}\`) by \`k${name}\` = \`${name}\` | sort \`k${name}\``;
      expect(await idsOf(text), text).toEqual([0]);
    }
  });

  it('whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 20 }), async (wanted) => {
        const text = `datatable [{"id": 1, "s": ${literal(wanted)}}, {"id": 2, "s": ${literal(`${wanted}x`)}}] | where s == ${literal(wanted)}`;
        const { query } = compilePantherFlow(text, testCatalog, options);
        expect(await engine.run(query!)).toEqual([{ id: 1, s: wanted }]);
      }),
      { numRuns: 60 },
    );
  });

  it('never makes the compiler throw, whatever the text', () => {
    const pieces = fc.constantFrom(
      'aws_alb',
      '|',
      'where',
      'project',
      'summarize',
      'by',
      'join',
      'kind=inner',
      'r=(',
      ')',
      '(',
      'on',
      '$left.type',
      '==',
      '$right',
      'agg.count()',
      ',',
      'x',
      '=',
      '1',
      "'a'",
      'fn (x) {',
      '}',
      '[',
      ']',
      'let',
      ';',
      'union',
      'aws*',
      '.',
      'sort',
      'limit',
      '-',
      'null',
      'time.ago(',
      '1d',
      'visualize',
      'toscalar(',
      'in',
      'not',
      'extend',
      'range',
      'from',
      'to',
      'step',
      '0',
      'search',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (words) => {
        const { ok, query, diagnostics } = compilePantherFlow(words.join(' '), testCatalog, options);
        expect(ok).toBe(query !== undefined);
        if (!ok) expect(diagnostics[0]?.severity).toBe('error');
      }),
      { numRuns: 2000 },
    );
  });
});
