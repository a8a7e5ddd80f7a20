import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askConsole } from '../../api/testing-console.ts';
import {
  actorWith,
  idleEngine,
  openTestDetections,
  ruleBody,
  ruleYaml,
  type TestDetections,
} from './testing.ts';

let test: TestDetections;
let ask: ReturnType<typeof askConsole>;
beforeAll(async () => {
  test = await openTestDetections(idleEngine);
  ask = askConsole({ detections: test.detections });
  const tests = 'Tests:\n  - { Name: Shut, ExpectedResult: false, Log: { door: b } }\n';
  const files = { 'rule.py': ruleBody, 'a.yml': ruleYaml('Shipped', tests) };
  await test.upload(files, { managed: true });
});
afterAll(() => test.close());

const put = 'mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }';
const update = 'mutation ($input: PutRuleInput!) { updateRuleAndFilter(input: $input) { id } }';
const shut = { name: 'Shut', expectedResult: false, resource: '{"door":"b"}' };
const open = { name: 'Open', expectedResult: true, resource: '{"door":"a"}' };
const common = { id: 'Shipped', enabled: true, severity: 'LOW' };
const whole = { ...common, logTypes: ['AWS.CloudTrail'], body: ruleBody };
async function stored() {
  const text = '{ rule(input: { id: "Shipped" }) { managed versionId body tests { name } } }';
  return (await ask(text, {}, actorWith())).data['rule'] as { versionId: string; tests: { name: string }[] };
}

describe('a managed rule', () => {
  it('[001-6.8] [001-6.9] keeps its code and its tests, whoever edits it', async () => {
    const before = await stored();
    expect(before).toMatchObject({ managed: true, tests: [{ name: 'Shut' }] });
    const { versionId } = before;
    for (const [field, text, input] of [
      ['tests', put, { ...whole, tests: [shut, open] }],
      ['tests', put, { ...whole, tests: [] }],
      ['tests', update, { ...common, tests: [shut, open] }],
      ['body', put, { ...whole, body: `${ruleBody}# mine\n`, tests: [shut] }],
    ] as const) {
      const { errors } = await ask(text, { input: { versionId, ...input } }, actorWith());
      expect(errors?.[0]?.message).toMatch(
        new RegExp(`Shipped is managed, so its .*\\b${field}\\b.* cannot be changed. Clone it to change it.`),
      );
      expect(await stored()).toEqual(before);
    }
  });
});
