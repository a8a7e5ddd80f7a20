import * as z from 'zod';
import { commonFacts, detectionKeys, itemFacts, writeDetection, writeTestsOf } from './detection-keys.ts';
import { distinctTexts, Name, Text, WholeNumber } from './fields.ts';
import { defineKind, missingBody } from './kind.ts';

const PolicyYaml = z.strictObject({
  AnalysisType: z.literal('policy'),
  PolicyID: Name,
  Filename: Text,
  ResourceTypes: distinctTexts().default([]),
  Suppressions: distinctTexts().default([]),
  ActionDelaySeconds: WholeNumber.min(0, { error: 'must not be negative' }).optional(),
  AutoRemediationID: Text.optional(),
  AutoRemediationParameters: z
    .record(z.string(), z.unknown(), { error: 'must be a mapping of names to values' })
    .optional(),
  ...detectionKeys,
});

/** Python that says whether a cloud resource is as it should be. */
export const policy = defineKind({
  kind: 'policy',
  analysisType: 'policy',
  idKey: 'PolicyID',
  folder: 'policies',
  mayIgnoreExtraKeys: true,
  yaml: PolicyYaml,
  build(yaml, { file, sibling }) {
    const body = sibling(yaml.Filename);
    if (body === undefined) return missingBody(yaml.Filename, file);
    return {
      kind: 'policy',
      ...itemFacts(yaml, yaml.PolicyID, file),
      resourceTypes: yaml.ResourceTypes,
      suppressions: yaml.Suppressions,
      remediation: {
        ...(yaml.ActionDelaySeconds === undefined ? {} : { delaySeconds: yaml.ActionDelaySeconds }),
        ...(yaml.AutoRemediationID === undefined ? {} : { id: yaml.AutoRemediationID }),
        ...(yaml.AutoRemediationParameters === undefined
          ? {}
          : { parameters: yaml.AutoRemediationParameters }),
      },
      rule: {
        id: yaml.PolicyID,
        kind: 'POLICY',
        body,
        logTypes: [],
        ...commonFacts(yaml),
        // A policy alerts once for each resource that turns bad: it has neither period nor threshold.
        dedupPeriodMinutes: 60,
        threshold: 1,
        createAlert: true,
        summaryAttributes: [],
      },
    };
  },
  write({ remediation, ...item }) {
    return {
      yaml: {
        AnalysisType: 'policy',
        PolicyID: item.id,
        ...writeDetection(item),
        ResourceTypes: item.resourceTypes,
        ...(item.suppressions.length === 0 ? {} : { Suppressions: item.suppressions }),
        ...(remediation.delaySeconds === undefined ? {} : { ActionDelaySeconds: remediation.delaySeconds }),
        ...(remediation.id === undefined ? {} : { AutoRemediationID: remediation.id }),
        ...(remediation.parameters === undefined
          ? {}
          : { AutoRemediationParameters: remediation.parameters }),
        ...writeTestsOf(item, 'Resource'),
      },
      body: item.rule.body,
    };
  },
  bodyOf: ({ rule }) => rule.body,
  runs: ({ rule, enabled, tests }) => ({ rule, enabled, tests }),
});
