import { isContentId, type Severity } from '@margay/model';
import { destinationFault } from '../../lib/destination-overrides/destination-fault.ts';
import { mitreMapping } from '../../lib/mitre-mapping.ts';
import { fieldMessages, hasDuplicates } from '../../ui/inputs/form-rules.ts';
import { mappingFault } from './framework-mapping.ts';
import { draftTest, newTestName } from '../../editor/unit-tests/unit-test.ts';
import type { DraftTest, Mock, UnitTest } from '../../editor/unit-tests/unit-test.ts';
import { derivedKind, followsBase, judgesRows, usualKind } from './kinds/index.ts';
import { newSimpleText, partsOfText, readSimpleText, textOfParts } from './rule-builder/simple-text.ts';
import { readFiltersText } from './rule-builder/filters-text.ts';
import type { PutRuleInput, Rule, RuleKind, StoredInput } from './queries.ts';
import { newTestEvent, newTestRow, ruleTemplates, scheduledRuleBody } from './rule-templates.ts';
import type { RuleTemplate } from './rule-templates.ts';

/** A framework mapping while it is edited: the ids as one text with commas. */
export interface DraftReport {
  key: string;
  value: string;
}

/** A rule while it is edited. Every edit makes a new object; untouched parts stay the same object. */
export interface RuleDraft {
  id: string;
  displayName: string;
  description: string;
  body: string;
  enabled: boolean;
  severity: Severity;
  /** Null while the field is empty. */
  dedupPeriodMinutes: number | null;
  threshold: number | null;
  logTypes: string[];
  outputIds: string[];
  reference: string;
  runbook: string;
  reports: DraftReport[];
  tags: string[];
  tests: DraftTest[];
  summaryAttributes: string[];
  createAlert: boolean;
  kind: RuleKind;
  /** Of a scheduled rule: it judges the rows these give. */
  scheduledQueries: string[];
  /** Id of the base of a derived rule. */
  baseDetection: string | undefined;
  /** The logic as YAML with its alert keys; undefined for Python. */
  simple: string | undefined;
  /** It is stored as a simple detection, and Python now. */
  isConverted: boolean;
  /** YAML text of the list; empty: none. */
  inlineFilters: string;
}

type SimpleKeys = 'dynamicAlertTitle' | 'dynamicAlertContext' | 'dynamicGroupBy' | 'dynamicSeverities';
type Editable = Pick<Rule, 'id' | 'enabled' | 'analysisType' | 'baseDetection' | SimpleKeys> &
  Pick<Rule, 'scheduledQueries'> &
  Pick<Rule, 'simpleDetectionBody' | 'inlineFilters'> &
  Omit<
    PutRuleInput,
    | 'isNew'
    | 'versionId'
    | 'id'
    | 'enabled'
    | 'analysisType'
    | 'baseDetection'
    | 'scheduledQueries'
    | 'simpleDetectionBody'
    | 'inlineFilters'
    | SimpleKeys
  >;

function simpleTextOf(rule: Editable): string | undefined {
  if (!rule.simpleDetectionBody) return undefined;
  return textOfParts({
    simpleDetectionBody: rule.simpleDetectionBody,
    dynamicAlertTitle: rule.dynamicAlertTitle ?? null,
    dynamicAlertContext: rule.dynamicAlertContext ?? null,
    dynamicGroupBy: rule.dynamicGroupBy ?? null,
    dynamicSeverities: rule.dynamicSeverities ?? null,
  });
}

export function draftOf(rule: Editable): RuleDraft {
  return {
    id: rule.id,
    displayName: rule.displayName,
    description: rule.description,
    body: rule.body,
    enabled: rule.enabled,
    severity: rule.severity,
    dedupPeriodMinutes: rule.dedupPeriodMinutes,
    threshold: rule.threshold,
    logTypes: rule.logTypes,
    outputIds: rule.outputIds,
    reference: rule.reference,
    runbook: rule.runbook,
    reports: rule.reports.map(({ key, values }) => ({ key, value: values.join(', ') })),
    tags: rule.tags,
    tests: rule.tests.map(draftTest),
    summaryAttributes: rule.summaryAttributes,
    createAlert: rule.createAlert,
    kind: rule.analysisType ?? usualKind,
    scheduledQueries: rule.scheduledQueries ?? [],
    baseDetection: rule.baseDetection?.id,
    simple: simpleTextOf(rule),
    isConverted: false,
    inlineFilters: rule.inlineFilters ?? '',
  };
}

export interface NewDraftStart {
  tactic?: string | undefined;
  technique?: string | undefined;
  isSimple?: boolean;
  kind?: RuleKind;
}

/** What a person starts from. A technique of a MITRE matrix comes as a mapping. */
export function newDraft(start: NewDraftStart = {}): RuleDraft {
  const { kind = usualKind } = start;
  const isOfRows = judgesRows(kind);
  const body = isOfRows ? scheduledRuleBody : ruleTemplates[0].body;
  const firstTest = newTest([]);
  return {
    id: '',
    displayName: '',
    description: '',
    body: start.isSimple ? '' : body,
    enabled: true,
    severity: 'MEDIUM',
    dedupPeriodMinutes: 60,
    threshold: 1,
    logTypes: [],
    outputIds: [],
    reference: '',
    runbook: '',
    reports: mitreMapping(start.tactic, start.technique),
    tags: [],
    // Whatever conditions are built, the sample fits the code of the template only.
    tests: start.isSimple ? [] : [draftTest(isOfRows ? { ...firstTest, resource: newTestRow } : firstTest)],
    summaryAttributes: [],
    createAlert: true,
    kind,
    scheduledQueries: [],
    baseDetection: undefined,
    simple: start.isSimple ? newSimpleText : undefined,
    isConverted: false,
    inlineFilters: '',
  };
}

/** Nobody chose its log types: there are none, or they came with a template whose code is still there. */
function isFromTemplate({ body, logTypes }: RuleDraft): boolean {
  if (logTypes.length === 0) return true;
  const template = ruleTemplates.find((entry) => entry.body === body);
  return template !== undefined && logTypes.length === 1 && logTypes[0] === template.logType;
}

/** The draft with code and tests of a template; log types only where none were chosen. */
export function withTemplate(draft: RuleDraft, template: RuleTemplate): RuleDraft {
  return {
    ...draft,
    body: template.body,
    threshold: template.threshold,
    logTypes: isFromTemplate(draft) ? [template.logType] : draft.logTypes,
    tests: template.tests.map(({ name, expectedResult, event }) =>
      draftTest({ name, expectedResult, resource: JSON.stringify(event), mocks: [] }),
    ),
  };
}

/** A copy under an id of its own, switched off until somebody has looked at it. */
export function cloneDraft(rule: Rule): RuleDraft {
  return {
    ...draftOf(rule),
    id: `${rule.id}.Copy`,
    displayName: `${rule.displayName} (copy)`,
    enabled: false,
  };
}

/** A rule that follows the base but in what it says itself. */
export function derivedDraft(base: Rule): RuleDraft {
  return {
    ...draftOf(base),
    id: `${base.id}.Derived`,
    displayName: `${base.displayName} (derived)`,
    kind: derivedKind,
    baseDetection: base.id,
  };
}

/** What the rule judges events by: a test's result is about it. */
export function logicOf(draft: Pick<RuleDraft, 'body' | 'simple' | 'inlineFilters'>): string {
  const logic = draft.simple ?? draft.body;
  return draft.inlineFilters === '' ? logic : `${logic}\n---\n${draft.inlineFilters}`;
}

/** A test with a name nobody has. */
export const newTest = (existing: readonly UnitTest[]): UnitTest => ({
  name: newTestName(existing),
  expectedResult: true,
  resource: newTestEvent,
  mocks: [],
});

const splitIds = (text: string): string[] =>
  text
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);

const noSimpleParts = {
  simpleDetectionBody: null,
  dynamicAlertTitle: null,
  dynamicAlertContext: null,
  dynamicGroupBy: null,
  dynamicSeverities: null,
};

/** What is stored of a derived rule: its logic, alert keys and log types are the base's, and are not sent. */
export function storedInputOf(draft: RuleDraft, save: { isNew: boolean; versionId?: string }): StoredInput {
  const input = inputOf(draft, save);
  if (!followsBase(draft.kind)) return input;
  const inherited: readonly string[] = ['body', 'logTypes', ...Object.keys(noSimpleParts)];
  const own = Object.entries(input).filter(([name]) => !inherited.includes(name));
  const { id, enabled, severity } = input;
  return { ...Object.fromEntries(own), id, enabled, severity };
}

/** What is sent. Half-filled rows of mappings and mocks are left out. */
export function inputOf(draft: RuleDraft, save: { isNew: boolean; versionId?: string }): PutRuleInput {
  const { tests, reports, dedupPeriodMinutes, threshold, ...others } = draft;
  const { kind, scheduledQueries, baseDetection, simple, isConverted, inlineFilters, ...rest } = others;
  const said = {
    ...rest,
    ...(judgesRows(kind) ? { scheduledQueries } : {}),
    ...(kind === usualKind ? {} : { analysisType: kind }),
    ...(baseDetection === undefined ? {} : { baseDetection }),
    inlineFilters: inlineFilters.trim() === '' ? null : inlineFilters,
    ...(simple === undefined ? {} : { ...partsOfText(simple), body: '' }),
    ...(isConverted ? noSimpleParts : {}),
  };
  return {
    ...said,
    ...save,
    id: draft.id.trim(),
    displayName: draft.displayName.trim() || draft.id.trim(),
    dedupPeriodMinutes: dedupPeriodMinutes ?? 60,
    threshold: threshold ?? 1,
    reports: reports
      .filter((report) => report.key.trim() !== '' && splitIds(report.value).length > 0)
      .map((report) => ({ key: report.key.trim(), values: splitIds(report.value) })),
    tests: tests.map(testOf),
  };
}

export function testOf({ name, expectedResult, resource, mocks }: DraftTest): UnitTest {
  return {
    name: name.trim(),
    expectedResult,
    resource,
    mocks: mocks.filter((mock: Mock) => mock.objectName.trim() !== ''),
  };
}

/** What would be sent is the same; keys of tests do not count. */
export function isSameDraft(a: RuleDraft, b: RuleDraft): boolean {
  if (a === b) return true;
  const text = (draft: RuleDraft) => JSON.stringify(inputOf(draft, { isNew: false }));
  return text(a) === text(b);
}

export interface RuleFaults {
  id?: string;
  logTypes?: string;
  scheduledQueries?: string;
  dedupPeriodMinutes?: string;
  threshold?: string;
  reports?: string;
  outputIds?: string;
  logic?: string;
  inlineFilters?: string;
  /** By key of the test. */
  testNames: Record<string, string>;
}

export const duplicateTestNames = 'No duplicate test names';

/** What a rule names or would be named like, as far as it is known yet. */
export interface Surroundings {
  /** IDs of the rules there are. */
  taken?: ReadonlySet<string> | undefined;
  destinations?: readonly { outputId: string }[] | undefined;
}

/** What keeps a rule from being saved, by field. The server has the last word. */
export function faultsOf(draft: RuleDraft, { taken, destinations }: Surroundings = {}): RuleFaults {
  const faults: RuleFaults = { testNames: {} };
  const id = draft.id.trim();
  if (id === '') faults.id = fieldMessages.required;
  else if (!isContentId(id)) faults.id = fieldMessages.id;
  else if (taken?.has(id)) faults.id = `A detection with the ID ${id} exists already. Choose another one.`;
  if (judgesRows(draft.kind)) {
    if (draft.scheduledQueries.length === 0) faults.scheduledQueries = fieldMessages.required;
  } else if (draft.logTypes.length === 0) faults.logTypes = fieldMessages.required;
  if (draft.dedupPeriodMinutes === null) faults.dedupPeriodMinutes = fieldMessages.required;
  if (draft.threshold === null) faults.threshold = fieldMessages.required;
  const [logic] = draft.simple === undefined ? [] : readSimpleText(draft.simple).problems;
  if (logic) faults.logic = logic.message;
  const [filter] = readFiltersText(draft.inlineFilters).problems;
  if (filter) faults.inlineFilters = filter.message;
  const mapping = mappingFault(draft.reports);
  if (mapping !== undefined) faults.reports = mapping;
  // Who hears of an alert counts only where there is one.
  const destination = draft.createAlert ? destinationFault(draft.outputIds, destinations) : undefined;
  if (destination !== undefined) faults.outputIds = destination;
  const names = draft.tests.map((test) => test.name.trim());
  for (const test of draft.tests) {
    const name = test.name.trim();
    if (name === '') faults.testNames[test.key] = fieldMessages.required;
    else if (hasDuplicates(names) && names.filter((other) => other === name).length > 1)
      faults.testNames[test.key] = duplicateTestNames;
  }
  return faults;
}

export function faultCount(faults: RuleFaults): number {
  const { testNames, ...fields } = faults;
  return Object.keys(fields).length + Object.keys(testNames).length;
}
