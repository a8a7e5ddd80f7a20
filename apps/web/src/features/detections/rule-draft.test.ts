import { draftTest, keyAfterDeletion } from '../../editor/unit-tests/unit-test.ts';
import { describe, expect, it } from 'vitest';
import type { Rule } from './queries.ts';
import {
  cloneDraft,
  derivedDraft,
  draftOf,
  duplicateTestNames,
  faultCount,
  faultsOf,
  inputOf,
  isSameDraft,
  newDraft,
  newTest,
  storedInputOf,
  withTemplate,
} from './rule-draft.ts';
import { ruleTemplates } from './rule-templates.ts';
import { readDefinition, settingChanges } from './rule-definition.ts';

const rule: Rule = {
  id: 'AWS.Root.SignIn',
  versionId: 'v1',
  displayName: 'Root signed in',
  enabled: true,
  managed: false,
  loadError: null,
  testRun: null,
  severity: 'HIGH',
  logTypes: ['AWS.CloudTrail'],
  outputIds: ['d1'],
  tags: ['AWS'],
  createAlert: true,
  lastModified: '2026-11-20T10:00:00Z',
  lastModifiedBy: 'u1',
  description: 'd',
  body: 'def rule(event):\n    return True\n',
  dedupPeriodMinutes: 90,
  threshold: 3,
  reference: '',
  runbook: '',
  reports: [{ key: 'MITRE ATT&CK', values: ['TA0001:T1078', 'TA0003:T1098'] }],
  summaryAttributes: ['eventName'],
  tests: [
    {
      name: 'Root',
      expectedResult: true,
      resource: '{"n":12345678901234567890}',
      mocks: [{ objectName: 'lookup', returnValue: '1' }],
    },
  ],
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: 'u1',
  __typename: 'Rule',
  analysisType: 'RULE',
  parentId: null,
  isSimpleDetection: false,
  simpleDetectionBody: null,
  dynamicAlertTitle: null,
  dynamicAlertContext: null,
  dynamicGroupBy: null,
  dynamicSeverities: null,
  inlineFilters: null,
  scheduledQueries: [],
  baseDetection: null,
  userOverrides: null,
};

describe('a draft of a rule', () => {
  it('sends back what the server sent, with tests only re-indented', () => {
    const { isNew, versionId, ...input } = inputOf(draftOf(rule), { isNew: false, versionId: 'v1' });
    expect({ isNew, versionId }).toEqual({ isNew: false, versionId: 'v1' });
    for (const [field, value] of Object.entries(input)) {
      if (field === 'tests') continue;
      expect(value).toEqual(rule[field as keyof Rule]); // an input's fields are fields of the rule
    }
    expect(input.tests).toEqual([{ ...rule.tests[0], resource: '{\n  "n": 12345678901234567890\n}' }]);
  });
  it('leaves out rows nobody filled, and names a nameless rule after its id', () => {
    const input = inputOf(
      {
        ...draftOf(rule),
        id: ' A.B ',
        displayName: ' ',
        reports: [
          { key: 'CIS', value: ' 1.1 ,, 2.3 ' },
          { key: '', value: 'x' },
          { key: 'PCI', value: ' ' },
        ],
        tests: [draftTest({ ...newTest([]), mocks: [{ objectName: ' ', returnValue: '1' }] })],
      },
      { isNew: true },
    );
    expect(input.id).toBe('A.B');
    expect(input.displayName).toBe('A.B');
    expect(input.reports).toEqual([{ key: 'CIS', values: ['1.1', '2.3'] }]);
    expect(input.tests[0]?.mocks).toEqual([]);
  });
  it('is the same until something that is sent differs', () => {
    const draft = draftOf(rule);
    expect(isSameDraft(draft, draftOf(rule))).toBe(true);
    expect(isSameDraft(draft, { ...draft, threshold: 4 })).toBe(false);
    expect(isSameDraft(draft, { ...draft, tests: [] })).toBe(false);
  });
  it('of a clone has its own id and is switched off', () => {
    expect(cloneDraft(rule)).toMatchObject({
      id: 'AWS.Root.SignIn.Copy',
      displayName: 'Root signed in (copy)',
      enabled: false,
    });
  });
  it('of a new rule carries the technique it was asked for', () => {
    expect(newDraft({ tactic: 'TA0001', technique: 'T1078' }).reports).toEqual([
      { key: 'MITRE ATT&CK', value: 'TA0001:T1078' },
    ]);
    expect(newDraft().reports).toEqual([]);
    expect(newDraft().createAlert).toBe(true);
    expect(newDraft().tests).toHaveLength(1);
    expect(newDraft({ isSimple: true }).tests).toEqual([]);
  });
});

describe('faults of a draft', () => {
  it('names the fields a rule cannot do without', () => {
    const faults = faultsOf({ ...newDraft(), threshold: null });
    expect(faults).toEqual({
      id: 'This field is required',
      logTypes: 'This field is required',
      threshold: 'This field is required',
      testNames: {},
    });
    expect(faultCount(faults)).toBe(3);
  });
  it('refuses ids the server refuses', () => {
    for (const id of ['a<b', 'a%20', 'a&b', 'x'.repeat(201)])
      expect(faultsOf({ ...draftOf(rule), id }).id).toContain('200 characters');
    expect(faultsOf({ ...draftOf(rule), id: 'A b-c_d.e/f' }).id).toBeUndefined();
  });
  it('names a destination that is gone where there is an alert to send', () => {
    const draft = { ...draftOf(rule), outputIds: ['d1', 'gone'] };
    const destinations = [{ outputId: 'd1' }];
    expect(faultsOf(draft, { destinations }).outputIds).toContain('gone');
    expect(faultsOf({ ...draft, createAlert: false }, { destinations }).outputIds).toBeUndefined();
    expect(faultsOf(draft).outputIds).toBeUndefined();
  });
  it('[001-5.75] says No duplicate test names at each test of that name', () => {
    const tests = ['Same', 'Other', ' Same '].map((name) => draftTest({ ...newTest([]), name }));
    const { testNames } = faultsOf({ ...draftOf(rule), tests });
    expect(testNames).toEqual({ [tests[0]!.key]: duplicateTestNames, [tests[2]!.key]: duplicateTestNames });
    expect(duplicateTestNames).toBe('No duplicate test names');
  });
});

describe('tests of a draft', () => {
  it('new ones have a name nobody has', () => {
    const first = newTest([]);
    expect(first.name).toBe('Test 1');
    expect(newTest([first, { ...first, name: 'Test 2' }]).name).toBe('Test 3');
  });
  it('[001-4.40] after a deletion the test before it is open, or the first', () => {
    const tests = ['a', 'b', 'c'].map((name) => draftTest({ ...newTest([]), name }));
    const [a, b, c] = tests.map((test) => test.key);
    expect(keyAfterDeletion(tests, c!)).toBe(b);
    expect(keyAfterDeletion(tests, a!)).toBe(b);
    expect(keyAfterDeletion(tests.slice(0, 1), a!)).toBeUndefined();
  });
});

describe('versions', () => {
  const { reports, ...fields } = inputOf(draftOf(rule), { isNew: false });
  const stored = {
    ...fields,
    reports: Object.fromEntries(reports.map(({ key, values }) => [key, values])),
    createdByExternal: '',
  };
  it('are read as the server stores them; other shapes are not', () => {
    expect(readDefinition(stored)).toMatchObject({ body: rule.body, reports: rule.reports });
    const { logTypes: _, ...scheduled } = { ...stored, scheduledQueries: ['Failed sign-ins'] };
    expect(readDefinition(scheduled)).toMatchObject({ logTypes: [], scheduledQueries: ['Failed sign-ins'] });
    expect(readDefinition({ body: 1 })).toBeUndefined();
    expect(readDefinition(null)).toBeUndefined();
  });
  it('say in words what changed besides the code', () => {
    const before = readDefinition(stored)!;
    const after = {
      ...before,
      dedupPeriodMinutes: 60,
      tags: [],
      tests: [
        { ...before.tests[0]!, expectedResult: false },
        { ...before.tests[0]!, name: 'User' },
      ],
    };
    expect(settingChanges(before, after)).toEqual([
      { label: 'Dedup period', before: '90 minutes', after: '60 minutes' },
      { label: 'Tags', before: 'AWS', after: 'none' },
      { label: 'Tests', before: '1', after: '2, new: User; changed: Root' },
    ]);
    expect(settingChanges(before, before)).toEqual([]);
  });
});

describe('a framework mapping', () => {
  const faultOf = (key: string, value: string) =>
    faultsOf({ ...newDraft(), reports: [{ key, value }] }).reports;
  it('has tactic and technique for MITRE ATT&CK', () => {
    for (const value of ['TA0005:T1562', 'TA0005:T1562.008, TA0001:T1078', ''])
      expect(faultOf('MITRE ATT&CK', value)).toBeUndefined();
    for (const value of ['T1562', 'TA0005', 'TA0005:T1562, nonsense', 'ta0005:t1562'])
      expect(faultOf('Mitre ATT&CK', value)).toContain('is no id of MITRE ATT&CK');
  });
  it('is free for other frameworks', () => {
    expect(faultOf('CIS', '3.1')).toBeUndefined();
  });
});

describe('templates', () => {
  const unified = ruleTemplates.find(({ logType }) => logType === 'Okta.SystemLog')!;
  it('bring code, tests and log type', () => {
    const draft = withTemplate(newDraft(), unified);
    expect(draft).toMatchObject({
      body: unified.body,
      logTypes: ['Okta.SystemLog'],
      threshold: unified.threshold,
    });
    expect(faultCount(faultsOf({ ...draft, id: 'A' }))).toBe(0);
    expect(withTemplate(draft, ruleTemplates[0]).logTypes).toEqual(['AWS.CloudTrail']);
  });
  it('leave log types alone that somebody chose', () => {
    const chosen = { ...newDraft(), logTypes: ['Custom.App'] };
    expect(withTemplate(chosen, unified).logTypes).toEqual(['Custom.App']);
  });
});

describe('a derived rule', () => {
  it('sends nothing of what it takes from its base', () => {
    const base = { ...rule, simpleDetectionBody: '[{Key: a, Condition: Exists}]', dynamicAlertTitle: 'A' };
    const input = storedInputOf(derivedDraft(base), { isNew: true });
    expect(input).toMatchObject({ id: 'AWS.Root.SignIn.Derived', baseDetection: rule.id, severity: 'HIGH' });
    for (const name of ['body', 'logTypes', 'simpleDetectionBody', 'dynamicAlertTitle', 'dynamicGroupBy'])
      expect(input).not.toHaveProperty(name);
  });
});
