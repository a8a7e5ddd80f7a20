import type { ContentItem } from '@margay/detect/content';
import { detectionKinds, type DetectionKind } from '@margay/model';
import type * as z from 'zod';
import { dataModel } from './data-model.ts';
import { derivedRule } from './derived-rule.ts';
import { global } from './global.ts';
import type { StoredItem, StoredKind } from './kind.ts';
import { policy } from './policy.ts';
import { rule } from './rule.ts';
import { savedQuery } from './saved-query.ts';
import { scheduledRule } from './scheduled-rule.ts';

/** The kinds of detection content the server keeps, in alphabetical order. */
export const storedKinds = {
  DATA_MODEL: dataModel,
  DERIVED_RULE: derivedRule,
  GLOBAL: global,
  POLICY: policy,
  RULE: rule,
  SAVED_QUERY: savedQuery,
  SCHEDULED_RULE: scheduledRule,
};

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
