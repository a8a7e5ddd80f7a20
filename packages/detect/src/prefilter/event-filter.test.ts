import { exactNumber, stringifyJson } from '@margay/kit';
import type { CandidateCondition, EventObject, LeafTest } from '@margay/model';
import { parseExactJson } from '@margay/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileConditions } from './compile.ts';
import { compileEventFilter } from './event-filter.ts';
import { createPathReader } from './paths.ts';

const logType = 'Custom.Door';
const keys = ['a', 'A', 'b', '1', '__proto__', 'constructor', 'toJSON', 'rawJSON'];
const words = ['', 'x', 'X', 'xy', 'yx', '1', '\ud800', 'é', '🦊'];

const key = fc.constantFrom(...keys);
const word = fc.constantFrom(...words);
const someWords = fc.array(word, { minLength: 1, maxLength: 3 });
const literal = fc.oneof(word, fc.constantFrom(0, 1, 57, -1, 2.5, 2 ** 53, 1e300, true, false, null));
const test: fc.Arbitrary<LeafTest> = fc.oneof(
  fc.record({ in: fc.array(literal, { minLength: 1, maxLength: 3 }) }),
  fc.record({ prefix: someWords }),
  fc.record({ suffix: someWords }),
  fc.record({ contains: someWords }),
  fc.constantFrom(...(['truthy', 'missing', 'null', 'text', 'mapping', 'list', 'number', 'unsafe'] as const)),
);
const { condition } = fc.letrec<{ condition: CandidateCondition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      path: fc.record({ keys: fc.array(key, { minLength: 1, maxLength: 3 }), isExact: fc.boolean() }),
      is: test,
      isNegated: fc.boolean(),
    }),
    fc.constant(false),
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
  ),
}));

/** As `JSON.parse` makes it: `__proto__` is a key like any other. */
function objectOf(entries: readonly (readonly [string, unknown])[], prototype: object | null): EventObject {
  const object = Object.create(prototype) as EventObject;
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  return object;
}

function valuesOf(scalar: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 2 }),
      fc
        .tuple(
          fc.uniqueArray(fc.tuple(key, tie('value')), { selector: ([name]) => name, maxLength: 4 }),
          fc.constantFrom(Object.prototype, null),
        )
        .map(([entries, prototype]) => objectOf(entries, prototype)),
    ),
  })).value;
}
const eventsOf = (scalar: fc.Arbitrary<unknown>) =>
  fc
    .uniqueArray(fc.tuple(key, valuesOf(scalar)), { selector: ([name]) => name, maxLength: 5 })
    .map((entries) => objectOf([...entries, ['p_log_type', logType]], Object.prototype));

const ofJson = fc.oneof(word, fc.constantFrom(0, -0, 1, 57, 2.5, 1e21, 2 ** 53, true, false, null));
/** What normalising makes of numerals that no number of the language holds. */
const exact = fc.oneof(
  ofJson,
  fc.constantFrom(2n ** 60n, -(2n ** 63n), 0n, 1n),
  fc.constantFrom('57.0', '0.0', '1e400', '-1e0', '9007199254740993').map(exactNumber),
);
/** What nothing makes today, and JSON writes as something else or not at all. */
const odd = fc.oneof(
  exact,
  fc.constantFrom<unknown>(undefined, NaN, Infinity, Symbol('s'), () => 1, new Date(0), new Map([['a', 1]])),
);

/** Whether the prefilter of the engine lets one of the conditions see the event, which it gets as JSON. */
function isWantedParsed(conditions: readonly CandidateCondition[], parsed: EventObject): boolean {
  let isWanted = false;
  const rules = conditions.map((each, rule) => ({ rule, condition: each }));
  compileConditions(rules, createPathReader)(parsed, () => (isWanted = true));
  return isWanted;
}
const parsed = (event: EventObject) => JSON.parse(stringifyJson(event)) as EventObject;

describe('an event that is no JSON yet', () => {
  const conditions = fc.array(condition, { minLength: 1, maxLength: 4 });

  it('is wanted exactly when the prefilter lets a rule see its JSON', () => {
    let wanted = 0;
    fc.assert(
      fc.property(conditions, eventsOf(ofJson), (given, event) => {
        const answer = compileEventFilter(logType, given)(event);
        expect(answer).toBe(isWantedParsed(given, parsed(event)));
        wanted += Number(answer);
      }),
      { numRuns: 20_000 },
    );
    expect(wanted).toBeGreaterThan(2_000);
    expect(wanted).toBeLessThan(18_000);
  });

  it('is never left out with exact numbers that a rule would see', () => {
    fc.assert(
      fc.property(conditions, eventsOf(exact), (given, event) => {
        const isWanted = compileEventFilter(logType, given)(event);
        const exactly = parseExactJson(stringifyJson(event)) as EventObject;
        if (isWantedParsed(given, parsed(event)) || isWantedParsed(given, exactly))
          expect(isWanted).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is never left out with values JSON has no word for', () => {
    fc.assert(
      fc.property(conditions, eventsOf(odd), (given, event) => {
        if (isWantedParsed(given, parsed(event)))
          expect(compileEventFilter(logType, given)(event)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it('is wanted where its log type is another one, whose unified names are not known', () => {
    const wantsNothing = compileEventFilter(logType, [false]);
    expect(wantsNothing({ p_log_type: logType })).toBe(false);
    expect(wantsNothing({ p_log_type: 'Custom.Window' })).toBe(true);
  });
});
