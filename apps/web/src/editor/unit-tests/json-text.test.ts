import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventFault, formatJsonText } from './json-text.ts';

describe('formatJsonText', () => {
  it('puts every member on a line of its own and leaves empty brackets closed', () => {
    expect(formatJsonText('{"a":[1,{"b":"x, {y}"}],"c":{ },"d":[]}')).toBe(
      '{\n  "a": [\n    1,\n    {\n      "b": "x, {y}"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
    );
  });
  it('keeps numbers no double can hold, repeated keys and escapes', () => {
    const text = '{"id":12345678901234567890,"id":1.10,"q":"a\\"b\\\\"}';
    expect(formatJsonText(text)).toBe(
      '{\n  "id": 12345678901234567890,\n  "id": 1.10,\n  "q": "a\\"b\\\\"\n}',
    );
  });
  it('does for any value what the platform does, and changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const formatted = formatJsonText(JSON.stringify(value));
        expect(formatted).toBe(JSON.stringify(value, null, 2));
        expect(formatJsonText(formatted ?? '')).toBe(formatted);
      }),
    );
  });
  it('refuses what is no JSON', () => expect(formatJsonText('{"a":')).toBeUndefined());
});

describe('eventFault', () => {
  it('wants an object', () => {
    expect(eventFault('{}')).toBeUndefined();
    expect(eventFault('[1]')).toBe('An event is a JSON object, in braces.');
    expect(eventFault('null')).toBe('An event is a JSON object, in braces.');
    expect(eventFault('{')).toBeTruthy();
  });
});
