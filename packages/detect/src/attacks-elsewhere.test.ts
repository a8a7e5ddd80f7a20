import { fullTrust } from '@margay/model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DetectEngine } from './contract.ts';
import { createDetectEngine } from './engine.ts';
import { pythonRule } from './testing/cloudtrail-rules.ts';
import { batchOf, contentOf, quickOptions } from './testing/events.ts';

/** Attacks from bodies that are no rules: helpers, data models, and bodies under test. */
let engine: DetectEngine;
beforeAll(() => {
  engine = createDetectEngine(quickOptions);
});
afterAll(() => engine.close());

const deeds = {
  'the runtime': `import margay.evaluate, margay.unit_tests\nmargay.evaluate.run_rule = lambda *a: None\nmargay.unit_tests.run_test = lambda *a: {}`,
  'what others import': `import re, json\nre.search = lambda *a: None\njson.loads = lambda *a: None`,
  events: `from margay.event import PantherEvent\nPantherEvent.get = lambda *a: 'forged'`,
  'the built-in names': `import builtins\nbuiltins.len = lambda value: 0`,
  'other helpers': `import sys, types\nsys.modules['good_helper'] = types.ModuleType('good_helper')`,
};
const innocent = pythonRule(
  'Test.Innocent',
  'import re, json\nfrom good_helper import good\ndef rule(event):\n    return good() and len(event.get("eventName")) == 4 and bool(re.search("e", event["eventName"])) and json.loads("5") == 5',
);
const good = { id: 'good_helper', versionId: '1', trust: fullTrust, body: 'def good():\n    return True' };
const events = [{ p_log_type: 'AWS.CloudTrail', eventName: 'Seen' }];
const matchedBy = async () => (await engine.evaluate(batchOf(events))).matches.map(({ ruleId }) => ruleId);

describe.each(Object.entries(deeds))('an attack on %s', (_name, deed) => {
  it('by a helper: costs the rules that do not use it nothing', async () => {
    const user = pythonRule('Test.User', 'import odd_helper\ndef rule(event):\n    return True');
    const globals = [{ id: 'odd_helper', versionId: '1', trust: fullTrust, body: deed }, good];
    const report = await engine.load(contentOf([user, innocent], { globals }));
    expect(report.apart).toMatchObject([
      { kind: 'global', id: 'odd_helper' },
      { kind: 'rule', id: 'Test.User' },
    ]);
    expect(await matchedBy()).toContain('Test.Innocent');
    expect(await matchedBy()).toContain('Test.Innocent');
  });

  it('by a data model: costs the rules of its log types nothing that do not ask it', async () => {
    const body = `def actor(event):\n${deed.replaceAll(/^/gm, '    ')}\n    return 'actor'`;
    const model = {
      id: 'Odd.Model',
      versionId: '1',
      trust: fullTrust,
      enabled: true,
      logTypes: ['AWS.CloudTrail'],
      body,
      mappings: [{ name: 'actor_user', method: 'actor' }],
    };
    const asking = pythonRule(
      'Test.Asking',
      'def rule(event):\n    return event.udm("actor_user") == "actor"',
    );
    await engine.load(contentOf([asking, innocent], { globals: [good], dataModels: [model] }));
    expect(await matchedBy()).toContain('Test.Innocent');
    expect(await matchedBy()).toContain('Test.Innocent');
  });

  it('by a body under test: the tests of the next body give what they give alone', async () => {
    const indented = deed.replaceAll(/^/gm, '    ');
    const test = { name: 'seen', expectedResult: true, resource: JSON.stringify(events[0]), mocks: [] };
    const bodies = [
      pythonRule('Test.Odd', `${deed}\ndef rule(event):\n    return True`),
      pythonRule('Test.Later', `def rule(event):\n${indented}\n    return True`),
      innocent,
    ];
    const rules = bodies.map((rule) => ({ rule, tests: [test] }));
    const results = await engine.test({ globals: [good], dataModels: [], rules });
    expect(results.at(-1)).toMatchObject({ passed: true, error: null });
  });
});

it.each(['def count():\n    global seen\n    seen += 1', 'def count():\n    x = 1; global seen; seen += x'])(
  'a helper that binds a name anew, wherever it says so, is another one for each rule: %j',
  async (text) => {
    const body =
      'import odd_helper\ndef rule(event):\n    odd_helper.count()\n    return odd_helper.seen == 1';
    const users = ['Test.One', 'Test.Other'].map((id) => pythonRule(id, body));
    const globals = [{ id: 'odd_helper', versionId: '1', trust: fullTrust, body: `seen = 0\n${text}` }];
    await engine.load(contentOf(users, { globals }));
    expect(await matchedBy()).toEqual(['Test.One', 'Test.Other']);
  },
);

it('an answer of the server that a rule leaves unread is not there for the next one', async () => {
  const asking = pythonRule(
    'Test.Asking',
    `import margay.host, os\ndef rule(event):\n    os.write(margay.host._descriptor, b'lookup\\0{"table": "t", "key": 1}')\n    return True`,
  );
  const reading = pythonRule(
    'Test.Reading',
    `import margay.host, os\ndef rule(event):\n    return True\n\ndef title(event):\n    return str(os.read(margay.host._descriptor, 100))`,
  );
  const report = await engine.load(contentOf([asking, reading]));
  expect(report.apart.map(({ id }) => id)).toEqual([asking.id, reading.id]);
  const { matches, errors } = await engine.evaluate(batchOf(events));
  expect(errors).toEqual([]);
  expect(matches.map(({ ruleId, title }) => [ruleId, title])).toEqual([
    [asking.id, undefined],
    [reading.id, "b''"],
  ]);
});

it('a mark that rules which run apart leave is found by none of them, in their batch or the next', async () => {
  const body = [
    'import gc, json',
    'FOUND = hasattr(json, "mark")',
    'json.mark = True',
    'def rule(event):\n    return True',
    'def title(event):\n    return f"{FOUND} {hasattr(json, \'mark\')}"',
  ].join('\n');
  const { apart } = await engine.load(contentOf([pythonRule('A', body), pythonRule('B', body)]));
  expect(apart.map(({ id }) => id)).toEqual(['A', 'B']);
  for (let batch = 0; batch < 3; batch++) {
    const { matches } = await engine.evaluate(batchOf([{ a: 1 }]));
    expect(matches.map(({ ruleId, title }) => `${ruleId} ${title}`).toSorted()).toEqual([
      'A False True',
      'B False True',
    ]);
  }
});
