import type { ComplianceCounts, StatusCounts } from './compliance-store.ts';
import type { ResourceParts } from './graphql-parts.ts';
import type { PolicyScan } from './scan-store.ts';
import { worstOf } from './service.ts';

/** What the inventory says of a policy, as fields of the policy, and the types that resources show as well. */
export function complianceTypes({ builder, detections: { ComplianceStatus, Policy } }: ResourceParts) {
  const StatusCountsType = builder.objectRef<StatusCounts>('ComplianceStatusCounts').implement({
    auth: 'with-parent',
    fields: (t) => ({
      error: t.exposeInt('error'),
      fail: t.exposeInt('fail'),
      pass: t.exposeInt('pass'),
    }),
  });
  const ComplianceCountsType = builder.objectRef<ComplianceCounts>('ComplianceCounts').implement({
    description: 'How many pairs of policy and resource have which status.',
    auth: 'with-parent',
    fields: (t) => ({
      active: t.expose('active', { type: StatusCountsType }),
      suppressed: t.expose('suppressed', { type: StatusCountsType }),
    }),
  });
  const Scan = builder.objectRef<PolicyScan>('PolicyScan').implement({
    auth: 'with-parent',
    fields: (t) => ({
      judgedCount: t.exposeInt('judgedCount'),
      totalCount: t.exposeInt('totalCount', { description: 'Resources there were when it began.' }),
    }),
  });
  builder.objectFields(Policy, (t) => ({
    complianceStatus: t.field({
      type: ComplianceStatus,
      nullable: true,
      description: 'The worst of its entries that are not suppressed; null while it is disabled.',
      resolve: async ({ id, enabled }, _args, { services }) =>
        enabled ? worstOf((await services.resources.countsOf('policy', [id])).get(id)!) : null, // asked for just this one
    }),
    compliance: t.field({
      type: ComplianceCountsType,
      resolve: async ({ id }, _args, { services }) =>
        (await services.resources.countsOf('policy', [id])).get(id)!, // asked for just this one
    }),
    scan: t.field({
      type: Scan,
      nullable: true,
      description: 'How far it has come with the inventory; null when it is through.',
      resolve: async ({ id }, _args, { services }) =>
        (await services.resources.scansOf([id])).get(id) ?? null,
    }),
  }));
  return { StatusCounts: StatusCountsType, ComplianceCounts: ComplianceCountsType };
}
