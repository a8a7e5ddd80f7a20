import * as z from 'zod';
import { distinctTexts, Name, Reports, SeverityName, Tests, Text } from './fields.ts';
import { defineKind } from './kind.ts';

const shortestPeriod = 5;

const RuleYaml = z.strictObject({
  AnalysisType: z.literal('rule'),
  RuleID: Name,
  Enabled: z.boolean({ error: 'must be true or false' }),
  Severity: SeverityName,
  Filename: Text.optional(),
  Detection: z.unknown().optional(),
  LogTypes: distinctTexts().optional(),
  DisplayName: Name.optional(),
  Description: Text.default(''),
  Reference: Text.default(''),
  Runbook: Text.default(''),
  DedupPeriodMinutes: z.number({ error: 'must be a number of minutes' }).int().min(0).default(60),
  Threshold: z.number({ error: 'must be a whole number' }).int().min(1).default(1),
  CreateAlert: z.boolean({ error: 'must be true or false' }).default(true),
  InlineFilters: z.unknown().optional(),
  Tags: distinctTexts((tag) => tag.toLowerCase()).default([]),
  Reports: Reports.default({}),
  SummaryAttributes: distinctTexts().default([]),
  OutputIds: distinctTexts().default([]),
  PackIDs: distinctTexts().optional(),
  Status: Text.optional(),
  CreatedBy: Text.default(''),
  OnlyUseBaseRiskScore: z.boolean().optional(),
  BaseVersion: z.number().int().optional(),
  Tests: Tests.default([]),
});

/** A Python rule over events of one or more log types. */
export const rule = defineKind({
  analysisType: 'rule',
  idKey: 'RuleID',
  yaml: RuleYaml,
  build(yaml, { file, sibling }) {
    if (yaml.Detection !== undefined && yaml.Filename === undefined) {
      return {
        field: 'Detection',
        message: 'The rule is a simple detection, which this version does not run.',
        remedy: 'Write it in Python: name the file under Filename.',
      };
    }
    if (yaml.InlineFilters !== undefined) {
      return {
        field: 'InlineFilters',
        message: 'The rule has inline filters, which this version does not apply.',
        remedy: 'Put the conditions into rule().',
      };
    }
    if (yaml.Filename === undefined) {
      return { field: 'Filename', message: 'The rule names no Python file.', remedy: 'Add Filename.' };
    }
    if (yaml.LogTypes === undefined || yaml.LogTypes.length === 0) {
      return {
        field: 'LogTypes',
        message: 'The rule names no log type.',
        remedy: 'Add LogTypes with at least one.',
      };
    }
    const body = sibling(yaml.Filename);
    if (body === undefined) {
      return {
        field: 'Filename',
        message: `There is no file "${yaml.Filename}" beside ${file}.`,
        remedy: 'Add it, or mend the name.',
      };
    }
    const period = yaml.DedupPeriodMinutes === 0 ? 60 : Math.max(shortestPeriod, yaml.DedupPeriodMinutes);
    return {
      kind: 'rule',
      id: yaml.RuleID,
      file,
      enabled: yaml.Enabled,
      createdBy: yaml.CreatedBy,
      tests: yaml.Tests,
      rule: {
        id: yaml.RuleID,
        body,
        logTypes: yaml.LogTypes,
        severity: yaml.Severity,
        displayName: yaml.DisplayName ?? '',
        description: yaml.Description,
        reference: yaml.Reference,
        runbook: yaml.Runbook,
        dedupPeriodMinutes: period,
        threshold: yaml.Threshold,
        createAlert: yaml.CreateAlert,
        tags: yaml.Tags,
        reports: yaml.Reports,
        outputIds: yaml.OutputIds,
        summaryAttributes: yaml.SummaryAttributes,
      },
    };
  },
});
