import type { Severity } from '@margay/model';
import type { ComplianceStatus } from '../../lib/compliance/status.ts';
import type { PagedAddress } from '../../ui/lists/paged-list.tsx';

export const policySorts = ['displayName', 'id', 'lastModified', 'enabled', 'severity'] as const;
export type PolicySort = (typeof policySorts)[number];

/** What the address of the list holds. */
export interface PolicyListSearch extends PagedAddress<PolicySort> {
  severity?: Severity[] | undefined;
  resourceTypes?: string[] | undefined;
  status?: ComplianceStatus | undefined;
  enabled?: boolean | undefined;
  managed?: boolean | undefined;
}
