import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePantherFlow } from './parse.ts';
import { printPantherFlow } from './print.ts';

const printed = (text: string) => {
  const { tree, diagnostics } = parsePantherFlow(text);
  expect(diagnostics).toEqual([]);
  return printPantherFlow(tree);
};

/** Only the meaning: no spans, nothing undefined. */
const bare = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => (/^(?:s|nameS)pan$/.test(key) ? undefined : inner)),
  );

describe('the text of a tree', () => {
  it('has no parentheses that are not needed', () => {
    expect(printed('t | where ((a or b)) and (not (c)) and ((d == (1 + (2 * 3))))')).toBe(
      't | where (a or b) and not c and d == 1 + 2 * 3',
    );
    expect(printed('t|where a-(b-c)>-1')).toBe('t | where a - (b - c) > -1');
  });
  it('quotes what needs it', () => {
    expect(printed("`a b` | project `in`=x.in, \"it's\\n\", y['k'], `by`")).toBe(
      "`a b` | project `in` = x.in, 'it\\'s\\n', y['k'], `by`",
    );
  });
  it('writes timespans and doubles so that they stay what they are', () => {
    expect(printed('t | where a > 90s or a > 0d or b > 2.0 or b > 1e30 or a > 1.5ms')).toBe(
      't | where a > 90s or a > 0s or b > 2.0 or b > 1e+30 or a > 1500microseconds',
    );
  });
  it('keeps patterns', () => {
    expect(printed('let a = b.*; union a*, `range`, (t | limit 1)')).toBe(
      'let a = b.*; union a*, `range`, (t | limit 1)',
    );
  });
});

const letter = 'abcdefghijklmnopqrstuvwxyz_'.split('');
const name = fc.oneof(
  fc.string({ unit: fc.constantFrom(...letter), minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    'by',
    'in',
    'let',
    'where',
    'union',
    'kind',
    'asc',
    'nulls',
    'from',
    'user-agent',
    'ä b',
    'to',
  ),
);
const named = name.map((text) => ({ text }));
const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((value) => value.isWellFormed());
const callName = fc.constantFrom('coalesce', 'strings.contains', 'time.ago', 'case');

const literal = fc.oneof(
  fc.nat().map((value) => ({ kind: 'literal', type: 'int', value: String(value) })),
  fc
    .double({ min: 0, noNaN: true, noDefaultInfinity: true })
    .map((value) => ({ kind: 'literal', type: 'double', value })),
  fc.nat().map((value) => ({ kind: 'literal', type: 'timespan', value })),
  text.map((value) => ({ kind: 'literal', type: 'string', value })),
  fc.boolean().map((value) => ({ kind: 'literal', type: 'bool', value })),
  fc.constant({ kind: 'literal', type: 'null', value: null }),
);
const kind = <T extends string>(value: T) => fc.constant(value);

const trees = fc.letrec((tie) => {
  const some = (key: string, maxLength = 2, minLength = 1) => fc.array(tie(key), { minLength, maxLength });
  const expression = tie('expression');
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      literal,
      name.map((value) => ({ kind: 'variable', name: value })),
      fc.record({ kind: kind('member'), base: expression, key: named }),
      fc.record({ kind: kind('index'), base: expression, index: expression }),
      fc.record({ kind: kind('unary'), op: fc.constantFrom('-', 'not'), operand: expression }),
      fc.record({
        kind: kind('binary'),
        op: fc.constantFrom('==', '<', '>=', '!=', '+', '-', '*', '/', '%', 'and', 'or'),
        left: expression,
        right: expression,
      }),
      fc.record({ kind: kind('in'), isNegated: fc.boolean(), value: expression, list: expression }),
      fc.record({
        kind: kind('between'),
        isNegated: fc.boolean(),
        value: expression,
        from: expression,
        to: expression,
      }),
      fc.record({ kind: kind('call'), name: callName, args: some('expression', 3, 0) }),
      fc.record({ kind: kind('array'), elements: some('expression', 3, 0) }),
      fc.record({
        kind: kind('object'),
        fields: fc.array(fc.record({ key: text.map((value) => ({ text: value })), value: expression }), {
          maxLength: 2,
        }),
      }),
      fc.record({ kind: kind('lambda'), params: fc.array(named, { maxLength: 2 }), body: expression }),
      fc.record({ kind: kind('scalarQuery'), query: tie('tabular') }),
    ),
    named: fc
      .record({ name: named, value: expression })
      .chain((item) => fc.boolean().map((isNamed) => (isNamed ? item : { value: item.value }))),
    table: fc.record({
      kind: kind('table'),
      parts: fc.array(fc.oneof(named, fc.constantFrom({ text: '*' }, { text: 'aws*2x' })), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    union: fc.record({
      kind: kind('union'),
      items: fc.array(fc.oneof(tie('table'), tie('tabular')), { minLength: 1, maxLength: 2 }),
    }),
    source: fc.oneof(
      tie('table'),
      fc.record({ kind: kind('datatable'), rows: some('expression', 2, 0) }),
      fc.record({ kind: kind('range'), name: named, from: expression, to: expression, step: expression }),
      tie('union'),
    ),
    search: fc.oneof(
      { depthSize: 'small' },
      text.map((value) => ({ kind: 'term', text: value })),
      fc.record({ kind: kind('not'), operand: tie('search') }),
      fc.record({ kind: fc.constantFrom('and', 'or'), left: tie('search'), right: tie('search') }),
    ),
    stage: fc.oneof(
      fc.record({ kind: kind('where'), condition: expression }),
      fc.record({ kind: kind('project'), items: some('named') }),
      fc.record({
        kind: kind('extend'),
        items: fc.array(
          fc.record({ target: fc.array(named, { minLength: 1, maxLength: 3 }), value: expression }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      fc.record({ kind: kind('summarize'), aggregates: some('named', 2, 0), keys: some('named') }),
      fc.record({
        kind: kind('sort'),
        keys: fc.array(
          fc.record({
            value: expression,
            direction: maybe(fc.constantFrom('asc', 'desc')),
            nulls: maybe(fc.constantFrom('first', 'last')),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      fc.record({ kind: fc.constantFrom('limit', 'sample'), count: expression }),
      fc.record({
        kind: kind('join'),
        type: named,
        destination: named,
        right: tie('tabular'),
        on: maybe(expression),
      }),
      tie('union'),
      fc.record({ kind: kind('search'), condition: tie('search') }),
      fc.record({
        kind: kind('visualize'),
        chart: maybe(named),
        annotations: fc.array(fc.record({ name: named, value: expression }), { maxLength: 2 }),
      }),
    ),
    tabular: fc.record({ kind: kind('tabular'), source: tie('source'), stages: some('stage', 3, 0) }),
  };
});

describe('printing and parsing', () => {
  it('gives the same tree for any tree (property)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, trees.expression), { maxLength: 1 }),
        trees.tabular,
        (values, body) => {
          const lets = values.map(([variable, value]) => ({ name: { text: variable }, value }));
          // The generator makes trees without spans, which printing does not read.
          const tree = { lets, body } as unknown as Parameters<typeof printPantherFlow>[0];
          const source = printPantherFlow(tree);
          const again = parsePantherFlow(source);
          expect(
            again.diagnostics.filter(({ code }) => /^(?:lex|parse|limit)/.test(code)),
            source,
          ).toEqual([]);
          expect(bare(again.tree), source).toEqual(bare(tree));
        },
      ),
      { numRuns: 400 },
    );
  });
});
