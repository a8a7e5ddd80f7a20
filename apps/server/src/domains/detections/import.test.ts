import { sameContent } from '@margay/detect/content';
import { arbitraryItems, arbitraryKinds } from '@margay/detect/content/testing';
import * as fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentKindNames, kindNamed } from './kinds/index.ts';
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
  const parts = ['detection-fields.ts', 'index.ts', 'kind.ts', 'yaml-list.ts'];
  const files = readdirSync(join(dirname(fileURLToPath(import.meta.url)), 'kinds'));
  const kinds = files.filter((name) => !parts.includes(name));
  expect(contentKindNames, 'add the missing kind to kinds/index.ts').toHaveLength(kinds.length);
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
