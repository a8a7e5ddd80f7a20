import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPantherFlow } from './format.ts';
import { parsePantherFlow } from './parse.ts';
import { printPantherFlow } from './print.ts';

describe('the formatted text', () => {
  it('has one stage on each line and even blanks', () => {
    expect(
      formatPantherFlow(
        "let n=5;union  a.public.aws*,b|where  x==- 1 and y in[1,2] and not( z )|extend o . p=f( x ,{'k':-2})|summarize c=agg.count( )by k|sort by c desc",
      ),
    ).toBe(`let n = 5;
union a.public.aws*, b
| where x == -1 and y in [1, 2] and not (z)
| extend o.p = f(x, {'k': -2})
| summarize c = agg.count() by k
| sort by c desc
`);
  });
  it('keeps comments, quotes and numbers as they were typed', () => {
    expect(formatPantherFlow('// one\n\n\nt // two\n// three\n| where a=="x" // four\n and b > 60m'))
      .toBe(`// one

t // two
// three
| where a == "x" // four
    and b > 60m
`);
  });
  it('keeps short nested queries in their line and spreads long ones', () => {
    expect(formatPantherFlow('t|join kind = inner a = (u|limit 1) on $left.b==$right.b')).toBe(
      't\n| join kind=inner a=(u | limit 1) on $left.b == $right.b\n',
    );
    const long =
      "u | where long_name_of_a_column == 'some value' and other_name_of_a_column == 'some other value'";
    expect(formatPantherFlow(`t|join kind=inner a=(${long}) on $left.b==$right.b`)).toBe(`t
| join kind=inner a=(
    u
    | where long_name_of_a_column == 'some value' and other_name_of_a_column == 'some other value'
  ) on $left.b == $right.b
`);
  });
  it('breaks long conditions and lists', () => {
    const part = (index: number) => `column_${index} == 'a rather long value'`;
    expect(formatPantherFlow(`t | where ${part(1)} and (${part(2)} or ${part(3)}) and ${part(4)}`)).toBe(`t
| where ${part(1)}
    and (${part(2)} or ${part(3)})
    and ${part(4)}
`);
  });
  it('writes functions, ranges and patterns as people do', () => {
    expect(
      formatPantherFlow(
        'range n from 1 to 10 step 2|extend a=arrays.map([n],fn(x){x*2}),b={},c=n between 1..5',
      ),
    ).toBe(
      `range n from 1 to 10 step 2
| extend a = arrays.map([n], fn (x) { x * 2 }), b = {}, c = n between 1 .. 5
`,
    );
  });
  it('puts what a long stage groups by on a line of its own', () => {
    const long =
      't | summarize events = agg.count(), first_seen = agg.min(p_event_time), last_seen = agg.max(p_event_time) by eventName, sourceIPAddress';
    expect(formatPantherFlow(long)).toBe(`t
| summarize events = agg.count(),
    first_seen = agg.min(p_event_time),
    last_seen = agg.max(p_event_time)
    by eventName, sourceIPAddress
`);
  });
  it('is that of the text when it has errors', () => {
    for (const text of ['t | wher x', 't  |  where (', "t | where 'x"])
      expect(formatPantherFlow(text)).toBe(text);
  });

  const pieces = fc.constantFrom(
    '| where a == -1',
    '|where not(a)and b in[1,-2]',
    "| extend c.d['e f']=strings.cat('x',- g)",
    '| join kind : inner h=(u|where i // x\n |limit 1) on $left.j==$right.j',
    '// a comment\n',
    ' // at the end\n',
    '| summarize k=agg.count() by l,m',
    '| where n between time.ago(1d)..time.now()',
    '| where o in toscalar(v | project p)',
    '\n\n\n',
    '| union w*, (x | limit 1), y.public.*',
    "| search 'q' and not('r' or 's')",
  );
  it('means the same, and formatting it again changes nothing (property)', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = `let a = 1;\nt ${parts.join(' ')}`;
        const once = formatPantherFlow(text);
        const printed = (source: string) => printPantherFlow(parsePantherFlow(source).tree);
        expect(printed(once)).toBe(printed(text));
        expect(formatPantherFlow(once)).toBe(once);
        expect(once.split('\n').every((line) => line === line.trimEnd())).toBe(true);
        expect(once.startsWith('let a = 1;\nt')).toBe(true);
      }),
    );
  });
});
