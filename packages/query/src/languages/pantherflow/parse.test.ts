import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asErrorCase, flowErrorCases } from '../../testing/flow-cases.ts';
import type { FlowExpression, FlowStage } from './ast.ts';
import { parsePantherFlow } from './parse.ts';

/** What the text alone shows; the rest needs tables and functions. */
const ofTheText = /^(?:lex|parse|sem)\.|^name\.duplicate_variable$|number-beyond/;

describe('texts that are refused', () => {
  const cases = flowErrorCases();
  it('are many', () => expect(cases.length).toBeGreaterThan(80));
  for (const { name, text, code, at, near } of cases)
    if (ofTheText.test(code) || ofTheText.test(name))
      it(name, () => {
        const { diagnostics } = parsePantherFlow(text);
        expect(asErrorCase(text, diagnostics[0], near)).toEqual({ code, at, near });
      });
    else
      it(`${name} is grammatical`, () => {
        expect(parsePantherFlow(text).diagnostics).toEqual([]);
      });
});

const codes = (text: string) => parsePantherFlow(text).diagnostics.map(({ code }) => code);
const stages = (text: string) => parsePantherFlow(text).tree.body?.stages ?? [];

function stageOf(text: string): FlowStage {
  const { diagnostics, tree } = parsePantherFlow(`t | ${text}`);
  expect(diagnostics).toEqual([]);
  return tree.body!.stages[0]!;
}

function valueOf(text: string): FlowExpression {
  const stage = stageOf(`where ${text}`);
  if (stage.kind !== 'where') throw new Error('not a where');
  return stage.condition;
}

/** The tree without spans, as nested lists. */
function shape(value: FlowExpression): unknown {
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'variable':
      return value.name;
    case 'member':
      return ['.', shape(value.base), value.key.text];
    case 'index':
      return ['[]', shape(value.base), shape(value.index)];
    case 'unary':
      return [value.op, shape(value.operand)];
    case 'binary':
      return [value.op, shape(value.left), shape(value.right)];
    case 'in':
      return [value.isNegated ? 'not in' : 'in', shape(value.value), shape(value.list)];
    case 'between':
      return [
        value.isNegated ? 'not between' : 'between',
        shape(value.value),
        shape(value.from),
        shape(value.to),
      ];
    case 'call':
      return [value.name, ...value.args.map(shape)];
    case 'array':
      return ['array', ...value.elements.map(shape)];
    case 'object':
      return ['object', ...value.fields.map(({ key, value: inner }) => [key.text, shape(inner)])];
    case 'lambda':
      return ['fn', value.params.map(({ text }) => text), shape(value.body)];
    case 'scalarQuery':
      return ['toscalar', value.query.stages.length];
  }
}

const shapeOf = (text: string) => shape(valueOf(text));

describe('letters', () => {
  it('reads every escape', () => {
    expect(shapeOf(String.raw`'\'\"\\\b\f\n\r\t'`)).toBe('\'"\\\b\f\n\r\t');
    expect(shapeOf(String.raw`'\101\x41\u5b89'`)).toBe('AA安');
    expect(shapeOf(String.raw`"\xF0\x9F\x98\x8E\360\237\230\216\ud83d\ude0e"`)).toBe('😎😎😎');
    expect(shapeOf(String.raw`'\x00'`)).toBe('\0');
  });
  it('keeps the bytes of a byte order mark', () => {
    expect(shapeOf(String.raw`'\xEF\xBB\xBFa'`)).toBe('\uFEFFa');
  });
  it('reads timespans as microseconds', () => {
    const spans = {
      '1microsecond': 1,
      '2ms': 2000,
      '1.5s': 1_500_000,
      '20m': 1_200_000_000,
      '3hours': 10_800_000_000,
      '1d': 86_400_000_000,
    };
    for (const [text, value] of Object.entries(spans))
      expect(shapeOf(`a > ${text}`)).toEqual(['>', 'a', value]);
  });
  it('tells the dots of an interval from those of a number', () => {
    expect(shapeOf('p between 1..1024')).toEqual(['between', 'p', '1', '1024']);
    expect(shapeOf('p between 1.5..2e3')).toEqual(['between', 'p', 1.5, 2000]);
  });
  it('keeps all 64 bits of an integer', () => {
    expect(shapeOf('-9223372036854775808')).toEqual(['-', '9223372036854775808']);
    expect(shapeOf('007')).toBe('7');
  });
  it('skips comments and the pragma line, and only before the query', () => {
    expect(codes('// one\n--pragma: pantherflow\n  -- PRAGMA:PantherFlow\nt // two\n| limit 1')).toEqual([]);
    expect(codes('t\n-- pragma: pantherflow')).toContain('parse.unexpected_token');
    expect(shapeOf("a == '// no comment'")).toEqual(['==', 'a', '// no comment']);
  });
  it('goes on after a faulty letter as if it were right', () => {
    for (const text of ['t | where a && b', 't | where !a', 't | where a <> b', 't # one\n| limit 1'])
      expect(codes(text)).toEqual(['lex.invalid_character']);
    expect(codes("t | where a == 'x\n| limit 1")).toEqual(['lex.unterminated_string']);
  });
});

describe('expressions', () => {
  it('bind by their precedence', () => {
    expect(shapeOf('a or b and not c == d')).toEqual(['or', 'a', ['and', 'b', ['not', ['==', 'c', 'd']]]]);
    expect(shapeOf('-a.b * 2 + c % 3 > 1')).toEqual([
      '>',
      ['+', ['*', ['-', ['.', 'a', 'b']], '2'], ['%', 'c', '3']],
      '1',
    ]);
    expect(shapeOf('a - b - c')).toEqual(['-', ['-', 'a', 'b'], 'c']);
    expect(shapeOf('t between a - 1s .. a + 1s and b')).toEqual([
      'and',
      ['between', 't', ['-', 'a', 1_000_000], ['+', 'a', 1_000_000]],
      'b',
    ]);
    expect(shapeOf('not a in b')).toEqual(['not', ['in', 'a', 'b']]);
    expect(shapeOf('a not in [1] or a not between 1 .. 2')).toEqual([
      'or',
      ['not in', 'a', ['array', '1']],
      ['not between', 'a', '1', '2'],
    ]);
  });
  it('read paths, calls and functions', () => {
    expect(shapeOf("a.b['c d'][0].in")).toEqual(['.', ['[]', ['[]', ['.', 'a', 'b'], 'c d'], '0'], 'in']);
    expect(shapeOf('arrays.map(l, fn (x, y) { x + y })')).toEqual([
      'arrays.map',
      'l',
      ['fn', ['x', 'y'], ['+', 'x', 'y']],
    ]);
    expect(shapeOf('{\'a\': [1, {}], "b": coalesce()}')).toEqual([
      'object',
      ['a', ['array', '1', ['object']]],
      ['b', ['coalesce']],
    ]);
    expect(shapeOf('x in toscalar(u | limit 1 | project y)')).toEqual(['in', 'x', ['toscalar', 2]]);
    expect(shapeOf('`user-agent`.`x y` == 1')).toEqual(['==', ['.', 'user-agent', 'x y'], '1']);
  });
  it('take contextual words as names', () => {
    expect(shapeOf("time == 't1' and kind == where")).toEqual([
      'and',
      ['==', 'time', 't1'],
      ['==', 'kind', 'where'],
    ]);
    expect(codes('t | summarize by = agg.count() by by')).toEqual([]);
    expect(codes('t | project where, project, extend = summarize, by, asc, join')).toEqual([]);
  });
});

describe('stages', () => {
  it('are all read', () => {
    const text = `t | where a | project b = c, d.e | extend f.g['h i'] = 1, j = 2 | summarize n = agg.count() by k
      | sort by l desc nulls first, m | limit 1 | sample 2 | join kind: inner o = (p) on $left.q == $right.r
      | union s, (u | limit 1), v.public.* | search 'w' and not ('x' or "y") | visualize bar xcolumn=a, title='z'`;
    expect(codes(text)).toEqual([]);
    expect(stages(text).map(({ kind }) => kind)).toEqual([
      'where',
      'project',
      'extend',
      'summarize',
      'sort',
      'limit',
      'sample',
      'join',
      'union',
      'search',
      'visualize',
    ]);
  });
  it('sort by columns named like the words of the stage', () => {
    const keys = (text: string) => {
      const stage = stageOf(text);
      return stage.kind === 'sort'
        ? stage.keys.map(({ value, direction, nulls }) => [shape(value), direction, nulls])
        : [];
    };
    expect(keys('sort by a')).toEqual([['a', undefined, undefined]]);
    expect(keys('sort by asc')).toEqual([['by', 'asc', undefined]]);
    expect(keys('sort by asc desc')).toEqual([['asc', 'desc', undefined]]);
    expect(keys('sort by.a, b')).toEqual([
      [['.', 'by', 'a'], undefined, undefined],
      ['b', undefined, undefined],
    ]);
    expect(keys('sort by, nulls nulls last')).toEqual([
      ['by', undefined, undefined],
      ['nulls', undefined, 'last'],
    ]);
  });
  it('have spans from their word to their end', () => {
    const text = 't | where a == 1  | limit 2';
    expect(stages(text).map(({ span }) => text.slice(span.start, span.end))).toEqual([
      'where a == 1',
      'limit 2',
    ]);
  });
});

describe('statements', () => {
  const kinds = (text: string) =>
    parsePantherFlow(`${text}; t`).tree.lets.map(({ name, value }) => `${name.text} ${value.kind}`);
  it('tell tables from values', () => {
    expect(kinds('let a = t | limit 1')).toEqual(['a tabular']);
    expect(kinds('let a = panther_logs.public.aws*')).toEqual(['a tabular']);
    expect(kinds('let a = b.public.*')).toEqual(['a tabular']);
    expect(kinds('let a = union b, c; let d = datatable []; let e = range n from 1 to 2 step 1')).toEqual([
      'a tabular',
      'd tabular',
      'e tabular',
    ]);
    expect(kinds('let a = (t | limit 1); let b = ((t) | limit 1); let c = (union t, u)')).toEqual([
      'a tabular',
      'b tabular',
      'c tabular',
    ]);
    expect(kinds('let a = t; let b = t.u; let c = (1 + 2) * 3; let d = union; let e = range + 1')).toEqual([
      'a variable',
      'b member',
      'c binary',
      'd variable',
      'e binary',
    ]);
    expect(
      kinds(
        'let a = (1 + toscalar(t | limit 1)); let b = a*a; let c = a * b; let d = ((1) + toscalar(t | limit 1))',
      ),
    ).toEqual(['a binary', 'b binary', 'c binary', 'd binary']);
  });
  it('read patterns in any part of a table', () => {
    const { tree, diagnostics } = parsePantherFlow(
      'union a*, *.public.*x*1, p.q.aws*2024_x, `r s` | limit 1',
    );
    expect(diagnostics).toEqual([]);
    const { source } = tree.body!;
    const names = source?.kind === 'union' ? source.items : [];
    expect(names.map((item) => item.kind === 'table' && item.parts.map(({ text }) => text))).toEqual([
      ['a*'],
      ['*', 'public', '*x*1'],
      ['p', 'q', 'aws*2024_x'],
      ['r s'],
    ]);
  });
  it('may start with a pipe', () => {
    const { tree, diagnostics } = parsePantherFlow(' | where p_event_time > time.ago(1d)');
    expect(diagnostics).toEqual([]);
    expect(tree.body?.source).toBeUndefined();
    expect(tree.body?.stages).toHaveLength(1);
  });
});

describe('recovery', () => {
  it('reports each broken stage and keeps the others', () => {
    const text = 't | wher a == 1 | project | where (b == 1 | limit 2; let c = ; u';
    expect(codes(text)).toEqual([
      'parse.unknown_operator',
      'parse.unexpected_token',
      'parse.unexpected_token',
      'parse.unexpected_token',
      'parse.unexpected_token',
      'parse.unexpected_token',
    ]);
    expect(stages(text).map(({ kind }) => kind)).toEqual(['broken', 'broken', 'broken', 'limit']);
  });
  it('keeps a nested query whole when one of its stages is broken', () => {
    const text = 't | join kind=inner a=(u | where (b = 1) | limit 2) on $left.c == $right.c | limit 3';
    expect(codes(text)).toEqual(['parse.unexpected_token']);
    const [join, limit] = stages(text);
    expect(join?.kind === 'join' && join.right.stages.map(({ kind }) => kind)).toEqual(['broken', 'limit']);
    expect(limit?.kind).toBe('limit');
  });
  it('skips a query nested in a broken stage as a whole', () => {
    const text = 't | join knd=inner a=(u | limit 2) on $left.c == $right.c | limit 3';
    expect(codes(text)).toEqual(['parse.unexpected_token']);
    expect(stages(text).map(({ kind }) => kind)).toEqual(['broken', 'limit']);
  });
  it('reads on after a forgotten semicolon or pipe', () => {
    expect(codes('let a = 5\nlet b = 6\nt | limit b')).toEqual([
      'parse.unexpected_token',
      'parse.unexpected_token',
    ]);
    expect(codes('t\nwhere a == 1\n| limit 1')).toEqual(['parse.unexpected_token']);
  });
  it('says what was probably meant', () => {
    const said = (text: string) => parsePantherFlow(text).diagnostics[0]?.suggestion;
    expect(said('t | sumarize n = agg.count()')).toBe('summarize');
    expect(said('t | take 5')).toBe('limit');
    expect(said('t | where a = 1')).toBe('Write == to compare.');
    expect(said('t | where a AND b')).toBe('and');
    expect(said('t | where a || b')).toBe('Write "or" to join conditions.');
    expect(said('t where a')).toBe('Write | before each operator.');
    expect(said("t | where a like 'b'")).toBe('Write strings.like(value, pattern).');
  });
});

describe('hostile texts', () => {
  const big = 'x'.repeat(1_000_000);
  it('that are too long are refused unread', () => {
    expect(codes(big)).toEqual(['limit.text']);
    expect(codes('|'.repeat(1_000_000))).toEqual(['limit.text']);
  });
  it('that nest too deep are refused', () => {
    const deep = (open: string, close: string) => `t | where ${open.repeat(10_000)}a${close.repeat(10_000)}`;
    expect(codes(deep('(', ')'))).toEqual(['limit.depth']);
    expect(codes(deep('[', ']'))).toEqual(['limit.depth']);
    expect(codes(deep('(', ''))).toEqual(['limit.depth']);
    expect(codes(deep('not ', ''))).toEqual(['limit.depth']);
    expect(codes(deep('-', ''))).toEqual(['limit.depth']);
    expect(codes(`t | where a${'.b'.repeat(10_000)}`)).toEqual(['limit.depth']);
    expect(codes(`t | where a${' or a'.repeat(10_000)}`)).toEqual(['limit.depth']);
    expect(codes(`t | search 'a'${" or 'a'".repeat(10_000)}`)).toEqual(['limit.depth']);
    expect(codes(`${'('.repeat(10_000)}t${')'.repeat(10_000)}`)[0]).toBe('limit.depth');
    expect(codes(`let a = ${'('.repeat(10_000)}t${')'.repeat(10_000)}; t`)[0]).toBe('limit.depth');
  });
  it('whose nesting adds up over levels are refused', () => {
    let text = 'a';
    for (let level = 0; level < 40; level++) text = `(${text}${' + a'.repeat(400)})`;
    expect(codes(`t | where ${text}`)).toContain('limit.depth');
    expect(
      codes(`t | where a${' + a'.repeat(450)} | where b in toscalar(u | where c${' + c'.repeat(100)})`),
    ).toEqual([]);
    let query = 'a';
    for (let level = 0; level < 20; level++) query = `toscalar(t | where ${query}${' + a'.repeat(200)})`;
    expect(codes(`t | where ${query}`)).toContain('limit.depth');
  });
  it('of very many stages are refused', () => {
    expect(codes(`t${'\n| limit 1'.repeat(9000)}`)).toEqual(['limit.stages']);
    expect(codes(`t${'|'.repeat(10_000)}`).length).toBeGreaterThan(1);
  });
  it('with zero bytes and halves of characters are refused where those stand', () => {
    for (const text of ['t\0', '\0', 't | where a == \ud83d', "t | where a == '\udc00'", '\ufffe'])
      expect(codes(text)).toContain('lex.invalid_character');
    expect(codes("t | where a == 'x\0y'")).toEqual([]);
  });
  it('do not reach the prototype of an object', () => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect([codes(`t | ${word} a`), codes(`t | where a ${word}`), codes(`t | where a > 1${word}`)]).toEqual(
        [['parse.unknown_operator'], ['parse.unexpected_token'], ['lex.invalid_number_suffix']],
      );
  });

  const piece = fc.constantFrom(
    ...'| ; , . .. : = == ( ) [ ] { } + - * / let where project extend summarize by sort join kind inner on union search visualize datatable range from to step fn not in between and or a b.c 1 1.5 2d'.split(
      ' ',
    ),
    "'x'",
    '"y',
    '`z`',
    '`',
    '\n',
    '//',
    '$left',
    '🐈',
    '\\',
  );
  it('never throw, and point into the text in its order (property)', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join(' ');
        const { diagnostics, tokens } = parsePantherFlow(text);
        for (const { start, end } of diagnostics) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
        const starts = diagnostics.map(({ start }) => start);
        expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        expect(tokens.at(-1)?.kind).toBe('end');
      }),
      { numRuns: 500 },
    );
  });
  it('of any characters never throw (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(parsePantherFlow(text).tokens.at(-1)?.kind).toBe('end');
      }),
    );
  });
});
