import type { DerivedRuleDefinition, RuleOverrideFields } from './kinds/derived-rule.ts';
import type { DetectionContentKind } from './kinds/index.ts';
import type { RuleDefinition } from './kinds/rule.ts';
import type { ContentRecord } from './store.ts';

export const ruleKinds = ['RULE', 'SCHEDULED_RULE', 'DERIVED_RULE'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** A rule of any of the three kinds as people see it: a derived one with what it inherits. */
export interface RuleView extends Omit<ContentRecord, 'kind' | 'definition'> {
  kind: RuleKind;
  definition: RuleDefinition;
  base: { id: string; displayName: string } | null;
  overrides: RuleOverrideFields | null;
}

/** Any detection as people see it. */
export type DetectionView<Kind extends DetectionContentKind = DetectionContentKind> =
  | (Kind extends RuleKind ? RuleView : never)
  | (Kind extends 'POLICY' ? ContentRecord<'POLICY'> : never);

/** What a new rule starts from, and what stands in for a base that is not there. */
export const emptyRule: RuleDefinition = {
  displayName: '',
  description: '',
  body: '',
  simpleDetectionBody: '',
  severity: 'INFO',
  dedupPeriodMinutes: 60,
  threshold: 1,
  logTypes: [],
  reference: '',
  runbook: '',
  reports: {},
  tags: [],
  tests: [],
  summaryAttributes: [],
  outputIds: [],
  createAlert: true,
  createdByExternal: '',
};

/** The definition a derived rule comes to; `deriveRule` does the same for what runs. */
export function derivedDefinition(
  { overrides }: DerivedRuleDefinition,
  base: RuleDefinition = emptyRule,
): RuleDefinition {
  const { enabled: _enabled, ...rest } = overrides;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return { ...base, ...given };
}

/** `bases`: the rules that derived ones take their logic from. */
export function detectionView<Kind extends DetectionContentKind>(
  record: ContentRecord<Kind>,
  bases: ReadonlyMap<string, ContentRecord<'RULE'>>,
): DetectionView<Kind> {
  return viewOf(record as ContentRecord<DetectionContentKind>, bases) as DetectionView<Kind>; // kind for kind
}

function viewOf(
  record: ContentRecord<DetectionContentKind>,
  bases: ReadonlyMap<string, ContentRecord<'RULE'>>,
): DetectionView {
  switch (record.kind) {
    case 'POLICY':
      return record;
    case 'RULE':
      return { ...record, base: null, overrides: null };
    case 'SCHEDULED_RULE':
      return { ...record, definition: { ...record.definition, logTypes: [] }, base: null, overrides: null };
    case 'DERIVED_RULE': {
      const { baseDetection, overrides } = record.definition;
      const base = bases.get(baseDetection);
      return {
        ...record,
        definition: derivedDefinition(record.definition, base?.definition),
        base: { id: baseDetection, displayName: base?.displayName ?? baseDetection },
        overrides,
      };
    }
  }
}
