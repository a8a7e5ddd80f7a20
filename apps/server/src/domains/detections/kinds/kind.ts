import type { Permission } from '@margay/auth';
import type { BodyKind } from '@margay/detect';
import type { ContentItem } from '@margay/detect/content';
import type { Severity } from '@margay/model';
import type * as z from 'zod';

/** What lists sort and filter by. */
export interface ItemFacts {
  displayName: string;
  severity: Severity | null;
  logTypes: string[];
  tags: string[];
  resourceTypes: string[];
  scheduledQueries: string[];
  /** The rule a derived one takes its logic from. */
  baseId: string | null;
}

export const noFacts = {
  severity: null,
  logTypes: [],
  tags: [],
  resourceTypes: [],
  scheduledQueries: [],
  baseId: null,
} satisfies Omit<ItemFacts, 'displayName'>;

/** Groups an upload is counted by; the names are the public API's. */
export const statisticsGroups = [
  'rules',
  'policies',
  'queries',
  'dataModels',
  'globalHelpers',
  'lookupTables',
  'correlationRules',
  'scheduledPrompts',
] as const;
export type StatisticsGroup = (typeof statisticsGroups)[number];

export interface StoredItem<Definition> {
  id: string;
  enabled: boolean;
  definition: Definition;
}

/** One kind of detection content as the server keeps it: what a version holds, and its way from and to files. */
export interface StoredKind<Definition = unknown, Item extends ContentItem = ContentItem> {
  /** What a person calls it. */
  title: string;
  /** In names of audit entries: `CREATE_RULE`. */
  auditName: string;
  /** Kinds of files it comes from. */
  itemKinds: readonly Item['kind'][];
  group: StatisticsGroup;
  permissions: { read: Permission; modify: Permission };
  /** An import writes lower ones first: helpers before what imports them. */
  importOrder: number;
  /** How the syntax of its Python is checked; absent where there is none. */
  bodyKind?: BodyKind;
  definition: z.ZodType<Definition>;
  bodyOf?(definition: Definition): string | undefined;
  factsOf(id: string, definition: Definition): ItemFacts;
  fromItem(item: Item): StoredItem<Definition>;
  toItem(stored: StoredItem<Definition>): Item;
}

export function defineStoredKind<Definition, Item extends ContentItem>(
  kind: StoredKind<Definition, Item>,
): StoredKind<Definition, Item> {
  return kind;
}
