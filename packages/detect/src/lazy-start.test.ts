import { afterEach, beforeEach, expect, it } from 'vitest';
import { fullTrust, type DataModel } from '@margay/model';
import type { DetectEngine } from './contract.ts';
import { createDetectEngine } from './engine.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions } from './testing/events.ts';

let engine: DetectEngine;
beforeEach(() => {
  engine = createDetectEngine(quickOptions);
});
afterEach(() => engine.close());

const batch = batchOf([{ a: 'x' }]);
const simple = pythonRule('Test.Simple', '', {
  simple: { detection: [{ Key: 'a', Condition: 'Equals', Value: 'x' }] },
});
const broken = pythonRule('Test.Broken', '', {
  simple: { detection: [{ Key: 'a', Condition: 'Equal', Value: 'x' }] },
});
const python = pythonRule('Test.Python', 'def rule(event):\n    return event.get("a") == "x"');
const model = (changes: Partial<DataModel>): DataModel => ({
  id: 'Test.Model',
  versionId: '1',
  trust: fullTrust,
  enabled: true,
  logTypes: ['AWS.CloudTrail'],
  mappings: [{ name: 'actor', path: 'a' }],
  ...changes,
});
const matched = async () => (await engine.evaluate(batch)).matches.map(({ ruleId }) => ruleId);

it('content without a Python body is loaded, judged and told of without a process', async () => {
  expect(engine.status()).toMatchObject({ state: 'starting', revision: 0 });
  const dataModels = [model({}), model({ enabled: false, body: 'def actor(event):\n    return 1' })];
  const report = await engine.load(contentOf([simple, broken], { dataModels }));
  expect(report).toMatchObject({ loadedRules: 1, prefilteredRules: 1, apart: [] });
  expect(report.rejected.map(({ id }) => id)).toEqual([broken.id]);
  const { matches, skipped } = await engine.evaluate(batch);
  expect(matches.map(({ ruleId }) => ruleId)).toEqual([simple.id]);
  expect(skipped).toEqual([{ ruleId: broken.id, reason: 'rejected', events: 1 }]);
  const selection = [{ ruleId: simple.id, events: new Uint32Array([0]) }];
  expect((await engine.evaluate({ ...batch, selection })).matches).toHaveLength(1);
  const test = { name: 'one', expectedResult: true, resource: '{"a":"x"}', mocks: [] };
  expect(await engine.test({ rules: [{ rule: simple, tests: [test] }] })).toMatchObject([{ passed: true }]);
  expect(engine.status()).toEqual({ state: 'running', revision: 1, restarts: 0, processIds: [] });
});

it('the first Python rule starts it, and the last one that goes takes nothing from the others', async () => {
  await engine.load(contentOf([simple]));
  await engine.load(contentOf([simple, python], { revision: 2 }));
  expect(await matched()).toEqual(expect.arrayContaining([simple.id, python.id]));
  expect(engine.status()).toMatchObject({ state: 'running', processIds: [expect.any(Number)] });
  await engine.load(contentOf([simple], { revision: 3 }));
  expect(await matched()).toEqual([simple.id]);
  expect(engine.status()).toMatchObject({ state: 'running', processIds: [] });
  await engine.load(contentOf([python], { revision: 4 }));
  expect(await matched()).toEqual([python.id]);
  expect(engine.status()).toMatchObject({ state: 'running', restarts: 0 });
});

it('a helper or a data model with a body is read, though no rule is there to use it', async () => {
  const globals = [{ id: 'odd_helper', versionId: '1', trust: fullTrust, body: 'def (' }];
  const ofHelper = await engine.load(contentOf([simple], { globals }));
  expect(ofHelper.rejected).toMatchObject([{ id: 'odd_helper', kind: 'global' }]);
  const dataModels = [model({ body: 'def (' })];
  const ofModel = await engine.load(contentOf([simple], { revision: 2, dataModels }));
  expect(ofModel.rejected).toMatchObject([{ id: 'Test.Model', kind: 'data-model' }]);
  expect(await matched()).toEqual([simple.id]);
});

it('checks and tests of Python start it, whatever is loaded', async () => {
  expect(await engine.check('x = (', 'GLOBAL')).toMatchObject([{ code: 'SyntaxError' }]);
  await engine.load(contentOf([simple]));
  const test = { name: 'one', expectedResult: true, resource: '{"a":"x"}', mocks: [] };
  expect(await engine.test({ rules: [{ rule: python, tests: [test] }] })).toMatchObject([{ passed: true }]);
  expect(await matched()).toEqual([simple.id]);
});

it('a batch that comes while the first content is loading waits for it', async () => {
  const loading = engine.load(contentOf([python]));
  expect(await matched()).toEqual([python.id]);
  await loading;
});
