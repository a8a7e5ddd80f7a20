import { describe, expect, it } from 'vitest';
import { outlineOf } from './outline.ts';
import { readTokens } from './tokens.ts';

const read = (text: string) => outlineOf(text, readTokens(text));

describe('outlineOf', () => {
  it('reads every form of import', () => {
    const { imports } = read(
      'import json, os.path as p\nfrom a.b import (\n    c,\n    d as e,\n)\nfrom x import *\n',
    );
    expect(imports.map(({ module, names }) => [module, names.map(({ local }) => local).join(' ')])).toEqual([
      ['json', 'json p'],
      ['a.b', 'c e'],
      ['x', ''],
    ]);
    expect(imports.map(({ isOpenEnded }) => isOpenEnded)).toEqual([false, true, true]);
  });
  it('takes signature and first line of the docstring of functions at the left edge', () => {
    const text =
      'def actor(\n    event,\n    **more,\n):\n    """Who did it.\n\n    More.\n    """\n\nif x:\n    def inner(): pass\n';
    expect(read(text).functions.map(({ name, signature, doc }) => [name, signature, doc])).toEqual([
      ['actor', '(event, **more)', 'Who did it.'],
    ]);
  });
  it('tells names that are set from names that are used', () => {
    const { bound, uses } = read('def f(a, b=1):\n    for c, d in a: pass\n    return json.dumps(e)\n');
    expect([...bound].toSorted()).toEqual(['a', 'b', 'c', 'd', 'f']);
    expect(uses.has('json')).toBe(true);
    expect(uses.has('dumps')).toBe(false);
  });
  it('does not take words in strings and comments for code', () => {
    const { imports, functions } = read('"""\nimport json\ndef rule(event): pass\n"""\n# import os\n');
    expect(imports).toEqual([]);
    expect(functions).toEqual([]);
  });
});
