export const savedSearchSorts = ['name', 'lastAccessedAt', 'createdAt', 'updatedAt'] as const;
export type SavedSearchSort = (typeof savedSearchSorts)[number];

/** What the address of the list holds. */
export interface SavedSearchListSearch {
  page: number;
  sortBy: SavedSearchSort;
  sortDir: 'ascending' | 'descending';
  search?: string | undefined;
  tags?: string[] | undefined;
  scheduled?: boolean | undefined;
  active?: boolean | undefined;
  /** Modified in the last so many days. */
  days?: number | undefined;
}
