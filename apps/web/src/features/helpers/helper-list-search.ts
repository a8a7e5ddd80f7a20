import type { PagedAddress } from '../../ui/lists/paged-list.tsx';

export const helperSorts = ['id', 'usedBy', 'lastModified'] as const;
export type HelperSort = (typeof helperSorts)[number];

/** What the address of the list holds. */
export type HelperListSearch = PagedAddress<HelperSort>;
