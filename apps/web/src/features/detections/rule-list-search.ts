import type { Severity } from '@margay/model';
import type { PagedAddress } from '../../ui/lists/paged-list.tsx';
import type { ListedKindId } from './kinds/index.ts';

export const ruleSorts = ['displayName', 'id', 'lastModified', 'enabled', 'severity'] as const;
export type RuleSort = (typeof ruleSorts)[number];

export const testStates = ['FAILING', 'PASSING', 'NO_TESTS'] as const;
export type TestStateName = (typeof testStates)[number];

/** What the address of the list holds. */
export interface RuleListSearch extends PagedAddress<RuleSort> {
  severity?: Severity[] | undefined;
  logTypes?: string[] | undefined;
  tags?: string[] | undefined;
  enabled?: boolean | undefined;
  managed?: boolean | undefined;
  kinds?: ListedKindId[] | undefined;
  tests?: TestStateName[] | undefined;
  /** Where the text is looked for; in names unless said. */
  searchIn?: 'code' | undefined;
}
