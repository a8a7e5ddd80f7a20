import type { ContentItem } from '../item.ts';
import type { KindDefinition } from './kind.ts';
import { contentKinds } from './known.ts';

/** Kinds that exist in content repositories and are left out, with what to tell the person who brings them. */
export const unsupportedKinds: Record<string, { idKey: string; reason: string }> = {
  correlation_rule: { idKey: 'RuleID', reason: 'correlation rules are not run by this version' },
  lookup_table: { idKey: 'LookupName', reason: 'lookup tables are not imported by this version' },
  pack: { idKey: 'PackID', reason: 'packs are not imported by this version' },
  scheduled_prompt: { idKey: 'PromptID', reason: 'scheduled prompts are not run by this version' },
};

/** The kind of a YAML value with this `AnalysisType`. */
export function kindOf(analysisType: string, value: object): KindDefinition | undefined {
  const kinds = contentKinds.filter((kind) => kind.analysisType === analysisType);
  return (
    kinds.find((kind) => kind.marker !== undefined && kind.marker in value) ??
    kinds.find((kind) => kind.marker === undefined)
  );
}

/** Every `AnalysisType` that means something here. */
export const analysisTypes: readonly string[] = [
  ...new Set([...contentKinds.map((kind) => kind.analysisType), ...Object.keys(unsupportedKinds)]),
].sort();

const byKind = new Map(contentKinds.map((kind) => [kind.kind, kind]));

/** The kind of an item that was read. */
export function kindOfItem({ kind }: Pick<ContentItem, 'kind'>): KindDefinition {
  const found = byKind.get(kind);
  if (found === undefined) throw new Error(`content kind ${kind} is not in the registry`);
  return found;
}

/** The Python of an item, empty where it has none. */
export const pythonOfItem = (item: ContentItem): string => kindOfItem(item).bodyOf?.(item) ?? '';

/** The id of the item whose logic this one takes over; undefined for those with logic of their own. */
export const baseOfItem = (item: ContentItem): string | undefined => kindOfItem(item).baseOf?.(item);
