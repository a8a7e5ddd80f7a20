import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findEventUse } from './field-reads.ts';
import { readTokens } from './tokens.ts';

const readsOf = (text: string) => findEventUse(text, readTokens(text)).reads;
const pathsOf = (text: string) =>
  readsOf(text).map(({ base, segments }) => [...base, ...segments.map(({ value }) => value)].join('.'));

describe('findEventUse', () => {
  it('finds every way to read a field', () => {
    expect(pathsOf('event.get("a")')).toEqual(['a']);
    expect(pathsOf("event['a']['b']")).toEqual(['a', 'a.b']);
    expect(pathsOf('event.deep_get("a", "b", default="c")')).toEqual(['a.b']);
    expect(pathsOf('event.get("a", {}).get("b", "no")')).toEqual(['a', 'a.b']);
    expect(pathsOf('deep_walk(event, "a", "b")')).toEqual(['a.b']);
    expect(pathsOf('event.get(\n    "a",  # why\n    "b",\n)')).toEqual(['a']);
    expect(pathsOf('event["list"][0]["b"]')).toEqual(['list', 'list.b']);
    expect(pathsOf('f"{event.get(\'a\')} {event["b"]}"')).toEqual(['a', 'b']);
    expect(pathsOf('event.udm("source_ip")')).toEqual(['source_ip']);
  });
  it('follows a name that stands for a part of the event, until it is set again', () => {
    expect(pathsOf('who = event.get("a") or {}\nwho.get("b")')).toEqual(['a', 'a.b']);
    expect(pathsOf('for item in event.get("a", []):\n    item.get("b")')).toEqual(['a', 'a.b']);
    expect(pathsOf('who = event.get("a")\nwho = other()\nwho.get("b")')).toEqual(['a']);
    expect(pathsOf('def rule(event):\n    x = event.get("a")\ndef other(x):\n    x.get("b")')).toEqual(['a']);
    expect(pathsOf('def rule(e):\n    return e.get("a")')).toEqual(['a']);
    expect(readsOf('who = event.get("a")\nwho.get("b")').map((read) => read.isIndirect)).toEqual([
      false,
      true,
    ]);
  });
  it('leaves what is no field of the event alone', () => {
    expect(pathsOf('other.get("a")')).toEqual([]);
    expect(pathsOf('# event.get("a")')).toEqual([]);
    expect(pathsOf('"event.get(\'a\')"')).toEqual([]);
    expect(pathsOf('self.event.get("a")')).toEqual([]);
    expect(pathsOf('event.get("a" + b)')).toEqual(['']);
    expect(pathsOf('event.get(name)')).toEqual(['']);
  });
  it('finds the name that is being typed', () => {
    for (const text of ['event.get("', "event['", 'event.get("")', 'event.deep_get("a", "'])
      expect(readsOf(text).at(-1)?.segments.at(-1)?.value).toBe('');
  });
  it('says exactly where a name stands, whatever stands around it', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'B', '_', '9', 'ü', ' ', '#', "'", '.'),
      minLength: 1,
      maxLength: 8,
    });
    const noise = fc.constantFrom(
      '# event.get("no")\n',
      'x = "event.get(\'no\')"  # "\n',
      '"""event["no"]\n"""\n',
      "y = f\"{other.get('no')} event['no'] {{event}}\"\n",
      'z = [1, (2), {"a": 3}]\n',
      'w = r"\\"\n',
    );
    const line = fc.tuple(noise, word, fc.constantFrom('event.get(§)', 'event[§]', 'f"{event.get(§)}"'));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const text = lines
          .map(([before, name, read]) => `${before}q = ${read.replace('§', () => `"${name}"`)}\n`)
          .join('');
        const found = readsOf(text).flatMap((read) => read.segments);
        expect(found.map(({ value }) => value)).toEqual(lines.map(([, name]) => name));
        for (const { value, from, to } of found) expect(text.slice(from, to)).toBe(value);
      }),
    );
  });
  it('never throws', () => {
    const words = [
      'event',
      '.',
      'get',
      '(',
      '"',
      "'",
      ')',
      '[',
      ']',
      'a',
      ',',
      '\n',
      'def ',
      'rule',
      '=',
      'for ',
      ' in ',
      'f"',
      '{',
      '}',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        for (const { segments } of readsOf(text))
          for (const { value, from, to } of segments) expect(text.slice(from, to)).toBe(value);
      }),
      { numRuns: 3000 },
    );
  });
});
