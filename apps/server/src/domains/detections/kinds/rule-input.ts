import type { DetectionKind, Severity, UnitTest } from '@margay/model';
import { emptyRule, type RuleDefinition } from './rule-definition.ts';
import { RuleOverrideFields } from './rule-overrides.ts';

type Given<T> = T | null | undefined;

/** What an editor sends of a rule. What it leaves out stays as it is; null takes it away. */
export interface RuleInput {
  id: string;
  isNew?: Given<boolean>;
  versionId?: Given<string>;
  analysisType?: Given<DetectionKind>;
  enabled: boolean;
  severity: Severity;
  body?: Given<string>;
  displayName?: Given<string>;
  description?: Given<string>;
  dedupPeriodMinutes?: Given<number>;
  threshold?: Given<number>;
  logTypes?: Given<string[]>;
  scheduledQueries?: Given<string[]>;
  baseDetection?: Given<string>;
  outputIds?: Given<string[]>;
  reference?: Given<string>;
  runbook?: Given<string>;
  reports?: Given<{ key: string; values: string[] }[]>;
  tags?: Given<string[]>;
  tests?: Given<UnitTest[]>;
  summaryAttributes?: Given<string[]>;
  createAlert?: Given<boolean>;
  simpleDetectionBody?: Given<string>;
  inlineFilters?: Given<string>;
  dynamicAlertTitle?: Given<string>;
  dynamicAlertContext?: Given<string>;
  dynamicGroupBy?: Given<string>;
  dynamicSeverities?: Given<string>;
  status?: Given<string>;
  onlyUseBaseRiskScore?: Given<boolean>;
}

/** The parts of a definition the input speaks of, by the definition's names; null where it takes one away. */
export function given({ reports, ...input }: RuleInput): Record<string, unknown> {
  const names = [...Object.keys(emptyRule), ...Object.keys(RuleOverrideFields.shape)];
  const said = Object.entries(input).filter(([key, value]) => names.includes(key) && value !== undefined);
  return {
    ...Object.fromEntries(said),
    ...(reports == null
      ? {}
      : { reports: Object.fromEntries(reports.map(({ key, values }) => [key, values])) }),
  };
}

/** The definition with what the input says, over what is there or what a new rule starts from. */
export function mergedRule(input: RuleInput, before: RuleDefinition = emptyRule): RuleDefinition {
  const { enabled: _enabled, ...said } = given(input);
  const merged: Record<string, unknown> = { ...before, ...said };
  for (const [name, value] of Object.entries(said)) {
    if (value === null) merged[name] = (emptyRule as Record<string, unknown>)[name];
  }
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined),
  ) as RuleDefinition; // checked by its schema before it is stored
}
