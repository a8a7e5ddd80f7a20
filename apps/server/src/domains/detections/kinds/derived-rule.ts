import type { DerivedRuleItem, RuleOverrides } from '@margay/detect/content';
import * as z from 'zod';
import { alertKeysOfFields, fieldsOfAlertKeys } from './detection-fields.ts';
import { overridesOf } from './edited-overrides.ts';
import { defineStoredDetection, noFacts } from './kind.ts';
import { emptyRule, type RuleDefinition } from './rule-definition.ts';
import { RuleOverrideFields } from './rule-overrides.ts';
import { ShippedOverrides } from './shipped-values.ts';
import { listPart, textPart } from './yaml-list.ts';
export { RuleOverrideFields } from './rule-overrides.ts';

export const DerivedRuleDefinition = z.object({
  baseDetection: z.string().min(1, { error: 'Choose the rule it takes its logic from.' }),
  overrides: RuleOverrideFields,
  filePath: z.string().optional(),
  /** Of a managed one: see `managed-overrides.ts`. */
  shipped: ShippedOverrides.optional(),
});
export type DerivedRuleDefinition = z.output<typeof DerivedRuleDefinition>;

/** The definition a derived rule comes to, in its own file; `deriveRule` does the same for what runs. */
export function derivedDefinition(
  { overrides, filePath }: DerivedRuleDefinition,
  base: RuleDefinition = emptyRule,
): RuleDefinition {
  const { enabled: _enabled, ...rest } = overrides;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...base, ...given, filePath };
}

export const derivedRule = defineStoredDetection<DerivedRuleDefinition, DerivedRuleItem>('DERIVED_RULE', {
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
  reachOf: ({ baseId }, { related }) => related('RULE', baseId === null ? [] : [baseId]),
  shownRule: (definition, base) => ({
    definition: derivedDefinition(definition, base?.definition),
    base: {
      id: definition.baseDetection,
      displayName: base?.displayName ?? definition.baseDetection,
    },
    overrides: definition.overrides,
  }),
  async fromEditor(input, { before, ruleOf }) {
    const baseDetection = input.baseDetection ?? before?.base?.id ?? '';
    const overrides = overridesOf(input, before, await ruleOf(baseDetection));
    return { baseDetection, overrides, filePath: before?.definition.filePath };
  },
  overridden: ({ overrides, ...rest }, change) => ({ ...rest, overrides: { ...overrides, ...change } }),
  inherited(id, definition, base) {
    const { displayName, severity, logTypes, tags } = derivedDefinition(definition, base?.definition);
    return {
      displayName: displayName || id,
      severity,
      logTypes,
      tags,
      enabled: definition.overrides.enabled ?? base?.enabled ?? false,
    };
  },
  isMeantBy: ({ baseId }) => baseId !== null,
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
