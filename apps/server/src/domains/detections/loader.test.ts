import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  actorWith,
  everyKind,
  openTestDetections,
  ruleBody,
  ruleYaml,
  type TestDetections,
} from './testing.ts';

let test: TestDetections;
beforeAll(async () => {
  test = await openTestDetections();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.store.exec('delete from content_items');
  await test.detections.reload();
});

const ruleOf = async (id: string) => (await test.detections.content()).rules.find((rule) => rule.id === id);
const loadErrorOf = async (id: string) =>
  (await test.detections.list()).find((record) => record.id === id)?.loadError;

describe('derived rules', () => {
  const derived =
    'AnalysisType: rule\nRuleID: My.Derived\nBaseDetection: My.Base\nSeverity: Critical\nReports: { CIS: [1.1] }\n';
  const base = (extra: string) => ruleYaml('My.Base', extra);

  it('run the logic of their base under their own settings, whole values at a time', async () => {
    await test.upload({
      'rule.py': ruleBody,
      'base.yml': base(
        "Threshold: 9\nReports: { PCI: ['2'], MITRE: [T1] }\nTests:\n  - { Name: a, ExpectedResult: true, Log: { door: a } }\n",
      ).replace('Enabled: true', 'Enabled: false'),
      'derived.yml': `${derived}Enabled: true\n`,
    });
    expect(await ruleOf('My.Base')).toBeUndefined();
    expect(await ruleOf('My.Derived')).toMatchObject({
      body: ruleBody,
      logTypes: ['AWS.CloudTrail'],
      severity: 'CRITICAL',
      threshold: 9,
      reports: { CIS: ['1.1'] },
    });
    const view = await test.detections.rule('My.Derived');
    expect(view).toMatchObject({
      kind: 'DERIVED_RULE',
      enabled: true,
      severity: 'CRITICAL',
      logTypes: ['AWS.CloudTrail'],
      base: { id: 'My.Base' },
      definition: { threshold: 9, tests: [{ name: 'a' }] },
      overrides: { severity: 'CRITICAL', enabled: true },
    });
  });

  it('follow later changes of their base, and are another version then', async () => {
    const files = { 'rule.py': ruleBody, 'base.yml': base('Tags: [one]\n'), 'derived.yml': derived };
    await test.upload(files);
    const first = await ruleOf('My.Derived');
    await test.upload({
      ...files,
      'rule.py': ruleBody.replace('"a"', '"b"'),
      'base.yml': base('Tags: [two]\n'),
    });
    const second = await ruleOf('My.Derived');
    expect(second?.body).toContain('"b"');
    expect(second?.tags).toEqual(['two']);
    expect(second?.versionId).not.toBe(first?.versionId);
    const page = { sortBy: 'id', sortDir: 'ascending', page: 1, pageSize: 10 } as const;
    const { records } = await test.detections.page({ kinds: ['DERIVED_RULE'], tags: ['two'], ...page });
    expect(records.map(({ id }) => id)).toEqual(['My.Derived']);
    await test.upload({ 'derived.yml': `${derived}Threshold: 2\n` });
    expect((await ruleOf('My.Derived'))?.versionId).not.toBe(second?.versionId);
    expect((await ruleOf('My.Base'))?.severity).toBe('LOW');
  });

  it('are enabled as their base is until they say otherwise', async () => {
    await test.upload({ 'rule.py': ruleBody, 'base.yml': base(''), 'derived.yml': derived });
    expect(await ruleOf('My.Derived')).toBeDefined();
    await test.detections.setEnabled(actorWith(), ['My.Base'], false);
    expect(await ruleOf('My.Derived')).toBeUndefined();
    expect((await test.detections.rule('My.Derived'))?.enabled).toBe(false);
    await test.detections.setEnabled(actorWith(), ['My.Derived'], true);
    expect((await ruleOf('My.Derived'))?.severity).toBe('CRITICAL');
    expect((await test.detections.rule('My.Base'))?.enabled).toBe(false);
  });

  it('do not run without a base, nor on a derived one, and say so', async () => {
    await test.upload({
      'rule.py': ruleBody,
      'base.yml': base(''),
      'a.yml': `${derived}Enabled: true\n`,
      'b.yml':
        'AnalysisType: rule\nRuleID: My.Chain\nBaseDetection: My.Derived\nEnabled: true\nSeverity: Low\n',
      'c.yml': 'AnalysisType: rule\nRuleID: My.Orphan\nBaseDetection: Nobody\nEnabled: true\n',
    });
    expect((await test.detections.content()).rules.map(({ id }) => id).toSorted()).toEqual([
      'My.Base',
      'My.Derived',
    ]);
    expect(await loadErrorOf('My.Chain')).toMatch(/My\.Derived is itself derived/);
    expect(await loadErrorOf('My.Orphan')).toMatch(/there is no rule Nobody/);
    expect((await test.detections.rule('My.Orphan'))?.definition).toMatchObject({ body: '', logTypes: [] });
    await test.detections.delete(actorWith(), ['RULE'], ['My.Base']);
    expect(await loadErrorOf('My.Derived')).toMatch(/there is no rule My\.Base/);
  });
});

describe('one item that cannot run', () => {
  it('says why, and leaves the others running', async () => {
    await test.upload({
      'rule.py': ruleBody,
      'good.yml': ruleYaml('Good.Rule'),
      'far.yml': ruleYaml('Far.Rule').replace('AWS.CloudTrail', 'No.Such'),
      'helped.py': `import no_such_helper\n${ruleBody}`,
      'helped.yml': ruleYaml('Helped.Rule').replace('rule.py', 'helped.py'),
      'one.yml': everyKind['model.yml'] ?? '',
      'two.yml': (everyKind['model.yml'] ?? '').replace('My.Model', 'Second.Model'),
      'off.yml': ruleYaml('Off.Rule').replace('AWS.CloudTrail', 'No.Such').replace('true', 'false'),
    });
    expect(await loadErrorOf('Good.Rule')).toBeNull();
    expect(await loadErrorOf('My.Model')).toBeNull();
    expect(await loadErrorOf('Far.Rule')).toMatch(/no schema for No\.Such\. Add the schema/);
    expect(await loadErrorOf('Helped.Rule')).toMatch(/no_such_helper/);
    expect(await loadErrorOf('Second.Model')).toMatch(/AWS\.CloudTrail has the data model My\.Model already/);
    expect(await loadErrorOf('Off.Rule')).toBeNull();
    const { rules, dataModels } = await test.detections.content();
    expect(rules.map(({ id }) => id)).toContain('Good.Rule');
    expect(rules.map(({ id }) => id)).not.toContain('Far.Rule');
    expect(dataModels.map(({ id }) => id)).toEqual(['My.Model']);
  });

  it('runs once the log type it waits for has a schema', async () => {
    await test.upload({
      'rule.py': ruleBody,
      'far.yml': ruleYaml('Late.Rule').replace('AWS.CloudTrail', 'Late.Log'),
    });
    expect(await loadErrorOf('Late.Rule')).toMatch(/Late\.Log/);
    test.logTypes.push('Late.Log');
    await test.detections.reloadWhenStale();
    expect(await loadErrorOf('Late.Rule')).toBeNull();
    expect(await ruleOf('Late.Rule')).toBeDefined();
  });
});

describe('scheduled rules and policies', () => {
  it('are in the content, run when they are selected and never on events of a log type', async () => {
    await test.upload({
      ...everyKind,
      'policy.py': 'def policy(resource):\n    return resource.get("door") != "a"\n',
    });
    const { rules } = await test.detections.content();
    const kinds = Object.fromEntries(rules.map(({ id, kind, logTypes }) => [id, [kind, logTypes.length]]));
    expect(kinds).toMatchObject({ 'My.Scheduled': ['SCHEDULED_RULE', 0], 'My.Policy': ['POLICY', 0] });
    const batch = {
      logType: 'AWS.CloudTrail',
      json: new TextEncoder().encode('[{"door":"a"},{"door":"b"}]'),
      count: 2,
    };
    const live = await test.engine.evaluate(batch);
    expect(live.matches.map(({ ruleId }) => ruleId).toSorted()).toEqual(['My.Derived', 'My.Rule']);
    const selection = ['My.Scheduled', 'My.Policy'].map((ruleId) => ({
      ruleId,
      events: Uint32Array.of(0, 1),
    }));
    const asked = await test.engine.evaluate({ ...batch, logType: '', selection });
    expect(asked.errors).toEqual([]);
    expect(asked.matches.map(({ ruleId, eventIndex }) => [ruleId, eventIndex]).toSorted()).toEqual([
      ['My.Policy', 0],
      ['My.Scheduled', 0],
    ]);
  });
});
