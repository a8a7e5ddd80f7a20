import { fullTrust, type PythonRule } from '@margay/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DetectEngine, Evaluation, LoadReport } from './contract.ts';
import { createDetectEngine } from './engine.ts';
import { attacks } from './testing/attacks.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions } from './testing/events.ts';
import { answersOf, told, watchedEvents, watchedModules, watchers } from './testing/watchers.ts';

/** Attacks of somebody who may read less than the authors of the rules she attacks. Nobody reads her Python. */
const limited = 'ALLOW:okta.systemlog';
const attackers = Object.entries(attacks).map(([name, body]) => pythonRule(name, body, { trust: limited }));
const watching = [...watchers('first'), ...watchers('last')];

describe('rules that attack rules of another trust, with the reading of Python switched off', () => {
  let engine: DetectEngine;
  let report: LoadReport;
  let alone: Evaluation;
  let rounds: Evaluation[];
  const load = (rules: PythonRule[]) => engine.load(contentOf(rules, watchedModules));

  beforeAll(async () => {
    engine = createDetectEngine({ ...quickOptions, reading: false });
    await load(watching);
    alone = await engine.evaluate(batchOf(watchedEvents));
    report = await load([...watchers('first'), ...attackers, ...watchers('last')]);
    rounds = [];
    for (let round = 0; round < 2; round++) rounds.push(await engine.evaluate(batchOf(watchedEvents)));
    await load(watching);
    rounds.push(await engine.evaluate(batchOf(watchedEvents)));
  });
  afterAll(() => engine.close());

  it('share an interpreter among themselves, and no process with the others', async () => {
    expect(report.apart).toEqual([]);
    expect(attackers.length).toBeGreaterThanOrEqual(120);
    await load([...watching, ...attackers]);
    expect(engine.status().processIds).toHaveLength(2);
  });

  it.each(watching.map(({ id }) => id))('change nothing that %s answers', (id) => {
    expect(answersOf(alone, id)).toMatchObject({ errors: [], matches: [{}, {}] });
    for (const round of rounds) {
      const { matches, errors } = answersOf(round, id);
      expect(errors).toEqual([]);
      expect(matches.map(told)).toEqual(answersOf(alone, id).matches.map(told));
    }
  });

  it('do change what rules of their own trust answer, so the process is what holds them', async () => {
    const beside = watchers('beside', { trust: limited });
    await load([...beside.slice(0, 1), ...attackers, ...watching]);
    const round = await engine.evaluate(batchOf(watchedEvents));
    const own = answersOf(round, 'Victim.beside').matches.map(told);
    const again = await engine.evaluate(batchOf(watchedEvents));
    const first = answersOf(alone, 'Victim.first').matches.length;
    const isChanged =
      own.length !== first ||
      answersOf(again, 'Victim.beside').matches.length !== first ||
      answersOf(round, 'Victim.beside').errors.length > 0;
    expect(isChanged).toBe(true);
  });
});

describe('a helper, a data model and a cache of somebody who may read less', () => {
  let engine: DetectEngine;
  beforeAll(() => {
    engine = createDetectEngine(quickOptions);
  });
  afterAll(() => engine.close());
  const events = [{ p_log_type: 'AWS.CloudTrail', eventName: 'Seen' }];
  const matchedBy = async () =>
    (await engine.evaluate(batchOf(events))).matches.map(({ ruleId }) => ruleId).toSorted();
  const rule = (id: string, body: string, trust = fullTrust) => pythonRule(id, body, { trust });

  it('is loaded for rules with the same access only, and says so', async () => {
    const globals = [{ id: 'odd', versionId: '1', trust: limited, body: 'def yes():\n    return True' }];
    const uses = 'import odd\ndef rule(event):\n    return odd.yes()';
    const report = await engine.load(
      contentOf([rule('Full', uses), rule('Limited', uses, limited)], { globals }),
    );
    expect(report.rejected).toMatchObject([
      {
        id: 'odd',
        kind: 'global',
        error: expect.stringMatching(/^NotShared: .*may not read every log type/),
      },
      { id: 'Full', kind: 'rule', error: expect.stringMatching(/^ModuleNotFoundError/) },
    ]);
    expect(await matchedBy()).toEqual(['Limited']);
  });

  it('answers for rules with the same access only; its paths answer for all', async () => {
    const model = {
      id: 'Model',
      versionId: '1',
      trust: limited,
      enabled: true,
      logTypes: ['AWS.CloudTrail'],
      mappings: [{ name: 'name', path: 'eventName' }],
    };
    const asks = 'def rule(event):\n    return event.udm("name") == "Seen"';
    const rules = [rule('Full', asks), rule('Limited', asks, limited)];
    await engine.load(contentOf(rules, { dataModels: [model] }));
    expect(await matchedBy()).toEqual(['Full', 'Limited']);
    const method = {
      ...model,
      body: 'def name(event):\n    return "Seen"',
      mappings: [{ name: 'name', method: 'name' }],
    };
    const report = await engine.load(contentOf(rules, { dataModels: [method] }));
    expect(report.rejected).toMatchObject([{ id: 'Model', kind: 'data-model' }]);
    expect(await matchedBy()).toEqual(['Limited']);
  });

  it('keeps apart what rules remember', async () => {
    const remembers = (id: string, trust: string) =>
      rule(
        id,
        `from panther_detection_helpers.caching import get_string_set, put_string_set\ndef rule(event):\n    seen = get_string_set('k')\n    put_string_set('k', ['${id}'])\n    return seen in (set(), {'${id}'})`,
        trust,
      );
    await engine.load(contentOf([remembers('Full', fullTrust), remembers('Limited', limited)]));
    for (let round = 0; round < 3; round++) expect(await matchedBy()).toEqual(['Full', 'Limited']);
  });
});

describe('more trusts than processes', () => {
  it('take turns, and every rule judges every event', async () => {
    const engine = createDetectEngine({ ...quickOptions, processes: 2 });
    try {
      const trusts = [fullTrust, ...Array.from({ length: 4 }, (_, n) => `ALLOW:type.${n}`)];
      const rules = trusts.map((trust) => pythonRule(trust, 'def rule(event):\n    return True', { trust }));
      await engine.load(contentOf(rules));
      const batch = batchOf([{ p_log_type: 'AWS.CloudTrail' }, { p_log_type: 'AWS.CloudTrail' }]);
      const all = await Promise.all(Array.from({ length: 6 }, () => engine.evaluate(batch)));
      for (const { matches, errors } of all) {
        expect(errors).toEqual([]);
        expect(matches).toHaveLength(trusts.length * 2);
      }
      expect(engine.status()).toMatchObject({ state: 'running', restarts: 0 });
      expect(engine.status().processIds.length).toBeLessThanOrEqual(2);
    } finally {
      await engine.close();
    }
  });
});

it('a change of one trust leaves the others loaded, and each batch is judged by one content', async () => {
  const engine = createDetectEngine(quickOptions);
  try {
    const full = pythonRule('Full', 'def rule(event):\n    return True');
    const text = (revision: number) => `def rule(event):\n    return event['n'] == ${revision}`;
    await engine.load(contentOf([full, pythonRule('Own', text(0), { trust: limited })]));
    const evaluations: Promise<Evaluation>[] = [];
    for (let revision = 2; revision < 6; revision++) {
      const trust = revision % 2 === 0 ? fullTrust : limited;
      const own = pythonRule('Own', text(revision), { trust, versionId: `v${revision}` });
      const load = engine.load({ ...contentOf([full, own]), revision });
      for (let n = 0; n < 10; n++) {
        evaluations.push(engine.evaluate(batchOf([{ p_log_type: 'AWS.CloudTrail', n: -1 }])));
        await new Promise((turn) => setTimeout(turn, 5));
      }
      await load;
    }
    for (const { considered } of await Promise.all(evaluations))
      expect(considered.map(({ ruleId }) => ruleId).toSorted()).toEqual(['Full', 'Own']);
  } finally {
    await engine.close();
  }
});
