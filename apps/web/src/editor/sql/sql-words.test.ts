import { describe, expect, it } from 'vitest';
import { namesOf, tablesIn } from './sql-tables.ts';
import { describeWord, termAt, wordsFor } from './sql-words.ts';

const tables = [
  { database: 'panther_logs', name: 'aws_alb', columns: [{ name: 'clientIp', type: 'string' }] },
  { database: 'panther_signals', name: 'aws_alb', columns: [{ name: 'p_rule_id', type: 'string' }] },
  { database: 'panther_logs', name: 'okta', columns: [{ name: 'actor', type: 'object' }] },
];

describe('words of SQL', () => {
  it.each([
    ['select 1 from panther_logs.public.AWS_ALB', ['panther_logs.aws_alb']],
    [
      'select 1 from aws_alb a join "okta" on 1',
      ['panther_logs.aws_alb', 'panther_signals.aws_alb', 'panther_logs.okta'],
    ],
    [
      "select 1 from table(events('panther_logs.public.*', 'nowhere.x'))",
      ['panther_logs.aws_alb', 'panther_logs.okta'],
    ],
    ['select 1', []],
  ])('finds the tables of %s', (text, expected) => {
    expect(tablesIn(text, tables).map(({ database, name }) => `${database}.${name}`)).toEqual(expected);
  });

  it('offers columns of the tables a text names, functions and macros', () => {
    const words = wordsFor('select  from panther_logs.aws_alb', tables, ['count']);
    expect(words).toEqual(
      expect.arrayContaining([
        { label: 'clientIp', kind: 'column', detail: 'string' },
        { label: 'p_occurs_since', kind: 'macro', detail: 'time' },
        { label: 'count', kind: 'function', detail: '' },
      ]),
    );
    expect(words.some(({ label }) => label === 'actor')).toBe(false);
  });

  it('describes columns, functions, macros and tables', () => {
    const text = 'select clientip from aws_alb';
    expect(describeWord('CLIENTIP', text, tables)).toEqual({
      head: 'clientIp: string',
      lines: ['panther_logs.aws_alb'],
    });
    expect(describeWord('COUNT', text, tables)?.head).toMatch(/^count\(/);
    expect(describeWord('p_occurs_since', text, tables)?.lines[0]).toMatch(/last stretch of time/);
    expect(describeWord('okta', text, tables)).toEqual({
      head: 'panther_logs.public.okta',
      lines: ['1 columns'],
    });
    expect(describeWord('constructor', text, tables)).toBeUndefined();
  });

  it('lays tables out by database and schema', () => {
    expect(namesOf(tables)).toEqual({
      panther_logs: { public: { aws_alb: ['clientIp'], okta: ['actor'] } },
      panther_signals: { public: { aws_alb: ['p_rule_id'] } },
    });
  });

  it.each([
    ["name <> 'x'", 6, '<>', /Leaves out rows where the field is not there/],
    ["name not in ('x')", 6, 'not', /Leaves out rows/],
    ["name is distinct from 'x'", 10, 'distinct', /also true where the field is not there/],
    ["FIELD('x')", 2, 'FIELD', /whether a schema has it or not/],
  ])('says of %s what it does with fields that are not there', (text, at, term, expected) => {
    expect(termAt(text, at)?.term).toBe(term);
    expect(describeWord(term, text, [])?.lines.join(' ')).toMatch(expected);
  });
});
