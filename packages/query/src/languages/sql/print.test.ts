import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseSql } from './parse.ts';
import { printSql } from './print.ts';

/** The tree without what depends on the layout of the text. */
function bare(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (key === 'span' || key === 'source' ? undefined : inner)),
  );
}

const samples = [
  'select * from panther_logs.public.aws_cloudtrail',
  'select a.b:c[0]."d e" as x, count(distinct y) filter (where z > 1) from t a group by all having x like \'%\' order by 1 desc nulls first limit 5 offset 2',
  'with a as (select 1 x), b as (select * exclude (q) from a) select a.*, b.x from a left join b using (x) where a.x in (1, 2) and not b.x in (select x from a) union all (select 1, 2 limit 3)',
  "select case x when 1 then 'a' else 'b' end, case when x is not null then -1 end, x::number(10,2), try_cast(x as date), x - interval '1 day' from t, lateral flatten(input => t.y, outer => true) f",
  'select row_number() over (partition by a order by b desc) r from t qualify r = 1',
  "select x ilike any ('a%', '%b') or x not between 1 and 2 and x is distinct from 'it''s \\\\ \\n' from (select 1 x) q cross join (t join u on t.a = u.a)",
  'select distinct [1, 2, 3]',
  'select "a"."*", t.* from t',
  'select top 3 a from t union select 1 except select 2 minus (select 3 intersect select 4) union all select top 1 5',
  'select g, grouping(h) from t group by g, rollup(h, (i, j)), grouping sets ((k), ()) having count(*) > 1',
  "select f.value from t, lateral flatten(input => a, path => 'b[0][\"c d\"]', mode => 'object', outer => true) f natural join u left join lateral flatten(x) y on true",
  "select * from table(flatten(parse_json('[1]'))) f, table(generator(rowcount => 3)) g",
  "select listagg(distinct a, ',') within group (order by b desc nulls first) filter (where c), last_value(a) ignore nulls over (partition by b order by c rows between 1 preceding and unbounded following), sum(a) over (order by t range between interval '1 hour' preceding and current row) from t",
  'select not exists (select 1 from t where t.a = u.b) from u',
];

describe('printing SQL', () => {
  it.each(samples)('parses what it prints to the same tree: %s', (sql) => {
    const tree = parseSql(sql);
    expect(bare(parseSql(printSql(tree)))).toEqual(bare(tree));
  });

  const name = fc.oneof(
    fc.constantFrom('alpha', 'b_2', 'userIdentity').map((text) => ({ text, isQuoted: false })),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).map((text) => ({ text, isQuoted: true })),
  );
  const { expression } = fc.letrec<{ expression: object }>((tie) => {
    const value = tie('expression');
    return {
      expression: fc.oneof(
        { maxDepth: 4, depthSize: 'small' },
        fc.nat().map((text) => ({ kind: 'number', text: String(text) })),
        fc.string({ unit: 'grapheme' }).map((text) => ({ kind: 'text', value: text })),
        fc.constantFrom(true, false, null).map((constant) => ({ kind: 'constant', value: constant })),
        fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => ({ kind: 'name', parts })),
        fc.record({
          kind: fc.constant('path'),
          base: value,
          steps: fc.array(fc.oneof(fc.nat(99), fc.string()), { minLength: 1, maxLength: 3 }),
        }),
        fc.record({ kind: fc.constant('unary'), op: fc.constantFrom('-', '+', 'not'), value }),
        fc.record({
          kind: fc.constant('binary'),
          op: fc.constantFrom('=', '<>', '<', '+', '-', '*', '/', '%', '||', 'is distinct'),
          left: value,
          right: value,
        }),
        fc.record({
          kind: fc.constant('logic'),
          op: fc.constantFrom('and', 'or'),
          parts: fc.array(value, { minLength: 2, maxLength: 3 }),
        }),
        fc.record({ kind: fc.constant('isNull'), value, isNegated: fc.boolean() }),
        fc.record({ kind: fc.constant('between'), value, low: value, high: value, isNegated: fc.boolean() }),
        fc.record({
          kind: fc.constant('in'),
          value,
          items: fc.array(value, { minLength: 1, maxLength: 3 }),
          isNegated: fc.boolean(),
        }),
        fc.record({
          kind: fc.constant('like'),
          op: fc.constantFrom('like', 'ilike', 'rlike'),
          value,
          patterns: fc.tuple(value),
          isNegated: fc.boolean(),
        }),
        fc.record({
          kind: fc.constant('cast'),
          value,
          type: fc.constant({ name: 'varchar', args: [] }),
          isTry: fc.boolean(),
        }),
        fc.array(value, { maxLength: 3 }).map((args) => ({
          kind: 'call',
          name: { text: 'f', isQuoted: false },
          args,
          isStar: false,
          isDistinct: false,
        })),
      ),
    };
  });

  it('holds for any tree (property)', () => {
    fc.assert(
      fc.property(expression, name, (value, alias) => {
        const item = { kind: 'expr', value: wellFormed(value), alias, source: '' };
        const tree = {
          with: [],
          body: { kind: 'select', isDistinct: false, items: [item], groupBy: [] },
          orderBy: [],
        };
        // The generator makes trees without spans, which printing does not read.
        const printed = printSql(tree as unknown as Parameters<typeof printSql>[0]);
        expect(bare(parseSql(printed))).toEqual(bare(tree));
      }),
      { numRuns: 300 },
    );
  });
});

/** Joins a path on a path, and an operator on the same operator, the way the parser does. */
function wellFormed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  const node: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, wellFormed(inner)]),
  );
  const { kind, base } = node;
  if (kind !== 'path' || !isPath(base) || !isPath(node)) return node;
  return { ...node, base: base.base, steps: [...base.steps, ...node.steps] };
}

function isPath(value: unknown): value is { kind: 'path'; base: unknown; steps: unknown[] } {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'path';
}
