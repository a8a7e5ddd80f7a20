import { describe, expect, it } from 'vitest';
import type { Budgets, WireOutcome } from './messages.ts';
import type { GuardedCall, Python } from './python.ts';
import { dropUnit, evaluateRuns, readUnit } from './runs.ts';

const budgets: Budgets = {
  baseMs: 1000,
  perEventMs: 5,
  capMs: 15_000,
  eventMs: 1000,
  graceMs: 500,
  loadMs: 5000,
  testMs: 5000,
  hostCallMs: 2000,
  timeoutsToPause: 3,
};

interface Asked {
  unit: number;
  position: number;
  isSingle: boolean;
  budgetMs: number;
}

/** What a call gives; `text` is what Python returns. */
type Given = Partial<GuardedCall<unknown>> & { text?: string };

/** Runs one rule over so many events on an interpreter that does what `script` says. */
function run(events: number, script: (asked: Asked, nth: number) => Given) {
  const asked: Asked[] = [];
  const outcomes: WireOutcome[] = [];
  const doubts: Asked[] = [];
  let text: string | undefined;
  const entry = { load_batch: () => events, drop_batch: () => undefined, run_rule: () => text };
  const python = {
    entry,
    guard(unit: number, budgetMs: number, action: () => unknown, position = 0, isSingle = false) {
      const call = { unit, position, isSingle, budgetMs };
      asked.push(call);
      const given = script(call, asked.length);
      text = given.text;
      const value = given.error === undefined ? action() : undefined;
      const plain = {
        interruption: 'none',
        error: undefined,
        processorMs: 1,
        waitedMs: 0,
        wasStopped: false,
      };
      return { ...plain, sequence: asked.length * 2 - 1, value, ...given };
    },
    doubt(call: Asked) {
      doubts.push(call);
      return new Error('doubt');
    },
    heapBytes: () => 0,
  } as unknown as Python; // the parts evaluateRuns uses
  let thrown: unknown;
  try {
    evaluateRuns(
      python,
      {
        type: 'evaluate',
        events: new Uint8Array(),
        positions: new Uint8Array(Uint32Array.from({ length: events }, (_, n) => n).buffer),
        isCareful: false,
        runs: [{ rule: 0, start: 0, stop: events, isSingle: false, timeouts: 0 }],
        budgets,
      },
      (message) => {
        if (message.type === 'outcome') outcomes.push(message.outcome);
      },
    );
  } catch (error) {
    thrown = error;
  }
  const ofRule = asked.filter(({ unit }) => unit === 0);
  const timeouts = outcomes.reduce((sum, outcome) => sum + outcome.timeouts, 0);
  return { asked, ofRule, outcomes, doubts, thrown, timeouts };
}

const stopped = (processorMs: number): Given => ({
  error: 'KeyboardInterrupt',
  interruption: 'stopped',
  wasStopped: true,
  processorMs,
});

describe('a rule that runs out of time', () => {
  it('in a large batch still runs event by event, and its time-outs count', () => {
    const { ofRule, timeouts, outcomes } = run(3000, ({ unit, isSingle }) =>
      unit < 0 ? {} : stopped(isSingle ? 1000 : 15_010),
    );
    expect(ofRule.map(({ position, isSingle }) => [position, isSingle])).toEqual([
      [0, false],
      [0, true],
      [1, true],
      [2, true],
    ]);
    expect(timeouts).toBe(3);
    expect(outcomes.at(-1)).toMatchObject({ notEvaluated: 2997, timeouts: 0 });
  });

  it('because the machine gave it none is tried again, told, and not blamed', () => {
    const { ofRule, timeouts, outcomes } = run(3, ({ unit, position, isSingle }) =>
      unit < 0 || position === 2 ? { text: undefined } : stopped(isSingle ? 40 : 400),
    );
    expect(ofRule.map(({ position }) => position)).toEqual([0, 0, 0, 0, 1, 1, 1, 2]);
    expect(timeouts).toBe(0);
    const error =
      'TimeoutError: the machine is too busy: the rule had 40 ms of processor time within 1000 ms on this event';
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual([
      { eventIndex: 0, error },
      { eventIndex: 1, error },
    ]);
  });

  it('bit by bit is given up, and that counts as a time-out', () => {
    const { ofRule, timeouts, outcomes } = run(3000, ({ unit, isSingle }) =>
      unit < 0 ? {} : isSingle ? { processorMs: 900 } : stopped(15_010),
    );
    expect(ofRule).toHaveLength(1 + 17);
    expect(timeouts).toBe(1);
    expect(outcomes).toMatchObject([{ notEvaluated: 2983, errors: [{ eventIndex: -1 }] }]);
  });

  it('by interrupting itself again and again does not run for ever', () => {
    const stray: Given = { error: 'KeyboardInterrupt', interruption: 'stray', processorMs: 5900 };
    const { ofRule, timeouts } = run(1000, ({ unit, isSingle }) =>
      unit < 0 ? {} : { ...stray, processorMs: isSingle ? 900 : 5900 },
    );
    expect(ofRule.length).toBeLessThan(30);
    expect(timeouts).toBe(1);
  });

  it('waiting for the server is given up in the end, and not blamed', () => {
    const { ofRule, timeouts, outcomes } = run(1000, ({ unit, isSingle }) => {
      if (unit < 0) return {};
      return isSingle ? { processorMs: 10, waitedMs: 2000 } : { ...stopped(6000), waitedMs: 15_000 };
    });
    expect(ofRule.length).toBeLessThan(30);
    expect(timeouts).toBe(0);
    expect(outcomes.at(-1)?.errors[0]?.error).toContain('waited too long for the server');
  });
});

describe('what a rule gives', () => {
  const forged = [
    '[',
    'null',
    '7',
    '{}',
    '{"matches":[],"errors":[{}]}',
    '{"matches":[],"errors":[],"stoppedAt":-1}',
    '{"matches":[],"errors":[],"stoppedAt":"0"}',
    '{"matches":[],"errors":[],"stoppedAt":3}',
  ];
  it.each(forged)('is doubted when it cannot be read: %s', (text) => {
    const { doubts, outcomes, thrown } = run(3, ({ unit }) => (unit < 0 ? {} : { text }));
    expect(doubts).toMatchObject([{ unit: 0, position: 0 }]);
    expect([outcomes, String(thrown)]).toEqual([[], 'Error: doubt']);
  });

  it('is an error of that event when it still cannot be read event by event', () => {
    const { outcomes, thrown } = run(2, ({ unit, isSingle }) => {
      if (unit < 0) return {};
      return isSingle ? { text: '[' } : stopped(1);
    });
    expect(thrown).toBeUndefined();
    expect(outcomes.flatMap(({ errors }) => errors.map(({ eventIndex }) => eventIndex))).toEqual([0, 1]);
  });

  it('too much of at once is asked for event by event', () => {
    const { ofRule, doubts } = run(2, ({ unit, isSingle }) =>
      unit < 0 || isSingle ? {} : { text: 'x'.repeat(33 * 1024 * 1024) },
    );
    expect(ofRule.map(({ isSingle }) => isSingle)).toEqual([false, true, true]);
    expect(doubts).toEqual([]);
  });

  it.each([
    '{"matches":[],"errors":[{"eventIndex":0,"error":"MemoryError"}]}',
    '{"matches":[{"functionErrors":[{"name":"title","error":"MemoryError"}]}],"errors":[]}',
  ])('is doubted when memory ran out: %s', (text) => {
    const { doubts, outcomes } = run(3, ({ unit }) => (unit < 0 ? {} : { text }));
    expect([doubts.length, outcomes]).toEqual([1, []]);
  });

  it('is kept when the rule changed what all share, but nothing runs there after it', () => {
    const text = '{"matches":[{"eventIndex":0}],"errors":[],"changed":["len"]}';
    const { doubts, outcomes, asked } = run(3, ({ unit }) => (unit < 0 ? {} : { text }));
    expect(outcomes.map(({ matches, errors }) => [matches.length, errors[0]?.error])).toEqual([
      [1, undefined],
      [0, 'SharedChange: the rule changes built-in names all detections share: len'],
    ]);
    expect(doubts).toMatchObject([{ unit: 0, position: 3 }]);
    expect(asked.at(-1)?.unit).toBe(0);
  });
});

describe('the batch', () => {
  it('is let go of under guard; a late interruption does no harm', () => {
    const { asked, thrown } = run(1, ({ unit }, nth) =>
      unit === dropUnit && nth === 3 ? { error: 'KeyboardInterrupt', interruption: 'stray' } : {},
    );
    expect(asked.map(({ unit }) => unit)).toEqual([readUnit, 0, dropUnit, dropUnit]);
    expect(thrown).toBeUndefined();
  });

  it('is begun again when some rule hid what it changed', () => {
    const { doubts } = run(1, ({ unit }) => (unit === dropUnit ? { value: 'len' } : {}));
    expect(doubts).toMatchObject([{ unit: readUnit }]);
  });

  it('that was let go of only because it was stopped is gone', () => {
    const { asked, thrown } = run(1, ({ unit }) => (unit === dropUnit ? { wasStopped: true } : {}));
    expect([asked.length, thrown]).toEqual([3, undefined]);
  });

  it('that cannot be let go of, or read, ends the interpreter', () => {
    for (const unit of [dropUnit, readUnit])
      expect(run(1, (asked) => (asked.unit === unit ? stopped(1) : {})).doubts).toMatchObject([{ unit }]);
  });
});
