import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DetectEngine, Evaluation, LoadReport } from './contract.ts';
import { createDetectEngine } from './engine.ts';
import { attacks } from './testing/attacks.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';
import { answersOf, isWatcher, told, watchedEvents, watchedModules, watchers } from './testing/watchers.ts';
import { batchOf, contentOf, quickOptions } from './testing/events.ts';

let engine: DetectEngine;
let report: LoadReport;
/** What the watchers say where nobody attacks. */
let alone: Evaluation;
let rounds: Evaluation[];
/** What they say when the interpreters of all these attacks were given back and serve the next content. */
let afterwards: Evaluation;

beforeAll(async () => {
  engine = createDetectEngine(quickOptions);
  const batch = batchOf(watchedEvents);
  await engine.load(contentOf([...watchers('first'), ...watchers('last')], watchedModules));
  alone = await engine.evaluate(batch);
  const rules = Object.entries(attacks).map(([name, body]) => pythonRule(name, body));
  report = await engine.load(
    contentOf([...watchers('first'), ...rules, ...watchers('last')], watchedModules),
  );
  // The second batch meets what the first has left behind.
  rounds = [await engine.evaluate(batch), await engine.evaluate(batch)];
  await engine.load(contentOf(watchers('last'), watchedModules)); // gives back what the attacks ran in
  await engine.load(contentOf([...watchers('first'), ...watchers('last')], watchedModules));
  afterwards = await engine.evaluate(batch);
}, 180_000);
afterAll(() => engine.close());

describe('rules that attack the rules beside them', () => {
  it('are as many as were thought of, and the watchers see enough', () => {
    expect(Object.keys(attacks).length).toBeGreaterThanOrEqual(64);
    for (const { id } of watchers('first'))
      expect(answersOf(alone, id)).toMatchObject({ errors: [], matches: [{}, {}] });
    expect(JSON.parse(answersOf(alone, 'Victim.first').matches[0]!.contextJson!)).toMatchObject({
      model: 'USER-7',
      helper: [true, ['user-7', 'user-8'], ['x'], ['y']],
      decimal: '0.1428571428571428571428571429',
    });
  });

  it.each(['Victim.first', 'Victim.last', 'Inspector.first', 'Inspector.last'])(
    'change nothing that %s answers, in their batch, in the next and under the content after theirs',
    (id) => {
      for (const round of [...rounds, afterwards]) {
        const { matches, errors } = answersOf(round, id);
        expect(errors).toEqual([]);
        expect(matches.map(told)).toEqual(answersOf(alone, id).matches.map(told));
      }
    },
  );

  it.each(Object.keys(attacks))('%s: runs apart or was refused, and answers for itself only', (name) => {
    const isApart = report.apart.some(({ kind, id }) => kind === 'rule' && id === name);
    expect(isApart || report.rejected.some(({ id }) => id === name) || harmless.has(name)).toBe(true);
    for (const round of rounds) {
      const own = round.matches.filter(({ ruleId }) => ruleId === name);
      expect(new Set(own.map(({ eventIndex }) => eventIndex)).size).toBe(own.length);
    }
  });

  it('answer for no rule that is not theirs, and take no process down', () => {
    const known = new Set(Object.keys(attacks));
    for (const { matches, errors } of rounds)
      for (const { ruleId } of [...matches, ...errors])
        expect(known.has(ruleId) || isWatcher(ruleId)).toBe(true);
    expect(engine.status().restarts).toBe(0);
  });
});

/** Attacks on what a confined rule may use, and that change nothing there. */
const harmless = new Set([
  'change what the encoder hands out',
  'change lists the encoder hands out',
  'change a walked list',
  'change a copy',
  ...[
    'change the state of a helper',
    'change the state of a helper by name',
    'change the counter of a helper',
    'change the default of a helper',
  ].flatMap((name) => [name, `${name}, while loading`]),
  'fall too deep',
  'raise interruptions',
  'an exception group of interruptions',
]);
