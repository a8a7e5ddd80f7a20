import { describe, expect, it } from 'vitest';
import { formatSql } from './format.ts';
import { sqlStatements, statementAt } from './statements.ts';

const textsOf = (text: string) => sqlStatements(text).map(({ from, to }) => text.slice(from, to));

describe('statements of a text', () => {
  it.each([
    ['select 1', ['select 1']],
    [' select 1 ;\n', ['select 1']],
    ['select 1; select 2', ['select 1', 'select 2']],
    ['select \';\'; -- a;b\nselect ";" from t;;\n', ["select ';'", '-- a;b\nselect ";" from t']],
    ['select 1;\n/* ; */ select 2\n;-- end', ['select 1', '/* ; */ select 2']],
    [';;', [';;']],
    ['', ['']],
    ["select 1; select 'open", ["select 1; select 'open"]],
  ])('%j are %j', (text, statements) => {
    expect(textsOf(text)).toEqual(statements);
  });

  it('hold the places inside of them and behind them', () => {
    const text = 'select 1;\n\nselect 2;\n';
    const at = (offset: number) => {
      const { from, to } = statementAt(sqlStatements(text), offset);
      return text.slice(from, to);
    };
    expect([0, 8, 9, 10].map(at)).toEqual(Array(4).fill('select 1'));
    expect([11, 19, 21].map(at)).toEqual(Array(3).fill('select 2'));
    expect(statementAt(sqlStatements('  select 1; select 2'), 0)).toEqual({ from: 2, to: 10 });
  });

  it('are laid out each by itself, and their faults told at their place', () => {
    expect(formatSql('-- one\nselect 1 a;select 2 b; -- end')).toEqual({
      text: '-- one\nSELECT 1 AS a;\n\nSELECT 2 AS b;\n\n-- end',
    });
    expect(formatSql('select 1;\n  select from t')).toMatchObject({ diagnostic: { line: 2, column: 10 } });
  });
});
