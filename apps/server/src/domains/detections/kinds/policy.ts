import { printYaml, readYaml, type PolicyItem } from '@margay/detect/content';
import * as z from 'zod';
import { longestTexts, textUpTo } from '../../../typed-text/limits.ts';
import { detectionFields, factsOfFields, fieldsOfDetection, notesOfFields } from './detection-fields.ts';
import { defineStoredDetection, noFacts } from './kind.ts';

export const PolicyDefinition = z.object({
  ...detectionFields,
  body: z.string(),
  /** Empty: every type. */
  resourceTypes: z.array(z.string()),
  /** Patterns of resource ids that do not alert. */
  suppressions: z.array(z.string()),
  actionDelaySeconds: z.number().int().min(0).optional(),
  autoRemediationId: z.string().optional(),
  /** A mapping as YAML text. */
  autoRemediationParameters: textUpTo(longestTexts.remediationParameters).optional(),
});
export type PolicyDefinition = z.output<typeof PolicyDefinition>;

function parametersOf(text: string): Record<string, unknown> {
  const read = readYaml(text);
  // Written by `fromItem` below, from a mapping.
  return 'value' in read ? (read.value as Record<string, unknown>) : {};
}

export const policy = defineStoredDetection<PolicyDefinition, PolicyItem>('POLICY', {
  auditName: 'POLICY',
  itemKinds: ['policy'],
  group: 'policies',
  permissions: { read: 'PolicyRead', modify: 'PolicyModify' },
  importOrder: 3,
  bodyKind: 'POLICY',
  definition: PolicyDefinition,
  bodyOf: ({ body }) => body,
  factsOf: (id, { displayName, severity, resourceTypes, tags }) => ({
    ...noFacts,
    displayName: displayName || id,
    severity,
    resourceTypes,
    tags,
  }),
  // Policies judge resources, which roles are not limited by.
  reachOf: () => ({ logTypes: [] }),
  fromItem: (item) => ({
    id: item.id,
    enabled: item.enabled,
    definition: {
      ...fieldsOfDetection(item),
      body: item.rule.body,
      resourceTypes: item.resourceTypes,
      suppressions: item.suppressions,
      ...(item.remediation.delaySeconds === undefined
        ? {}
        : { actionDelaySeconds: item.remediation.delaySeconds }),
      ...(item.remediation.id === undefined ? {} : { autoRemediationId: item.remediation.id }),
      ...(item.remediation.parameters === undefined
        ? {}
        : { autoRemediationParameters: printYaml(item.remediation.parameters) }),
    },
  }),
  toItem({ id, enabled, definition }) {
    const { actionDelaySeconds, autoRemediationId, autoRemediationParameters } = definition;
    return {
      kind: 'policy',
      id,
      file: definition.filePath ?? '',
      enabled,
      tests: definition.tests,
      createdBy: definition.createdByExternal,
      notes: notesOfFields(definition),
      resourceTypes: definition.resourceTypes,
      suppressions: definition.suppressions,
      remediation: {
        ...(actionDelaySeconds === undefined ? {} : { delaySeconds: actionDelaySeconds }),
        ...(autoRemediationId === undefined ? {} : { id: autoRemediationId }),
        ...(autoRemediationParameters === undefined
          ? {}
          : { parameters: parametersOf(autoRemediationParameters) }),
      },
      rule: {
        id,
        kind: 'POLICY',
        body: definition.body,
        logTypes: [],
        ...factsOfFields(definition),
        dedupPeriodMinutes: 60,
        threshold: 1,
        createAlert: true,
        summaryAttributes: [],
      },
    };
  },
});
