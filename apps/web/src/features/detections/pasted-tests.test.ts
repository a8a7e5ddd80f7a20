import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPasted } from './pasted-tests.ts';

describe('readPasted', () => {
  it('takes one event, a list of events, and an event a line', () => {
    expect(readPasted('{"a": 1}').events).toEqual(['{"a": 1}']);
    expect(readPasted('[{"a": 1}, {"b": [1, {"c": "]"}]}]').events).toEqual([
      '{"a": 1}',
      '{"b": [1, {"c": "]"}]}',
    ]);
    expect(readPasted('{"a": 1}\n\n{"b": 2}\n').events).toEqual(['{"a": 1}', '{"b": 2}']);
  });
  it('keeps numbers as they are written', () => {
    expect(readPasted('[{"id": 12345678901234567890}]').events).toEqual(['{"id": 12345678901234567890}']);
  });
  it('says what is wrong, and where', () => {
    expect(readPasted('[1]').fault).toContain('in braces');
    expect(readPasted('{"a": 1}\n{"b": }').fault).toMatch(/^Line 2: /);
    expect(readPasted('{"a": 1}\n3').fault).toBe('Line 2 is no JSON object.');
    expect(readPasted('').fault).toBeUndefined();
  });
  it('finds every element of any list of events', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 6 }),
        (events) => {
          for (const text of [JSON.stringify(events), JSON.stringify(events, null, 2)])
            expect(readPasted(text).events.map((event) => JSON.parse(event))).toEqual(
              JSON.parse(JSON.stringify(events)),
            );
        },
      ),
    );
  });
});
