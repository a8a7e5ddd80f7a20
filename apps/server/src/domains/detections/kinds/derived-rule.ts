import type { DerivedRuleItem, RuleOverrides } from '@margay/detect/content';
import { severities } from '@margay/model';
import * as z from 'zod';
import { alertKeyFields, alertKeysOfFields, fieldsOfAlertKeys, Tests } from './detection-fields.ts';
import { defineStoredKind, noFacts } from './kind.ts';
import { ShippedOverrides } from './shipped-values.ts';
import { listPart, textPart, yamlList } from './yaml-list.ts';

/** A key that is absent follows the base. Names are those of a rule's definition. */
export const RuleOverrideFields = z.object({
  enabled: z.boolean().optional(),
  severity: z.enum(severities).optional(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  reference: z.string().optional(),
  runbook: z.string().optional(),
  dedupPeriodMinutes: z.number().int().min(1).optional(),
  threshold: z.number().int().min(1).optional(),
  createAlert: z.boolean().optional(),
  inlineFilters: yamlList('InlineFilters').optional(),
  tags: z.array(z.string()).optional(),
  reports: z.record(z.string(), z.array(z.string())).optional(),
  outputIds: z.array(z.string()).optional(),
  summaryAttributes: z.array(z.string()).optional(),
  status: z.string().optional(),
  onlyUseBaseRiskScore: z.boolean().optional(),
  tests: Tests.optional(),
  ...alertKeyFields,
});
export type RuleOverrideFields = z.output<typeof RuleOverrideFields>;

export const DerivedRuleDefinition = z.object({
  baseDetection: z.string().min(1, { error: 'Choose the rule it takes its logic from.' }),
  overrides: RuleOverrideFields,
  filePath: z.string().optional(),
  /** Of a managed one: see `managed-overrides.ts`. */
  shipped: ShippedOverrides.optional(),
});
export type DerivedRuleDefinition = z.output<typeof DerivedRuleDefinition>;

export const derivedRule = defineStoredKind<DerivedRuleDefinition, DerivedRuleItem>({
  title: 'derived rule',
  auditName: 'RULE',
  itemKinds: ['derived_rule'],
  group: 'rules',
  permissions: { read: 'RuleRead', modify: 'RuleModify' },
  importOrder: 4,
  definition: DerivedRuleDefinition,
  // What it inherits is filled in once its base is known: see `derived.ts`.
  factsOf: (id, { baseDetection, overrides }) => ({
    ...noFacts,
    displayName: overrides.displayName || id,
    severity: overrides.severity ?? null,
    tags: overrides.tags ?? [],
    baseId: baseDetection,
  }),
  fromItem({ id, file, baseId, overrides }) {
    const { alertTitle, alertContext, groupBy, dynamicSeverities, inlineFilters, ...plain } = overrides;
    return {
      id,
      enabled: overrides.enabled ?? false,
      definition: {
        baseDetection: baseId,
        overrides: {
          ...plain,
          ...fieldsOfAlertKeys({ alertTitle, alertContext, groupBy, dynamicSeverities }),
          ...textPart('inlineFilters', inlineFilters),
        },
        ...(file === '' ? {} : { filePath: file }),
      },
    };
  },
  toItem({ id, definition }) {
    const {
      dynamicAlertTitle,
      dynamicAlertContext,
      dynamicGroupBy,
      dynamicSeverities,
      inlineFilters,
      ...plain
    } = definition.overrides;
    const keys = { dynamicAlertTitle, dynamicAlertContext, dynamicGroupBy, dynamicSeverities };
    return {
      kind: 'derived_rule',
      id,
      file: definition.filePath ?? '',
      baseId: definition.baseDetection,
      overrides: {
        ...plain,
        ...alertKeysOfFields(keys),
        ...listPart('inlineFilters', inlineFilters, 'InlineFilters'),
      } satisfies RuleOverrides,
    };
  },
});
