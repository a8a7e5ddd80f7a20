import type { DataModel, DetectionContent, PythonRule, UnitTest } from '@margay/model';
import { deriveRule } from './derive.ts';
import type { ContentItem, DerivedRuleItem, PolicyItem, RuleItem, ScheduledRuleItem } from './item.ts';

export interface VersionedItem {
  item: ContentItem;
  versionId: string;
}

/** A detection as it runs, whether it is enabled or not. */
export interface RunnableRule {
  rule: PythonRule;
  enabled: boolean;
  tests: UnitTest[];
}

export interface RuntimeContent {
  rules: RunnableRule[];
  globals: DetectionContent['globals'];
  dataModels: DetectionContent['dataModels'];
  /** Items that cannot run, by id, with the reason. They are in none of the lists. */
  faults: Map<string, string>;
}

export interface RuntimeOptions {
  /** False for a log type without a schema. Absent: every log type is known. */
  isKnownLogType?(name: string): boolean;
}

/**
 * What the runtime runs of these items. Data models of one log type: of two enabled ones the one that comes first in
 * the list stays.
 */
export function runtimeContent(
  items: readonly VersionedItem[],
  { isKnownLogType = () => true }: RuntimeOptions = {},
): RuntimeContent {
  const content: RuntimeContent = { rules: [], globals: [], dataModels: [], faults: new Map() };
  const byId = new Map(items.map((entry) => [entry.item.id, entry]));
  const modelOf = new Map<string, string>();
  for (const { item, versionId } of items) {
    const result = runnable(item, versionId, byId);
    const fault =
      typeof result === 'string'
        ? result
        : (unknownLogType(item, result, isKnownLogType) ?? secondModel(item, modelOf));
    if (fault !== undefined) content.faults.set(item.id, fault);
    else if (item.kind === 'global') content.globals.push({ ...item.module, versionId });
    else if (item.kind === 'datamodel') content.dataModels.push({ ...item.model, versionId });
    else if (typeof result === 'object') content.rules.push(result);
  }
  return content;
}

type RuleLike = RuleItem | ScheduledRuleItem | PolicyItem;

const rulesOfKind = {
  rule: (item: RuleItem) => item.rule,
  scheduled_rule({ rule }: ScheduledRuleItem) {
    const { inlineFilters: _notForRows, ...facts } = rule;
    return facts;
  },
  policy: (item: PolicyItem) => item.rule,
};

/** The detection as it runs, the reason why it cannot, or undefined for what is no detection. */
function runnable(
  item: ContentItem,
  versionId: string,
  byId: ReadonlyMap<string, VersionedItem>,
): RunnableRule | string | undefined {
  switch (item.kind) {
    case 'rule':
    case 'scheduled_rule':
    case 'policy':
      return running(item, versionId);
    case 'derived_rule': {
      const base = baseOf(item, byId);
      if (typeof base === 'string') return base;
      return running(deriveRule(base.item, item), `${versionId}+${base.versionId}`);
    }
    default:
      return undefined;
  }
}

function running(item: RuleLike, versionId: string): RunnableRule {
  const { enabled, tests } = item;
  const ruleOf = rulesOfKind[item.kind] as (item: RuleLike) => RuleLike['rule']; // the entry of its own kind
  return { rule: { ...ruleOf(item), versionId }, enabled, tests };
}

function baseOf(
  { id, baseId }: DerivedRuleItem,
  byId: ReadonlyMap<string, VersionedItem>,
): { item: RuleItem; versionId: string } | string {
  const base = byId.get(baseId);
  if (base === undefined) {
    return `BaseDetection: there is no rule ${baseId}. Add it, or derive ${id} from another rule.`;
  }
  const { item, versionId } = base;
  if (item.kind === 'rule') return { item, versionId };
  const reason =
    item.kind === 'derived_rule' ? 'is itself derived' : 'is not a rule over events of log types';
  return `BaseDetection: ${baseId} ${reason}. Derive ${id} from a rule that is not derived.`;
}

function unknownLogType(
  item: ContentItem,
  runs: RunnableRule | undefined,
  isKnown: (name: string) => boolean,
): string | undefined {
  const logTypes = item.kind === 'datamodel' ? item.model.logTypes : (runs?.rule.logTypes ?? []);
  const unknown = logTypes.filter((name) => !isKnown(name));
  if (unknown.length === 0) return undefined;
  return `LogTypes: there is no schema for ${unknown.join(', ')}. Add the schema, or remove the log type.`;
}

function secondModel(item: ContentItem, modelOf: Map<string, string>): string | undefined {
  if (item.kind !== 'datamodel' || !item.model.enabled) return undefined;
  const taken = item.model.logTypes.find((logType) => modelOf.has(logType));
  if (taken !== undefined) {
    return `LogTypes: ${taken} has the data model ${modelOf.get(taken)} already. Disable one of the two.`;
  }
  for (const logType of item.model.logTypes) modelOf.set(logType, item.id);
  return undefined;
}

/** Only what is enabled, as the engine loads it. */
export function loadableContent(content: RuntimeContent, revision: number): DetectionContent {
  return {
    revision,
    rules: content.rules.filter((rule) => rule.enabled).map(({ rule }) => rule),
    globals: content.globals,
    dataModels: content.dataModels satisfies DataModel[],
  };
}
