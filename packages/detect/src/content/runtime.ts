import type { DataModel, DetectionContent, PythonRule, Trust, UnitTest } from '@margay/model';
import type { ContentItem } from './item.ts';
import { kindOfItem } from './kinds/index.ts';

export interface VersionedItem {
  item: ContentItem;
  versionId: string;
  /** Of who last changed its text. */
  trust: Trust;
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
  for (const entry of items) {
    const { item, versionId, trust } = entry;
    const result = runnable(entry, byId);
    const fault =
      typeof result === 'string'
        ? result
        : (unknownLogType(item, result, isKnownLogType) ?? secondModel(item, modelOf));
    if (fault !== undefined) content.faults.set(item.id, fault);
    else if (item.kind === 'global') content.globals.push({ ...item.module, versionId, trust });
    else if (item.kind === 'datamodel') content.dataModels.push({ ...item.model, versionId, trust });
    else if (typeof result === 'object') content.rules.push(result);
  }
  return content;
}

/** The detection as it runs, the reason why it cannot, or undefined for what the Python runtime does not run. */
function runnable(
  { item, versionId, trust }: VersionedItem,
  byId: ReadonlyMap<string, VersionedItem>,
): RunnableRule | string | undefined {
  const runs = kindOfItem(item).runs?.(item, (id) => byId.get(id)?.item);
  if (runs === undefined || typeof runs === 'string') return runs;
  const { rule, enabled, tests, logicOf } = runs;
  const base = logicOf === undefined ? undefined : byId.get(logicOf);
  const version = base === undefined ? versionId : `${versionId}+${base.versionId}`;
  // A derived rule runs the text of its base.
  return { rule: { ...rule, versionId: version, trust: (base ?? { trust }).trust }, enabled, tests };
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
