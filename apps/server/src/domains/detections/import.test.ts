import { sameContent } from '@margay/detect/content';
import { arbitraryItems, arbitraryKinds } from '@margay/detect/content/testing';
import * as fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentKindNames, kindNamed } from './kinds/index.ts';
import type { RuleOverrideFields } from './kinds/derived-rule.ts';
import type { RuleDefinition } from './kinds/rule.ts';
import { managedOverridesOf, shippedDefinition } from './managed-overrides.ts';
import {
  actorWith,
  everyKind,
  idleEngine,
  openTestDetections,
  ruleBody,
  ruleYaml,
  type TestDetections,
} from './testing.ts';

let test: TestDetections;
beforeAll(async () => {
  test = await openTestDetections(idleEngine);
});
afterAll(() => test.close());
beforeEach(() => test.store.exec('delete from content_items; delete from content_versions;'));

const versionCount = async (id: string) => (await test.detections.versions(actorWith(), id)).length;
const ids = [
  'My query',
  'My.Derived',
  'My.Model',
  'My.Policy',
  'My.Rule',
  'My.Scheduled',
  'My.Simple',
  'Other query',
  'my_helper',
];

it('the registry of stored kinds lists every kind file, and every kind of content file has one', () => {
  const parts = [
    'detection-fields.ts',
    'index.ts',
    'kind.ts',
    'known.ts',
    'shipped-values.ts',
    'yaml-list.ts',
  ];
  const files = readdirSync(join(dirname(fileURLToPath(import.meta.url)), 'kinds'));
  const kinds = files.filter(
    (name) => !parts.includes(name) && !/-(definition|overrides|input)\.ts$/.test(name),
  );
  expect(contentKindNames, 'add the missing kind to kinds/known.ts').toHaveLength(kinds.length);
  const itemKinds = contentKindNames.flatMap((name) => kindNamed(name).itemKinds);
  expect(itemKinds.toSorted()).toEqual(arbitraryKinds.toSorted());
});

describe('an upload', () => {
  it('[001-9.33] stores every kind of content in the order of what needs what, and counts', async () => {
    const verdicts = await test.upload(everyKind);
    expect(verdicts.toSorted()).toEqual(ids.map((id) => `${id}: new`));
    expect(verdicts.at(0)).toBe('my_helper: new');
    expect(verdicts.at(-1)).toBe('My.Derived: new');
    expect(new Set((await test.detections.list()).map(({ kind }) => kind)).size).toBe(7);
  });

  it('makes no version of what is unchanged, wherever its file lies and however it is written', async () => {
    await test.upload(everyKind);
    expect((await test.upload(everyKind)).toSorted()).toEqual(ids.map((id) => `${id}: unchanged`));
    const yaml = `# the same\nSeverity: LOW\nRuleID: "My.Rule"\nDedupPeriodMinutes: 0\nAnalysisType: rule\nStatus: Experimental\nEnabled: True\nFilename: ../rule.py\nLogTypes:\n- AWS.CloudTrail\nInlineFilters: [{All: []}]\n`;
    expect(await test.upload({ 'elsewhere/a.yaml': yaml, 'rule.py': ruleBody })).toEqual([
      'My.Rule: unchanged',
    ]);
    const changed = { ...everyKind, 'rule.py': ruleBody.replace('"a"', '"b"') };
    expect((await test.upload(changed)).filter((verdict) => !verdict.endsWith('unchanged'))).toEqual([
      'My.Rule: modified',
      'My.Scheduled: modified',
    ]);
    expect(await versionCount('My.Rule')).toBe(2);
    expect(await versionCount('My.Policy')).toBe(1);
  });

  it('refuses one item and takes the others: an id of another kind, a managed item, no permission', async () => {
    await test.upload({ 'rule.py': ruleBody, 'a.yml': ruleYaml('Managed.Rule') }, { managed: true });
    await test.upload({ 'helper.py': '', 'h.yml': everyKind['helper.yml'] ?? '' });
    const verdicts = await test.upload({
      'rule.py': ruleBody,
      'a.yml': ruleYaml('Managed.Rule', 'Threshold: 2\n'),
      'b.yml': ruleYaml('my_helper'),
      'c.yml': ruleYaml('Good.Rule'),
    });
    expect(verdicts).toEqual([
      expect.stringMatching(/^Managed\.Rule: refused \(a\.yml .*managed.*another id/),
      expect.stringMatching(/^my_helper: refused \(b\.yml .*used by a helper already/),
      'Good.Rule: new',
    ]);
    expect(await test.upload({ 'rule.py': ruleBody, 'a.yml': ruleYaml('Managed.Rule') })).toEqual([
      'Managed.Rule: unchanged',
    ]);
    const actor = actorWith(['RuleRead', 'RuleModify']);
    expect((await test.upload(everyKind, { actor })).filter((one) => one.includes('refused'))).toEqual([
      expect.stringMatching(/^My query: refused .*DataAnalyticsModify or BulkUpload/),
      expect.stringMatching(/^Other query: refused/),
      expect.stringMatching(/^My\.Policy: refused .*PolicyModify or BulkUpload/),
    ]);
    expect((await test.upload(everyKind, { actor: actorWith(['BulkUpload']) })).join()).not.toContain(
      'refused',
    );
  });

  it('that only validates says the same and stores nothing', async () => {
    await test.upload({ 'rule.py': ruleBody, 'a.yml': ruleYaml('A.Rule') });
    const files = {
      ...everyKind,
      'a.yml': ruleYaml('A.Rule', 'Threshold: 5\n'),
      'b.yml': ruleYaml('my_helper'),
      'c.yml': ruleYaml('Far.Rule').replace('AWS.CloudTrail', 'No.Such'),
      'd.yml': 'AnalysisType: rule\nRuleID: Lost\nBaseDetection: Nobody\n',
    };
    const actor = actorWith(['BulkUploadValidate']);
    const said = await test.upload(files, { validateOnly: true, actor });
    expect(said).toEqual(
      expect.arrayContaining([
        'A.Rule: modified',
        expect.stringMatching(/^Far\.Rule: new .*no schema for No\.Such/),
        expect.stringMatching(/^Lost: new .*there is no rule Nobody/),
      ]),
    );
    expect((await test.detections.list()).map(({ id }) => id)).toEqual(['A.Rule']);
    expect(await versionCount('A.Rule')).toBe(1);
    await expect(test.upload(files, { actor })).resolves.toContainEqual(
      expect.stringMatching(/^A\.Rule: refused .*not authorized/),
    );
  });

  it('leaves out unknown keys of rules and policies when asked to', async () => {
    const files = {
      'rule.py': ruleBody,
      'a.yml': ruleYaml('A.Rule', 'Extra: 1\n'),
      'h.py': '',
      'h.yml': 'AnalysisType: global\nGlobalID: h\nFilename: h.py\nExtra: 1\n',
    };
    expect(await test.upload(files)).toEqual([
      expect.stringMatching(/^A\.Rule: refused \(a\.yml:7:8 Extra: .*not known here/),
      expect.stringMatching(/^h: refused/),
    ]);
    expect(await test.upload(files, { ignoreExtraKeys: true })).toEqual([
      'A.Rule: new',
      expect.stringMatching(/^h: refused/),
    ]);
  });
});

describe('a managed detection that a person has changed', () => {
  const filters = '- Key: actor\n  Condition: Equals\n  Value: robot\n';
  const shippedAs = (extra = '', body = ruleBody) =>
    test.upload({ 'rule.py': body, 'a.yml': ruleYaml('M.Rule', extra) }, { managed: true });
  const ruleNow = async () => {
    const rule = await test.detections.rule('M.Rule');
    if (rule === undefined) throw new Error('the rule is gone');
    return rule;
  };
  const change = async (over: Partial<RuleDefinition>, enabled = true) =>
    test.detections.put(actorWith(), {
      kind: 'RULE',
      id: 'M.Rule',
      isNew: false,
      enabled,
      definition: { ...(await ruleNow()).definition, ...over },
    });

  it('keeps filters, severity, thresholds and destinations through newer content', async () => {
    await shippedAs('DedupPeriodMinutes: 60\n');
    await change({ inlineFilters: filters, severity: 'CRITICAL', outputIds: ['o1'] }, false);
    expect(await shippedAs('DedupPeriodMinutes: 60\n')).toEqual(['M.Rule: unchanged']);
    const newer = ruleBody.replace('"a"', '"b"');
    expect(
      await shippedAs('DedupPeriodMinutes: 30\nInlineFilters: [{Key: x, Condition: Exists}]\n', newer),
    ).toEqual(['M.Rule: modified']);
    const rule = await ruleNow();
    expect(rule).toMatchObject({
      managed: true,
      enabled: false,
      severity: 'CRITICAL',
      definition: {
        body: newer,
        inlineFilters: filters,
        severity: 'CRITICAL',
        outputIds: ['o1'],
        dedupPeriodMinutes: 30,
      },
    });
    expect(managedOverridesOf(rule.definition)).toEqual({
      inlineFilters: filters,
      severity: 'CRITICAL',
      outputIds: ['o1'],
    });
    expect(shippedDefinition(rule.definition)).toMatchObject({ severity: 'LOW', outputIds: [] });
  });

  it('follows its content again once the change is taken back', async () => {
    await shippedAs();
    await change({ inlineFilters: filters, threshold: 9 });
    await change({ inlineFilters: undefined });
    expect(managedOverridesOf((await ruleNow()).definition)).toEqual({ threshold: 9 });
    await change({ threshold: 1 });
    expect(managedOverridesOf((await ruleNow()).definition)).toBeNull();
    expect(await shippedAs('Threshold: 4\n')).toEqual(['M.Rule: modified']);
    expect((await ruleNow()).definition.threshold).toBe(4);
  });

  it('refuses everything else by name, and stores nothing of it', async () => {
    await shippedAs();
    await expect(change({ body: 'x = 1\n', tests: [], threshold: 5 })).rejects.toThrow(
      'Detection M.Rule is managed, so its body cannot be changed. Clone it to change it.',
    );
    await expect(
      change({ tests: [{ name: 't', expectedResult: true, resource: '{}', mocks: [] }] }),
    ).rejects.toThrow('so its tests cannot be changed');
    expect((await ruleNow()).definition.threshold).toBe(1);
    expect(await versionCount('M.Rule')).toBe(1);
  });

  it('keeps the same of a derived rule, and its switch', async () => {
    const derivedYaml = (extra: string) =>
      `AnalysisType: rule\nRuleID: M.Derived\nBaseDetection: M.Rule\nEnabled: true\n${extra}`;
    const ship = (extra: string) =>
      test.upload(
        { 'rule.py': ruleBody, 'a.yml': ruleYaml('M.Rule'), 'd.yml': derivedYaml(extra) },
        { managed: true },
      );
    await ship('Severity: High\nThreshold: 7\n');
    const now = async () => {
      const [derived] = await test.detections.list(['DERIVED_RULE']);
      return derived!; // it was shipped
    };
    const put = async (over: RuleOverrideFields, base = 'M.Rule') => {
      const { definition } = await now();
      const overrides = Object.fromEntries(
        Object.entries({ ...definition.overrides, ...over }).filter(([, value]) => value !== undefined),
      );
      await test.detections.put(actorWith(), {
        kind: 'DERIVED_RULE',
        id: 'M.Derived',
        isNew: false,
        enabled: true,
        definition: { ...definition, baseDetection: base, overrides },
      });
    };
    await put({ severity: 'CRITICAL', inlineFilters: filters, threshold: undefined });
    expect(managedOverridesOf((await now()).definition)).toEqual({
      severity: 'CRITICAL',
      inlineFilters: filters,
      threshold: null, // it follows the base
    });
    await test.detections.setEnabled(actorWith(), ['M.Derived'], false);
    const unchanged = ['M.Rule: unchanged', 'M.Derived: unchanged'];
    expect(await ship('Severity: High\nThreshold: 7\n')).toEqual(unchanged);
    expect(await ship('Severity: Low\nThreshold: 8\nDescription: newer\n')).toEqual([
      'M.Rule: unchanged',
      'M.Derived: modified',
    ]);
    const { enabled, managed, severity, definition } = await now();
    expect({ enabled, managed, severity }).toEqual({ enabled: false, managed: true, severity: 'CRITICAL' });
    expect(definition.overrides).toEqual({
      enabled: false,
      severity: 'CRITICAL',
      inlineFilters: filters,
      description: 'newer',
    });
    expect(shippedDefinition(definition)).toMatchObject({ overrides: { severity: 'LOW', threshold: 8 } });
    await put({ severity: 'LOW', inlineFilters: undefined, threshold: 8 });
    expect(managedOverridesOf((await now()).definition)).toBeNull();
    await expect(put({ description: 'mine' })).rejects.toThrow(
      'M.Derived is managed, so its description cannot be changed. Clone it to change it.',
    );
    await expect(put({}, 'My.Rule')).rejects.toThrow('so its baseDetection cannot be changed');
    expect(await test.detections.edit(actorWith(), ['M.Derived'], { severity: 'HIGH' })).toEqual([
      'M.Derived',
    ]);
    expect(managedOverridesOf((await now()).definition)).toEqual({ severity: 'HIGH' });
  });

  it('keeps suppressions of a policy', async () => {
    const files = { 'policy.py': everyKind['policy.py'] ?? '', 'policy.yml': everyKind['policy.yml'] ?? '' };
    await test.upload(files, { managed: true });
    await test.detections.changeSuppressions(actorWith(), ['My.Policy'], (patterns) => [
      ...patterns,
      'arn:x*',
    ]);
    await test.upload(
      { ...files, 'policy.yml': files['policy.yml'].replace(/Severity: \w+/, 'Severity: CRITICAL') },
      { managed: true },
    );
    const policy = await test.detections.find('My.Policy', ['POLICY']);
    expect(policy?.definition).toMatchObject({
      severity: 'CRITICAL',
      suppressions: expect.arrayContaining(['arn:x*']),
    });
  });
});

describe('an export', () => {
  it('is what was imported, and imports as unchanged, for items of every kind', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryItems, async (items) => {
        await test.store.exec('delete from content_items');
        const actor = actorWith();
        await test.detections.import(actor, items);
        const exported = await test.detections.items(actor);
        expect(exported).toHaveLength(items.length);
        for (const item of items) {
          const back = exported.find(({ id }) => id === item.id);
          expect(back !== undefined && sameContent(back, item), item.id).toBe(true);
        }
        const again = await test.detections.import(actor, exported);
        expect(again.map(({ change }) => change)).toEqual(items.map(() => 'unchanged'));
      }),
      { numRuns: 40 },
    );
  });

  it('holds what the caller may read, or the items asked for', async () => {
    await test.upload(everyKind);
    const kindsFor = async (permission: 'RuleRead' | 'PolicyRead') =>
      (await test.detections.items(actorWith([permission]))).map(({ kind }) => kind);
    expect(await kindsFor('PolicyRead')).toEqual(['policy']);
    expect(new Set(await kindsFor('RuleRead'))).toEqual(
      new Set(['datamodel', 'derived_rule', 'global', 'rule', 'scheduled_rule']),
    );
    expect(await test.detections.items(actorWith(), ['My.Rule'])).toMatchObject([{ id: 'My.Rule' }]);
    await expect(test.detections.items(actorWith(), ['My.Rule', 'Nobody'])).rejects.toThrow(/id Nobody/);
  });
});
