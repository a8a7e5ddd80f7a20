import { invalidInput } from '@margay/kit';
import {
  detectionKindOf,
  isPythonKind,
  type DetectionKind,
  type PythonKind,
  type Severity,
  type UnitTest,
} from '@margay/model';
import { isDeepStrictEqual } from 'node:util';
import { isRuleKind, type RuleKind, type RuleView } from './detection-view.ts';
import { RuleOverrideFields } from './kinds/derived-rule.ts';
import { emptyRule, type RuleDefinition } from './kinds/rule.ts';
import type { PutItem } from './writing.ts';

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
function given({ reports, ...input }: RuleInput): Record<string, unknown> {
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

/** The kind an editor names for a body that judges something else than events; undefined for all others. */
export function kindOfOtherBody({ analysisType }: Pick<RuleInput, 'analysisType'>): PythonKind | undefined {
  if (analysisType == null || !isPythonKind(analysisType)) return undefined;
  return detectionKindOf(analysisType).judges === 'events' ? undefined : analysisType;
}

export function kindOfInput(input: RuleInput, before: RuleKind | undefined): RuleKind {
  const { analysisType, id } = input;
  const asked = analysisType ?? before ?? kindByContent(input);
  if (!isRuleKind(asked))
    throw invalidInput(`${id} cannot be saved as a rule, because its kind is ${asked}.`);
  if (before !== undefined && asked !== before) {
    throw invalidInput(`Detection ${id} is of the kind ${before}, which cannot change. Make a new one.`);
  }
  return asked;
}

function kindByContent({ baseDetection, scheduledQueries }: RuleInput): RuleKind {
  if (baseDetection) return 'DERIVED_RULE';
  return scheduledQueries?.length ? 'SCHEDULED_RULE' : 'RULE';
}

/** What an editor sends, as what is stored: of a derived rule only what differs from its base. */
export async function putItemOf(
  input: RuleInput,
  before: RuleView | undefined,
  ruleOf: (id: string) => Promise<RuleView | undefined>,
): Promise<PutItem<RuleKind>> {
  const about = {
    id: input.id,
    isNew: input.isNew ?? false,
    enabled: input.enabled,
    versionId: input.versionId ?? undefined,
  };
  const kind = kindOfInput(input, about.isNew ? undefined : before?.kind);
  if (kind === 'DERIVED_RULE') {
    const baseId = input.baseDetection ?? before?.base?.id ?? '';
    const base = await ruleOf(baseId);
    const definition = {
      baseDetection: baseId,
      overrides: overridesOf(input, before, base),
      filePath: before?.definition.filePath,
    };
    return { kind, ...about, definition };
  }
  const definition = mergedRule(input, before?.definition);
  if (kind === 'RULE') return { kind, ...about, definition };
  const { logTypes: _none, ...rest } = definition;
  const scheduledQueries = input.scheduledQueries ?? before?.scheduledQueries ?? [];
  return { kind, ...about, definition: { ...rest, scheduledQueries } };
}

const logicNames = ['body', 'simpleDetectionBody', 'logTypes'] as const;

function overridesOf(
  input: RuleInput,
  before: RuleView | undefined,
  base: RuleView | undefined,
): RuleOverrideFields {
  const inherited: Record<string, unknown> = { ...base?.definition, enabled: base?.enabled };
  const said = given(input);
  for (const name of logicNames) {
    if (said[name] == null || base === undefined || isDeepStrictEqual(said[name], inherited[name])) continue;
    throw invalidInput(
      `Detection ${input.id} takes its ${name} from ${base.id}. Change it there, or clone the rule instead of deriving it.`,
      { details: { field: name } },
    );
  }
  const names = Object.keys(RuleOverrideFields.shape);
  const overrides: Record<string, unknown> = { ...before?.overrides };
  for (const [name, value] of Object.entries(said)) {
    if (!names.includes(name)) continue;
    // What it says already stays said, be it the same as the base.
    if (overrides[name] !== undefined && isDeepStrictEqual(value, overrides[name])) continue;
    if (value === null || isDeepStrictEqual(value, inherited[name])) delete overrides[name];
    else overrides[name] = value;
  }
  return overrides; // checked by its schema before it is stored
}
