import type { UnitTest } from '@margay/model';
import * as z from 'zod';
import type { AlertKeys, DetectionNotes, RuleFacts } from '../item.ts';
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
  WholeNumber,
  writeTests,
} from './fields.ts';

const shortestPeriod = 5;
const usualPeriod = 60;

/** 0 is no period and means the usual one; shorter ones than the shortest are raised to it. */
export const DedupPeriodMinutes = z
  .number({ error: 'must be a number of minutes' })
  .int({ error: 'must be a whole number of minutes' })
  .min(0, { error: 'must not be negative' })
  .transform((minutes) => (minutes === 0 ? usualPeriod : Math.max(shortestPeriod, minutes)));
export const Threshold = WholeNumber.min(1, { error: 'must be at least 1' });

/** Keys of every detection. */
export const detectionKeys = {
  Enabled: TrueOrFalse,
  Severity: SeverityName,
  DisplayName: Name.optional(),
  Description: Text.default(''),
  Reference: Text.default(''),
  Runbook: Text.default(''),
  Tags: Tags.default([]),
  Reports: Reports.default({}),
  OutputIds: distinctTexts().default([]),
  Status: Text.optional(),
  CreatedBy: Text.default(''),
  OnlyUseBaseRiskScore: TrueOrFalse.optional(),
  BaseVersion: z.number().int().optional(),
  Tests: Tests.default([]),
};

export const alertKeys = {
  AlertTitle: Text.optional(),
  AlertContext: RawList.optional(),
  GroupBy: RawList.optional(),
  DynamicSeverities: RawList.optional(),
};

/** Keys of rules and scheduled rules beyond those of every detection. */
export const alertingKeys = {
  ...alertKeys,
  Filename: Text.optional(),
  Detection: RawList.optional(),
  DedupPeriodMinutes: DedupPeriodMinutes.default(usualPeriod),
  Threshold: Threshold.default(1),
  CreateAlert: TrueOrFalse.default(true),
  InlineFilters: RawList.optional(),
  SummaryAttributes: distinctTexts().default([]),
  PackIDs: distinctTexts().optional(),
};

const DetectionYaml = z.object(detectionKeys);
const AlertingYaml = z.object(alertingKeys);
type DetectionYaml = z.output<typeof DetectionYaml>;
type AlertingYaml = z.output<typeof AlertingYaml>;

/** What every detection says about itself. */
export function commonFacts(yaml: DetectionYaml) {
  return {
    severity: yaml.Severity,
    displayName: yaml.DisplayName ?? '',
    description: yaml.Description,
    reference: yaml.Reference,
    runbook: yaml.Runbook,
    tags: yaml.Tags,
    reports: yaml.Reports,
    outputIds: yaml.OutputIds,
  };
}

export function alertingFacts(yaml: AlertingYaml) {
  return {
    dedupPeriodMinutes: yaml.DedupPeriodMinutes,
    threshold: yaml.Threshold,
    createAlert: yaml.CreateAlert,
    summaryAttributes: yaml.SummaryAttributes,
    ...(yaml.InlineFilters === undefined ? {} : { inlineFilters: yaml.InlineFilters }),
  };
}

export function alertKeysOf(yaml: z.output<z.ZodObject<typeof alertKeys>>): AlertKeys {
  return {
    ...(yaml.AlertTitle === undefined ? {} : { alertTitle: yaml.AlertTitle }),
    ...(yaml.AlertContext === undefined ? {} : { alertContext: yaml.AlertContext }),
    ...(yaml.GroupBy === undefined ? {} : { groupBy: yaml.GroupBy }),
    ...(yaml.DynamicSeverities === undefined ? {} : { dynamicSeverities: yaml.DynamicSeverities }),
  };
}

export function notesOf(yaml: Pick<DetectionYaml, 'Status' | 'OnlyUseBaseRiskScore'>): DetectionNotes {
  return {
    ...(yaml.Status === undefined ? {} : { status: yaml.Status }),
    ...(yaml.OnlyUseBaseRiskScore === undefined ? {} : { onlyUseBaseRiskScore: yaml.OnlyUseBaseRiskScore }),
  };
}

/** What every detection has beside what it judges and how. */
export const itemFacts = (yaml: DetectionYaml, id: string, file: string) => ({
  id,
  file,
  enabled: yaml.Enabled,
  createdBy: yaml.CreatedBy,
  tests: yaml.Tests,
  notes: notesOf(yaml),
});

interface WritableDetection {
  enabled: boolean;
  rule: RuleFacts;
  createdBy: string;
  notes: DetectionNotes;
  tests: readonly UnitTest[];
}

const unless = <T>(isUsual: boolean, key: string, value: T) => (isUsual ? {} : { [key]: value });
const given = <T>(key: string, value: T | undefined) => unless(value === undefined, key, value);

/** Keys with their usual value stay out of the file. */
export function writeDetection(item: WritableDetection): Record<string, unknown> {
  const { rule, notes } = item;
  return {
    ...unless(rule.displayName === '', 'DisplayName', rule.displayName),
    Enabled: item.enabled,
    Severity: severityText(rule.severity),
    ...unless(rule.description === '', 'Description', rule.description),
    ...unless(rule.reference === '', 'Reference', rule.reference),
    ...unless(rule.runbook === '', 'Runbook', rule.runbook),
    ...unless(rule.tags.length === 0, 'Tags', rule.tags),
    ...unless(Object.keys(rule.reports).length === 0, 'Reports', rule.reports),
    ...unless(rule.outputIds.length === 0, 'OutputIds', rule.outputIds),
    ...given('Status', notes.status),
    ...unless(item.createdBy === '', 'CreatedBy', item.createdBy),
    ...given('OnlyUseBaseRiskScore', notes.onlyUseBaseRiskScore),
  };
}

export function writeAlerting(item: WritableDetection): Record<string, unknown> {
  const { rule, notes } = item;
  return {
    ...unless(rule.dedupPeriodMinutes === usualPeriod, 'DedupPeriodMinutes', rule.dedupPeriodMinutes),
    ...unless(rule.threshold === 1, 'Threshold', rule.threshold),
    ...unless(rule.createAlert, 'CreateAlert', rule.createAlert),
    ...given('InlineFilters', rule.inlineFilters),
    ...unless(rule.summaryAttributes.length === 0, 'SummaryAttributes', rule.summaryAttributes),
    ...given('PackIDs', notes.packIds),
    ...given('Detection', rule.simple?.detection),
    ...writeAlertKeys(rule.simple ?? notes.alertKeys ?? {}),
  };
}

export function writeAlertKeys(keys: AlertKeys): Record<string, unknown> {
  return {
    ...given('AlertTitle', keys.alertTitle),
    ...given('AlertContext', keys.alertContext),
    ...given('GroupBy', keys.groupBy),
    ...given('DynamicSeverities', keys.dynamicSeverities),
  };
}

export function writeTestsOf(item: WritableDetection, key: 'Log' | 'Resource'): Record<string, unknown> {
  return unless(item.tests.length === 0, 'Tests', writeTests(item.tests, key));
}
