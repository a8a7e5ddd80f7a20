import type { ContentItem } from '@margay/detect/content';
import {
  detectionKinds,
  findDetectionKind,
  isPythonKind,
  type DetectionKind,
  type PythonKind,
} from '@margay/model';
import type * as z from 'zod';
import type { ItemFacts, StoredItem, StoredKind } from './kind.ts';
import { storedKinds } from './known.ts';
import type { RuleInput } from './rule-input.ts';

export type ContentKind = keyof typeof storedKinds;
export type DefinitionOf = {
  [Kind in ContentKind]: z.output<(typeof storedKinds)[Kind]['definition']>;
};
export const contentKindNames = Object.keys(storedKinds) as ContentKind[];

/** Kinds that judge something: what lists of detections show. */
export type DetectionContentKind = Extract<ContentKind, DetectionKind>;
export const detectionKindNames = detectionKinds.filter(
  (kind): kind is DetectionContentKind => kind in storedKinds,
);

export const isDetectionKind = (kind: ContentKind): kind is DetectionContentKind =>
  (detectionKindNames as readonly ContentKind[]).includes(kind);

/** The kind for use where only its name is known; `Kind` ties definitions and items to it. */
export function kindNamed<Kind extends ContentKind>(name: Kind): StoredKind<DefinitionOf[Kind]> {
  return storedKinds[name] as unknown as StoredKind<DefinitionOf[Kind]>;
}

const nameOfItemKind = new Map(
  contentKindNames.flatMap((name) => kindNamed(name).itemKinds.map((itemKind) => [itemKind, name] as const)),
);

/** Names of the stored kinds of which this holds. */
export const kindsThat = (is: (kind: StoredKind<DefinitionOf[ContentKind]>) => unknown): ContentKind[] =>
  contentKindNames.filter((name) => is(kindNamed(name)));

/** Kinds that decide how cloud resources are judged: those that judge them, and what these may import. */
export const judgingResources = contentKindNames.filter(
  (name) => findDetectionKind(name)?.judges === 'resources' || kindNamed(name).isLibrary,
);

export interface NamedItem extends StoredItem<DefinitionOf[ContentKind]> {
  kind: ContentKind;
}

/** A file's item as the server keeps it. */
export function storedItemOf(item: ContentItem): NamedItem {
  const kind = nameOfItemKind.get(item.kind);
  if (kind === undefined) throw new Error(`no kind of content is kept for ${item.kind}`);
  return { kind, ...kindNamed(kind).fromItem(item) };
}

/** What is kept as a file's item. */
export function contentItemOf({ kind, ...stored }: NamedItem): ContentItem {
  return kindNamed(kind).toItem(stored);
}

/** What is meant where nobody names a kind. */
export const plainRule = 'RULE' as const satisfies DetectionContentKind;

/** The kind of what an editor sends without one, by what it names. */
export function kindOfUnnamed(
  { baseDetection, scheduledQueries }: Pick<RuleInput, 'baseDetection' | 'scheduledQueries'>,
  stored: Pick<ItemFacts, 'baseId' | 'scheduledQueries'> = { baseId: null, scheduledQueries: [] },
): DetectionContentKind {
  const facts = {
    baseId: baseDetection ?? stored.baseId,
    scheduledQueries: scheduledQueries ?? stored.scheduledQueries,
  };
  return detectionKindNames.find((name) => kindNamed(name).isMeantBy?.(facts)) ?? plainRule;
}

/** The kind an editor names, where it runs with Python of its own and is no plain rule. */
export function kindOfOwnPython({ analysisType }: Pick<RuleInput, 'analysisType'>): PythonKind | undefined {
  if (analysisType == null || analysisType === plainRule) return undefined;
  return isPythonKind(analysisType) ? analysisType : undefined;
}
