import { describe, expect, it } from 'vitest';
import { replacementOf } from '../diagnostics.ts';
import { catalogOf, testCatalog } from '../testing/catalog.ts';
import { compilePantherFlow } from './pantherflow/compile-pantherflow.ts';
import { compileSql } from './sql/compile-sql.ts';

const compilers = { sql: compileSql, pantherflow: compilePantherFlow };

describe('misspelt names', () => {
  it.each([
    ['sql', 'column', 'select eventNmae from aws_cloudtrail', 'eventName'],
    ['sql', 'field', 'select userIdentity.tpye from aws_cloudtrail', 'type'],
    ['sql', 'field', 'select c.userIdentity.sessionContext.atempts from aws_cloudtrail c', 'attempts'],
    ['sql', 'function', 'select lowr(eventName) from aws_cloudtrail', 'lower'],
    ['sql', 'table', 'select * from aws_cloudtrial', 'panther_logs.public.aws_cloudtrail'],
    ['pantherflow', 'column', 'aws_cloudtrail | where eventNmae == "x"', 'eventName'],
    ['pantherflow', 'field', "aws_cloudtrail | where userIdentity.tpye == 'x'", 'type'],
    ['pantherflow', 'field', 'aws_cloudtrail | extend a = p_udm.user.nmae', 'name'],
    ['pantherflow', 'function', 'aws_cloudtrail | extend a = strings.lowr(eventName)', 'strings.lower'],
    ['pantherflow', 'table', 'aws_cloudtrial | limit 1', 'panther_logs.public.aws_cloudtrail'],
    ['pantherflow', 'operator', 'aws_cloudtrail | wher eventName == "x"', 'where'],
  ] as const)('in %s: a %s is mended by the name that was meant', (language, _what, text, meant) => {
    const compile = (query: string) =>
      compilers[language](query, testCatalog, { now: new Date('2026-01-01T00:00:00Z') });
    const fault = compile(text).diagnostics.find((one) => replacementOf(one) !== undefined);
    expect(fault && replacementOf(fault)).toBe(meant);
    expect(fault?.message).toContain(`Did you mean "${meant}"?`);
    const mended = text.slice(0, fault?.start) + meant + text.slice(fault?.end);
    expect(compile(mended).diagnostics.filter(({ code }) => code !== 'warn.no_time_filter')).toEqual([]);
  });

  it('advice is no name, and names that resemble nothing have none', () => {
    const { diagnostics } = compileSql('select cast(eventName as strnig) from aws_cloudtrail', testCatalog, {
      now: new Date(),
    });
    expect(diagnostics.map((one) => [one.suggestion !== undefined, replacementOf(one)])).toEqual([
      [true, undefined],
    ]);
    const far = compileSql('select xyzzy_quux from aws_cloudtrail', testCatalog, { now: new Date() });
    expect(far.diagnostics[0]?.message).toBe('There is no column "xyzzy_quux" here.');
  });

  it('says of a view over nothing that nothing in it may be read', () => {
    const views = testCatalog.tables().filter(({ unionOf }) => unionOf);
    const empty = catalogOf(views.map((view) => ({ ...view, unionOf: [] })));
    const [view] = views;
    const name = `${view?.database}.${view?.name}`;
    const options = { now: new Date() };
    const nothing = `There is nothing in ${name} that you may read.`;
    expect(compileSql(`select p_zzz from ${name}`, empty, options).diagnostics[0]?.message).toBe(nothing);
    const flow = compilePantherFlow(`${name} | where p_zzz == 'x'`, empty, options);
    expect(flow.diagnostics.map(({ message }) => message)).toContain(nothing);
  });
});
