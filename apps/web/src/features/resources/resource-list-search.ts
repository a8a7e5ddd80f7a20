import type { ComplianceStatus } from '../../lib/compliance/status.ts';
import type { PagedAddress } from '../../ui/lists/paged-list.tsx';

export const resourceSorts = ['id', 'type', 'integrationLabel', 'complianceStatus', 'lastModified'] as const;
export type ResourceSort = (typeof resourceSorts)[number];

/** What the address of the list holds. */
export interface ResourceListSearch extends PagedAddress<ResourceSort> {
  types?: string[] | undefined;
  source?: string | undefined;
  status?: ComplianceStatus | undefined;
  deleted?: boolean | undefined;
}
