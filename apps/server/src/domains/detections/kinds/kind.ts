import type { Permission } from '@margay/auth';
import type { BodyKind } from '@margay/detect';
import type { AnyItem, ContentItem } from '@margay/detect/content';
import { findDetectionKind, type Severity } from '@margay/model';
import type * as z from 'zod';
import type { Reach } from '../../../api/log-type-lack.ts';
import type { RuleOverrideFields } from './rule-overrides.ts';
import type { RuleDefinition } from './rule-definition.ts';
import type { RuleInput } from './rule-input.ts';
import type { SavedQueryDefinition } from './saved-query-definition.ts';

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

/** What the reach of an item follows from. */
export interface ReachFacts extends Pick<ItemFacts, 'logTypes' | 'scheduledQueries' | 'baseId'> {
  /** Of a saved query. */
  query?: SavedQueryDefinition;
}

export interface ReachContext {
  /** What these items of a stored kind concern together; any log type where one of them is not there. */
  related(kind: string, ids: readonly string[]): Promise<Reach>;
  /** Log types of the tables that a saved query reads. */
  logTypesOfQuery(query: SavedQueryDefinition): Reach;
}

/** The reach of what names its log types itself. */
export const reachOfNamed = ({ logTypes }: ReachFacts): Reach =>
  logTypes.length > 0 ? { logTypes } : { any: 'it names no log type' };

/** What the API shows of a detection that is a rule there. */
export interface ShownRule {
  definition: RuleDefinition;
  /** The rule it takes its logic from. */
  base: { id: string; displayName: string } | null;
  overrides: RuleOverrideFields | null;
}

/** A stored rule as an editor opened it. */
export interface EditedRule extends ShownRule {
  id: string;
  enabled: boolean;
  scheduledQueries: string[];
}

export interface Editing {
  /** What is stored under the id; undefined for a new rule. */
  before?: EditedRule | undefined;
  ruleOf(id: string): Promise<EditedRule | undefined>;
}

export type OverridingChange = Pick<RuleOverrideFields, 'enabled' | 'severity' | 'tags'>;

export interface InheritedFacts extends Pick<ItemFacts, 'displayName' | 'severity' | 'logTypes' | 'tags'> {
  enabled: boolean;
}

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
export interface StoredKind<Definition = unknown, Item extends AnyItem = ContentItem> {
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
  /** Others import its Python by its id: it has no switch, and how they run depends on it. */
  isLibrary?: true;
  /** People give it a name, and that is its id. */
  isCalledByName?: true;
  /** Of those that are enabled, no two may name the same log type. */
  isAloneInLogType?: true;
  /** Others may take their logic from it. */
  mayBeBase?: true;
  /** Where others name it; while one does, it cannot be deleted. */
  namedIn?: 'scheduledQueries';
  /** How the syntax of its Python is checked; absent where there is none. */
  bodyKind?: BodyKind;
  definition: z.ZodType<Definition>;
  bodyOf?(definition: Definition): string | undefined;
  factsOf(id: string, definition: Definition): ItemFacts;
  /** The query in it, which its reach may follow from. */
  queryOf?(definition: Definition): SavedQueryDefinition;
  /** Which log types it concerns; see docs/decisions/0023. */
  reachOf(facts: ReachFacts, context: ReachContext): Reach | Promise<Reach>;
  /** For kinds that the API shows as a rule; `base` is the stored rule it takes its logic from, where it is there. */
  shownRule?(
    definition: Definition,
    base: { displayName: string; definition: RuleDefinition } | undefined,
  ): ShownRule;
  /** For kinds that people save in the rule editor: the definition that what it sends comes to. */
  fromEditor?(input: RuleInput, editing: Editing): Definition | Promise<Definition>;
  /** Whether what an editor sends without a kind is meant to be of this one; the plain rule takes what nobody does. */
  isMeantBy?(facts: Pick<ItemFacts, 'baseId' | 'scheduledQueries'>): boolean;
  /**
   * For kinds that keep changes of settings, their switch among them, as overrides of another item: the definition with
   * such a change. All others hold their settings as they are, and their switch beside their versions.
   */
  overridden?(definition: Definition, change: OverridingChange): Definition;
  /** For the same kinds: what lists show of one, over what its base has. */
  inherited?(
    id: string,
    definition: Definition,
    base: { enabled: boolean; definition: RuleDefinition } | undefined,
  ): InheritedFacts;
  fromItem(item: Item): StoredItem<Definition>;
  toItem(stored: StoredItem<Definition>): Item;
}

export function defineStoredKind<Definition, Item extends AnyItem>(
  kind: StoredKind<Definition, Item>,
): StoredKind<Definition, Item> {
  return kind;
}

/** The same for a kind of detection, which the registry of the model has a title for. */
export function defineStoredDetection<Definition, Item extends AnyItem>(
  id: string,
  kind: Omit<StoredKind<Definition, Item>, 'title'>,
): StoredKind<Definition, Item> {
  const known = findDetectionKind(id);
  if (known === undefined) throw new Error(`detection kind ${id} is not in the registry`);
  return { title: known.title, ...kind };
}
