import { describe, expect, it } from 'vitest';
import { loadScript } from './script.ts';

const limits = { steps: 1_000_000, bytes: 64 * 1_048_576, milliseconds: 60_000 };

/** Bodies of `parse`, and what must become of them: `stopped` by a limit, or refused as a `fault`. */
const bodies: readonly (readonly [name: string, end: 'stopped' | 'fault' | 'ends', ...lines: string[]])[] = [
  ['a loop over a range without end', 'stopped', 'for i in range(1 << 52):', '  pass'],
  [
    'loops within loops',
    'stopped',
    ...[0, 1, 2, 3].map((n) => `${'  '.repeat(n)}for i${n} in range(99999):`),
    '        pass',
  ],
  ['a comprehension without end', 'stopped', 'x = [i for i in range(1 << 50)]'],
  ['a dict comprehension without end', 'stopped', 'x = {i: i for i in range(1 << 50)}'],
  [
    'comprehensions multiplied',
    'stopped',
    'x = [1 for a in range(9999) for b in range(9999) for c in range(9999)]',
  ],
  ['conditions that are never true', 'stopped', 'x = [1 for a in range(1 << 50) if False]'],
  ['any() over a range without end', 'stopped', 'x = any([False for i in range(1 << 50)])'],
  ['a text that doubles', 'stopped', 's = "ab"', 'for i in range(99):', '  s += s'],
  ['a list that doubles', 'stopped', 'l = [1]', 'for i in range(99):', '  l += l'],
  ['a list that extends itself', 'stopped', 'l = [1]', 'for i in range(99):', '  l.extend(l)'],
  ['a tuple that doubles', 'stopped', 't = (1,)', 'for i in range(99):', '  t = t + t'],
  ['a text times a billion', 'stopped', 's = "abc" * 1000000000'],
  ['a text times a huge number', 'stopped', 's = "abc" * (1 << 400)'],
  ['an empty text times a huge number', 'ends', 's = "" * (1 << 500) + "" * (1 << 500)'],
  ['an empty list times a huge number', 'ends', 'l = [] * (1 << 500)'],
  ['a list times a billion', 'stopped', 'l = [0] * 1000000000'],
  ['list() of a range without end', 'stopped', 'l = list(range(1 << 52))'],
  ['sorted() of a range without end', 'stopped', 'l = sorted(range(1 << 52))'],
  ['zip() of long ranges', 'stopped', 'r = range(1 << 40)', 'l = zip(r, r, r)'],
  ['max() of a range without end', 'stopped', 'm = max(range(1 << 52))'],
  ['arguments without end', 'stopped', 'def f(*a):', '  return a', 'f(*range(1 << 40))'],
  ['join() that multiplies', 'stopped', 's = ("x" * 100000).join(["y"] * 100000)'],
  ['replace() that multiplies', 'stopped', 's = ("a" * 100000).replace("a", "b" * 100000)'],
  ['replace() between all characters', 'stopped', 's = ("a" * 100000).replace("", "b" * 100000)'],
  ['split() into millions', 'stopped', 's = ("," * 10000000).split(",")'],
  ['elems() of a long text', 'stopped', 's = ("," * 10000000).elems()'],
  ['upper() that grows', 'stopped', 's = "ß" * 10000000', 't = s.upper()'],
  [
    'a search that costs the product',
    'ends',
    's = "a" * 200000',
    'n = "b" + "a" * 5000',
    'x = s.find(n)',
    'y = n in s',
  ],
  ['a search backwards that costs the product', 'ends', 's = "a" * 100000', 'x = s.rfind("a" * 5000 + "b")'],
  ['strip() with a long set', 'ends', 's = ("a" * 100000).strip("a" * 10000)'],
  ['a format that multiplies', 'stopped', 's = "x" * 1000000', 't = ("{0}" * 1000).format(s)'],
  ['a % that multiplies', 'stopped', 's = "x" * 1000000', 't = "%s" * 100 % tuple([s] * 100)'],
  ['a format with a width', 'fault', 's = "{:999999999}".format(1)'],
  ['a % with a width', 'fault', 's = "%999999999d" % 1'],
  ['a number squared again and again', 'fault', 'n = 3', 'for i in range(99):', '  n = n * n'],
  ['a number shifted far', 'fault', 'n = 1 << (1 << 60)'],
  ['a number shifted far again and again', 'fault', 'n = 1', 'for i in range(999):', '  n = n << 511'],
  [
    'a huge number in millions of steps',
    'stopped',
    'n = (1 << 511) + 1',
    'for i in range(4):',
    '  n = n * n',
    'for i in range(999999):',
    '  m = n * n // n',
  ],
  [
    'texts of huge numbers',
    'stopped',
    'n = 1 << 511',
    'for i in range(4):',
    '  n = n * n',
    'for i in range(999999):',
    '  s = str(n)',
  ],
  ['a number read from a megabyte of digits', 'fault', 'n = int("9" * 1000000)'],
  ['a huge number in base 36', 'fault', 'n = int("z" * 4800, 36)'],
  ['a float of a huge number', 'fault', 'n = 1 << 511', 'x = float(n * n * n)'],
  ['recursion', 'fault', 'def f():', '  return f()', 'f()'],
  ['recursion through a list', 'fault', 'l = []', 'l.append(lambda: l[0]())', 'l[0]()'],
  [
    'recursion through sorted()',
    'fault',
    'fs = []',
    'def f(x):',
    '  return sorted([1], key=fs[0])',
    'fs.append(f)',
    'f(1)',
  ],
  ['the Y combinator', 'fault', 'y = lambda f: f(f)', 'y(lambda g: g(g))'],
  [
    'functions nested in functions at run time',
    'stopped',
    'f = lambda: 1',
    'for i in range(5000):',
    '  f = (lambda g: (lambda: g()))(f) if i == 0 else f',
    'l = []',
    'while_ = [l.append(l) for i in range(1 << 40)]',
  ],
  ['a list within itself, printed', 'ends', 'l = []', 'l.append(l)', 's = str(l) + repr(l) + "%r" % [l]'],
  ['a list within itself, compared', 'fault', 'a = []', 'b = []', 'a.append(b)', 'b.append(a)', 'x = a == b'],
  ['a list within itself, ordered', 'fault', 'a = []', 'b = []', 'a.append(a)', 'b.append(b)', 'x = a < b'],
  ['a list within itself as JSON', 'fault', 'l = []', 'l.append(l)', 'json.encode(l)'],
  ['a dict within itself as JSON', 'fault', 'd = {}', 'd["d"] = d', 'json.encode(d)'],
  ['a list that holds itself twice, as JSON', 'fault', 'l = []', 'l += [l, l]', 'json.encode(l)'],
  [
    'lists shared forty deep, printed',
    'stopped',
    'l = [1]',
    'for i in range(40):',
    '  l = [l, l]',
    's = str(l)',
  ],
  [
    'lists shared forty deep, compared',
    'stopped',
    'a = [1]',
    'b = [1]',
    'for i in range(40):',
    '  a = [a, a]',
    '  b = [b, b]',
    'x = a == b',
  ],
  [
    'tuples shared forty deep as a key',
    'stopped',
    't = (1,)',
    'for i in range(40):',
    '  t = (t, t)',
    'd = {t: 1}',
  ],
  [
    'lists ten thousand deep, printed',
    'fault',
    'l = []',
    'for i in range(10000):',
    '  l = [l]',
    's = str(l)',
  ],
  [
    'tuples ten thousand deep as a key',
    'fault',
    't = ()',
    'for i in range(10000):',
    '  t = (t,)',
    'd = {t: 1}',
  ],
  ['deep JSON', 'fault', 'x = json.decode("[" * 100000)'],
  ['deep JSON of dicts', 'fault', 'x = json.decode(\'{"a":\' * 10000)'],
  ['JSON of a number with a megabyte of digits', 'fault', 'x = json.decode("9" * 1000000)'],
  ['JSON indented by a long text', 'stopped', 'x = json.indent("[" * 90 + "]" * 90, indent="x" * 1000000)'],
  ['long JSON with many members', 'stopped', 'x = json.decode("[" + "1," * 5000000 + "1]")'],
  ['base64 of a long text', 'stopped', 'x = base64.encode("x" * 20000000)'],
  ['a list changed in its loop', 'fault', 'l = [1]', 'for x in l:', '  l.append(x)'],
  ['a dict changed in its loop', 'fault', 'd = {1: 1}', 'for x in d:', '  d.clear()'],
  [
    'a list changed by the key of its sort',
    'ends',
    'l = [3, 1, 2]',
    'x = sorted(l, key=lambda v: l.clear() or v)',
  ],
  ['a list changed within its comprehension', 'fault', 'l = [1]', 'x = [l.append(1) for y in l]'],
  [
    'keys that are equal and do not look so',
    'ends',
    'd = {1: "a", 1.0: "b", "1": "c", True: "d", (1,): "e", "\\x001": "f"} if False else {}',
    'd[1] = 1',
    'd[1.0] = 2',
    'd["\\x00i1"] = 3',
  ],
  ['thousands of equal keys sorted', 'stopped', 'x = [sorted([1] * 1000) for i in range(999999)]'],
  ['the prototype of a text', 'fault', 'x = "".__proto__'],
  ['the constructor of a list', 'fault', 'x = [].constructor'],
  ['the constructor by getattr', 'fault', 'x = getattr({}, "constructor")'],
  ['the constructor of a function', 'fault', 'x = parse.constructor("return process")()'],
  ['the constructor of a built-in', 'fault', 'x = len.constructor'],
  ['own fields of our values', 'fault', 'x = [1].items'],
  ['own fields of a dict', 'fault', 'x = {"a": 1}.entries'],
  ['own fields of a module', 'fault', 'x = json.members'],
  ['methods of the language beneath', 'fault', 'x = "a".padEnd(999999999)'],
  ['methods named like those of every object', 'fault', 'x = "a".toString()'],
  ['fields assigned', 'fault', 'x = setattr'],
  [
    'a key named __proto__',
    'ends',
    'd = {"__proto__": {"polluted": 1}, "constructor": 1, "toString": 2}',
    'd["hasOwnProperty"] = 3',
  ],
  ['half characters', 'ends', 'x = "😀"[0] + "😀"[1:] + json.decode(\'"\\\\ud800"\')'],
  ['upper and lower case that differ in length', 'ends', 'x = "İŉﬁ".lower().upper().title().capitalize()'],
  ['print() without end', 'stopped', 'x = [print("x" * 1000) for i in range(999999)]'],
];

/** Bodies that would be faults of the source. */
const refused = new Set(['fields assigned']);

describe('an attack by a script', () => {
  it.each(bodies)('%s: %s', (name, end, ...lines) => {
    const source = `def parse(log):\n  if log != "attack":\n    return {"log": log}\n${lines.map((line) => `  ${line}\n`).join('')}  return {"end": 1}\n`;
    const { script, faults } = loadScript(source);
    if (refused.has(name)) {
      expect(faults.length).toBeGreaterThan(0);
      return;
    }
    expect(faults).toEqual([]);
    const outcome = script!.run('attack', limits);
    const seen = outcome.kind === 'event' ? 'ends' : outcome.limit ? 'stopped' : 'fault';
    expect([seen, outcome.kind === 'fault' ? outcome.message : '']).toEqual([end, expect.any(String)]);
    expect(outcome.steps).toBeLessThan(limits.steps * 100);
    // The next entry finds everything as it was.
    expect(script!.run('next', limits)).toMatchObject({ kind: 'event', event: { log: 'next' } });
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    ['brackets', `x = ${'['.repeat(20_000)}`],
    ['closed brackets', `x = ${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['braces', `x = ${'{1:'.repeat(20_000)}`],
    ['a chain of sums', `x = ${'1+'.repeat(20_000)}1`],
    ['a chain of not', `x = ${'not '.repeat(15_000)}1`],
    ['a chain of signs', `x = ${'-'.repeat(50_000)}1`],
    ['a chain of choices', `x = ${'1 if 1 else '.repeat(5_000)}1`],
    ['a chain of lambdas', `x = ${'lambda: '.repeat(8_000)}1`],
    ['a chain of calls', `x = len${'()'.repeat(20_000)}`],
    ['a chain of dots', `x = len${'.a'.repeat(20_000)}`],
    ['a chain of indexes', `x = len${'[0]'.repeat(20_000)}`],
    [
      'blocks in blocks',
      `${Array.from({ length: 300 }, (_, n) => `${' '.repeat(n)}def f${n}():`).join('\n')}\n${' '.repeat(300)}pass`,
    ],
    ['targets in targets', `${'['.repeat(20_000)}x${']'.repeat(20_000)} = 1`],
    ['comprehensions in comprehensions', `x = ${'[1 for a in '.repeat(4_000)}[]`],
    ['many clauses', `x = [1 ${'for a in [] '.repeat(4_000)}]`],
    ['a number of 60,000 digits', `x = ${'9'.repeat(60_000)}`],
    ['a top level that takes long', 'x = [1 for a in range(1 << 50)]'],
    ['a top level that takes memory', 'x = "x" * 100000000'],
    ['a source of a megabyte', `# ${'x'.repeat(1_000_000)}`],
    ['endless quotes', '"""'.repeat(21_000) + '"'],
  ])('with %s in its source is refused', (_name, source) => {
    const { script, faults } = loadScript(`${source}\ndef parse(log):\n  return {"a": 1}\n`);
    expect(script).toBeUndefined();
    expect(faults.length).toBeGreaterThan(0);
    expect(faults.length).toBeLessThanOrEqual(50);
  });

  it('of calls nested deep, each with deep expressions, is stopped before the stack is', () => {
    const deep = (inner: string) => `${'['.repeat(50)}${inner}${']'.repeat(50)}`;
    const functions = Array.from(
      { length: 200 },
      (_, n) => `def f${n}():\n  return ${deep(`f${n + 1}()`)}\n`,
    );
    const source = `${functions.join('')}def f200():\n  return 1\ndef parse(log):\n  return {"a": f0()}\n`;
    const outcome = loadScript(source).script!.run('x', limits);
    expect(outcome).toMatchObject({ kind: 'fault', limit: true, message: 'its calls are nested too deep' });
  });

  it.each([
    ['a list', 'S = []', 'S.append(log)', 'len(S)'],
    ['a dict', 'S = {}', 'S[log] = 1', 'len(S)'],
    ['a list in a tuple', 'S = ([],)', 'S[0].append(log)', 'len(S[0])'],
    ['a default', 'def f(x, l=[]):\n  l.append(x)\n  return len(l)', 'n = f(log)', 'n'],
    [
      'a closure',
      'def make():\n  l = []\n  def f(x):\n    l.append(x)\n    return len(l)\n  return f\nF = make()',
      'n = F(log)',
      'n',
    ],
    ['a method that was kept', 'ADD = [].append', 'ADD(log)', '1'],
    ['a default of a lambda', 'F = lambda x, d={}: d.update({x: 1}) or len(d)', 'n = F(log)', 'n'],
    ['a dict in a list of functions', 'D = {}\nFS = [lambda x: D.update({x: 1})]', 'FS[0](log)', '1'],
  ])('cannot carry anything from one entry to the next in %s', (_name, top, line, result) => {
    const { script, faults } = loadScript(`${top}\ndef parse(log):\n  ${line}\n  return {"n": ${result}}\n`);
    expect(faults).toEqual([]);
    for (const log of ['one', 'two']) {
      expect(script!.run(log, limits)).toMatchObject({
        kind: 'fault',
        message: expect.stringContaining('does not change after loading'),
      });
    }
  });

  it('that takes longer than its time is stopped by the clock', () => {
    let now = 0;
    const { script } = loadScript(
      'def parse(log):\n  for i in range(1 << 50):\n    pass\n',
      () => (now += 10),
    );
    const outcome = script!.run('x', { ...limits, milliseconds: 100 });
    expect(outcome).toMatchObject({ kind: 'fault', limit: true, isTime: true });
    expect(outcome.steps).toBeLessThan(limits.steps / 10);
  });

  it('with keys like __proto__ puts plain keys into the event, however deep', () => {
    const { script } = loadScript('def parse(log):\n  return json.decode(log)\n');
    const log = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"c":[{"__proto__":3}]}';
    const outcome = script!.run(log, limits);
    expect(outcome.kind === 'event' && JSON.stringify(outcome.event)).toBe(log);
    expect(outcome.kind === 'event' && Object.getPrototypeOf(outcome.event)).toBe(null);
  });

  it('with results that are no event is a fault', () => {
    for (const value of [
      'None',
      '[]',
      '{}',
      '"a"',
      '{1: 2}',
      '{"a": len}',
      '{"a": {2: 3}}',
      '{"a": float("nan")}',
      '{"a": json}',
    ]) {
      const { script } = loadScript(`def parse(log):\n  return ${value}\n`);
      expect(script!.run('x', limits)).toMatchObject({ kind: 'fault', limit: false });
    }
    const { script } = loadScript('def parse(log):\n  d = {}\n  d["d"] = d\n  return d\n');
    expect(script!.run('x', limits)).toMatchObject({ kind: 'fault' });
  });
});
