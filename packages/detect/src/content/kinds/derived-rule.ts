import * as z from 'zod';
import { deriveRule } from '../derive.ts';
import type { ContentItem, DerivedRuleItem, RuleOverrides } from '../item.ts';
import {
  alertKeys,
  alertKeysOf,
  DedupPeriodMinutes,
  notesOf,
  Threshold,
  writeAlertKeys,
} from './detection-keys.ts';
import {
  distinctTexts,
  Name,
  RawList,
  Reports,
  severityText,
  SeverityName,
  Tags,
  Tests,
  Text,
  TrueOrFalse,
  writeTests,
} from './fields.ts';
import { defineKind } from './kind.ts';

const DerivedRuleYaml = z.strictObject({
  AnalysisType: z.literal('rule'),
  RuleID: Name,
  BaseDetection: Name,
  /** The logic is the base's whatever stands here. */
  Detection: z.unknown().optional(),
  Enabled: TrueOrFalse.optional(),
  Severity: SeverityName.optional(),
  DisplayName: Name.optional(),
  Description: Text.optional(),
  Reference: Text.optional(),
  Runbook: Text.optional(),
  DedupPeriodMinutes: DedupPeriodMinutes.optional(),
  Threshold: Threshold.optional(),
  CreateAlert: TrueOrFalse.optional(),
  InlineFilters: RawList.optional(),
  Tags: Tags.optional(),
  Reports: Reports.optional(),
  OutputIds: distinctTexts().optional(),
  SummaryAttributes: distinctTexts().optional(),
  Status: Text.optional(),
  OnlyUseBaseRiskScore: TrueOrFalse.optional(),
  BaseVersion: z.number().int().optional(),
  Tests: Tests.optional(),
  ...alertKeys,
});
type DerivedRuleYaml = z.output<typeof DerivedRuleYaml>;

/** Keys whose value is taken as it stands, with their name in the item. */
const plainKeys = {
  Enabled: 'enabled',
  DisplayName: 'displayName',
  Description: 'description',
  Reference: 'reference',
  Runbook: 'runbook',
  DedupPeriodMinutes: 'dedupPeriodMinutes',
  Threshold: 'threshold',
  CreateAlert: 'createAlert',
  InlineFilters: 'inlineFilters',
  Tags: 'tags',
  Reports: 'reports',
  OutputIds: 'outputIds',
  SummaryAttributes: 'summaryAttributes',
  Status: 'status',
  OnlyUseBaseRiskScore: 'onlyUseBaseRiskScore',
} as const satisfies Partial<Record<keyof DerivedRuleYaml, keyof RuleOverrides>>;
const plainEntries = Object.entries(plainKeys) as [keyof typeof plainKeys, keyof RuleOverrides][];

function overridesOf(yaml: DerivedRuleYaml): RuleOverrides {
  const plain = plainEntries
    .filter(([key]) => yaml[key] !== undefined)
    .map(([key, name]) => [name, yaml[key]]);
  return {
    ...(Object.fromEntries(plain) as RuleOverrides), // the schema has checked each value
    ...alertKeysOf(yaml),
    ...notesOf(yaml),
    ...(yaml.Severity === undefined ? {} : { severity: yaml.Severity }),
    // A file without tests is tested as its base is.
    ...(yaml.Tests === undefined || yaml.Tests.length === 0 ? {} : { tests: yaml.Tests }),
  };
}

function textOfBadBase({ id, baseId }: DerivedRuleItem, base: ContentItem | undefined): string {
  if (base === undefined)
    return `BaseDetection: there is no rule ${baseId}. Add it, or derive ${id} from another rule.`;
  const reason =
    base.kind === 'derived_rule' ? 'is itself derived' : 'is not a rule over events of log types';
  return `BaseDetection: ${baseId} ${reason}. Derive ${id} from a rule that is not derived.`;
}

/** A rule that has its logic from another and says only what differs. */
export const derivedRule = defineKind({
  kind: 'derived_rule',
  analysisType: 'rule',
  marker: 'BaseDetection',
  idKey: 'RuleID',
  folder: 'rules',
  mayIgnoreExtraKeys: true,
  yaml: DerivedRuleYaml,
  build(yaml, { file }) {
    if (yaml.BaseDetection === yaml.RuleID) {
      return {
        field: 'BaseDetection',
        message: 'The rule is derived from itself.',
        remedy: 'Name the rule it takes its logic from.',
      };
    }
    return {
      kind: 'derived_rule',
      id: yaml.RuleID,
      file,
      baseId: yaml.BaseDetection,
      overrides: overridesOf(yaml),
    };
  },
  write({ id, baseId, overrides }) {
    const plain = plainEntries.filter(([, name]) => overrides[name] !== undefined);
    return {
      yaml: {
        AnalysisType: 'rule',
        RuleID: id,
        BaseDetection: baseId,
        ...Object.fromEntries(plain.map(([key, name]) => [key, overrides[name]])),
        ...(overrides.severity === undefined ? {} : { Severity: severityText(overrides.severity) }),
        ...writeAlertKeys(overrides),
        ...(overrides.tests === undefined ? {} : { Tests: writeTests(overrides.tests, 'Log') }),
      },
    };
  },
  baseOf: ({ baseId }) => baseId,
  runs(item, find) {
    const base = find(item.baseId);
    if (base?.kind !== 'rule') return textOfBadBase(item, base);
    const { rule, enabled, tests } = deriveRule(base, item);
    return { rule, enabled, tests, logicOf: base.id };
  },
});
