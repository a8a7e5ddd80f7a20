import type { PagedAddress } from '../../ui/lists/paged-list.tsx';

export const modelSorts = ['displayName', 'id', 'enabled', 'lastModified'] as const;
export type ModelSort = (typeof modelSorts)[number];

/** What the address of the list holds. */
export interface ModelListSearch extends PagedAddress<ModelSort> {
  logTypes?: string[] | undefined;
  enabled?: boolean | undefined;
  managed?: boolean | undefined;
}
