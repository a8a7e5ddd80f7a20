import type { pagingOf } from '../detections/index.ts';
import { resourcesAccess } from './access.ts';
import type { ComplianceCounts, ComplianceEntry, StatusCounts } from './compliance-store.ts';
import type { ResourceParts } from './graphql-parts.ts';
import { complianceTypes } from './graphql-compliance.ts';
import { worstOf } from './service.ts';
import type { ResourceFacets, ResourceRecord } from './store.ts';
import type { ResourceVerdict } from './upload.ts';

type Paging = ReturnType<typeof pagingOf>;

/** The types that show resources and what policies say of them. */
export function resourceObjects(parts: ResourceParts) {
  const { builder, shared, detections } = parts;
  const { ComplianceStatus, Policy } = detections;
  const { StatusCounts: Counts, ComplianceCounts: BothCounts } = complianceTypes(parts);

  const Resource = builder.objectRef<ResourceRecord>('Resource').implement({
    auth: resourcesAccess.see,
    fields: (t) => ({
      id: t.exposeID('id'),
      type: t.exposeString('type'),
      integrationId: t.exposeID('integrationId'),
      integrationLabel: t.exposeString('integrationLabel', { nullable: true }),
      complianceStatus: t.field({
        type: ComplianceStatus,
        description: 'The worst of its entries that are not suppressed; PASS where there is none.',
        resolve: async ({ id }, _args, { services }) =>
          worstOf((await services.resources.countsOf('resource', [id])).get(id)!), // asked for just this one
      }),
      compliance: t.field({
        type: BothCounts,
        resolve: async ({ id }, _args, { services }) =>
          (await services.resources.countsOf('resource', [id])).get(id)!, // asked for just this one
      }),
      isBeingJudged: t.exposeBoolean('isDue', {
        description: 'It changed, and policies have not judged it since.',
      }),
      deleted: t.exposeBoolean('deleted'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      lastModified: t.expose('lastModified', { type: 'DateTime' }),
      attributes: t.expose('attributes', { type: 'JSON', auth: resourcesAccess.read }),
    }),
  });
  const ListResponse = builder
    .objectRef<{ records: ResourceRecord[]; paging: Paging }>('ListResourcesResponse')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        resources: t.expose('records', { type: [Resource] }),
        paging: t.expose('paging', { type: shared.Paging }),
      }),
    });
  const TypeFacet = builder.objectRef<ResourceFacets['types'][number]>('ResourceTypeFacet').implement({
    auth: 'with-parent',
    fields: (t) => ({ type: t.exposeString('type'), count: t.exposeInt('count') }),
  });
  const IntegrationFacet = builder
    .objectRef<ResourceFacets['integrations'][number]>('ResourceIntegrationFacet')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        id: t.exposeID('id'),
        label: t.exposeString('label'),
        count: t.exposeInt('count'),
      }),
    });
  const Facets = builder.objectRef<ResourceFacets>('ResourceFacets').implement({
    auth: 'with-parent',
    fields: (t) => ({
      types: t.expose('types', { type: [TypeFacet] }),
      integrations: t.expose('integrations', { type: [IntegrationFacet] }),
    }),
  });
  const UploadVerdict = builder.objectRef<ResourceVerdict>('ResourceUploadVerdict').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeString('id', { description: 'As the upload gave it; empty where it gave none.' }),
      verdict: t.exposeString('verdict', { description: 'new, modified, unchanged or refused' }),
      reason: t.exposeString('reason', { description: 'Why it was refused.' }),
    }),
  });

  const ComplianceItem = builder.objectRef<ComplianceEntry>('ComplianceItem').implement({
    description: 'What one policy says of one resource.',
    auth: 'with-parent',
    fields: (t) => ({
      policyId: t.exposeID('policyId'),
      policyName: t.string({
        description: 'Its display name, or its id.',
        resolve: async ({ policyId }, _args, { services }) =>
          (await services.detections.find(policyId, ['POLICY']))?.displayName ?? policyId,
      }),
      policySeverity: t.expose('policySeverity', { type: shared.Severity }),
      suppressedBy: t.stringList({
        description: 'Patterns of the policy that cover the resource.',
        resolve: ({ policyId, resourceId }, _args, { services }) =>
          services.resources.suppressedBy(policyId, resourceId),
      }),
      resourceId: t.exposeID('resourceId'),
      resourceType: t.exposeString('resourceType'),
      integrationId: t.exposeID('integrationId'),
      integrationLabel: t.exposeString('integrationLabel'),
      status: t.expose('status', { type: ComplianceStatus }),
      suppressed: t.exposeBoolean('suppressed'),
      errorMessage: t.exposeString('errorMessage', { nullable: true }),
      statusSince: t.expose('changedAt', { type: 'DateTime' }),
      lastUpdated: t.expose('lastUpdated', { type: 'DateTime' }),
    }),
  });
  const ListComplianceResponse = builder
    .objectRef<{ entries: ComplianceEntry[]; counts: ComplianceCounts; paging: Paging }>(
      'ListComplianceItemsResponse',
    )
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        items: t.expose('entries', { type: [ComplianceItem] }),
        active: t.field({ type: Counts, resolve: ({ counts }) => counts.active }),
        suppressed: t.field({ type: Counts, resolve: ({ counts }) => counts.suppressed }),
        status: t.field({
          type: ComplianceStatus,
          nullable: true,
          description: 'The worst of all that are not suppressed; null where nothing was judged.',
          resolve: ({ counts }) => (isEmpty(counts) ? null : worstOf(counts)),
        }),
        paging: t.expose('paging', { type: shared.Paging }),
      }),
    });
  return {
    ComplianceStatus,
    Counts,
    Facets,
    ListComplianceResponse,
    ListResponse,
    Policy,
    Resource,
    UploadVerdict,
  };
}

const sum = ({ error, fail, pass }: StatusCounts) => error + fail + pass;
export const isEmpty = ({ active, suppressed }: ComplianceCounts) => sum(active) + sum(suppressed) === 0;
