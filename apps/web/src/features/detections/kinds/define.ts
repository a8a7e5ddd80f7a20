import type { DetectionKind } from '@margay/model';
import type { BodyKind } from '../../../editor/python/use-body-check.ts';

/** What the list of detections and its menus need of a kind. */
export interface ListedKindDefinition {
  id: DetectionKind;
  /** The short word behind a name; null for the kind that most are. */
  badge: string | null;
  /** Its page, and the page on which it is changed. */
  page: (id: string) => object;
  editor: (id: string) => object;
  /** What the address of a new detection says of it, to begin a clone. */
  newSearch: object;
  /** What "Create New" offers of it, and what the address of each says; empty where it begins from another. */
  newEntries: readonly { label: string; search: object }[];
  modify: 'RuleModify' | 'PolicyModify';
  /** Whether others can be derived from it. */
  mayBeBase: boolean;
  /** Whether it has its logic and log types from another, and says only what differs. */
  followsBase: boolean;
  /** What the syntax of its text is checked as; null where that is no Python. */
  bodyKind: BodyKind | null;
  /** Whether the list runs its tests; otherwise its own page does. */
  testsInList: boolean;
}

/** A kind that the list shows; see `index.ts` for those there are. */
export const defineListedKind = <const Kind extends ListedKindDefinition>(kind: Kind): Kind => kind;
