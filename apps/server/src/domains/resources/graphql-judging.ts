import { invalidInput } from '@margay/kit';
import type { Severity } from '@margay/model';
import { actorOf } from '../../api/context.ts';
import { pageOf, pagingOf } from '../detections/index.ts';
import { resourcesAccess } from './access.ts';
import type { StatusCounts } from './compliance-store.ts';
import type { ComplianceFilter } from './compliance-store.ts';
import type { resourceObjects } from './graphql-objects.ts';
import type { ResourceParts } from './graphql-parts.ts';
import type { OrganizationStats } from './stats-store.ts';

/** What policies say of resources, what is suppressed, and the figures of both. */
export function judgingFields(
  { builder, shared }: ResourceParts,
  objects: ReturnType<typeof resourceObjects>,
): void {
  const { ComplianceStatus, Counts, ListComplianceResponse, Policy, Resource } = objects;
  const ItemsInput = builder.inputType('ComplianceItemsInput', {
    fields: (t) => ({
      policyId: t.id(),
      resourceId: t.id(),
      status: t.field({ type: ComplianceStatus }),
      severity: t.field({ type: shared.Severity }),
      suppressed: t.boolean(),
      resourceIdContains: t.string(),
      page: t.int({ defaultValue: 1 }),
      pageSize: t.int({ defaultValue: 25 }),
    }),
  });
  const SuppressInput = builder.inputType('SuppressPoliciesInput', {
    fields: (t) => ({
      policyIds: t.idList({ required: true }),
      resourcePatterns: t.stringList({
        required: true,
        description: 'Resource ids; * stands for any text, every other character for itself.',
      }),
      remove: t.boolean({ defaultValue: false, description: 'True: takes these very patterns away.' }),
    }),
  });
  const JudgeInput = builder.inputType('JudgeResourcesInput', {
    fields: (t) => ({ policyIds: t.idList(), resourceIds: t.idList() }),
  });
  const BySeverity = builder
    .objectRef<{ severity: Severity; counts: StatusCounts }>('CountsBySeverity')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        severity: t.expose('severity', { type: shared.Severity }),
        counts: t.expose('counts', { type: Counts }),
      }),
    });
  const ByType = builder.objectRef<{ type: string; counts: StatusCounts }>('CountsByType').implement({
    auth: 'with-parent',
    fields: (t) => ({ type: t.exposeString('type'), counts: t.expose('counts', { type: Counts }) }),
  });
  const Stats = builder.objectRef<OrganizationStats>('OrganizationStats').implement({
    auth: 'with-parent',
    fields: (t) => ({
      appliedPolicies: t.expose('appliedPolicies', { type: [BySeverity] }),
      scannedResources: t.expose('scannedResources', { type: [ByType] }),
      topFailingPolicies: t.field({
        type: [Policy],
        auth: resourcesAccess.readPolicies,
        resolve: ({ topFailingPolicies }, _args, { services }) =>
          all(topFailingPolicies, (id) => services.detections.find(id, ['POLICY'])),
      }),
      topFailingResources: t.field({
        type: [Resource],
        auth: resourcesAccess.read,
        resolve: ({ topFailingResources }, _args, { services }) =>
          all(topFailingResources, (id) => services.resources.find(id)),
      }),
    }),
  });
  interface Items {
    policyId?: string | null | undefined;
    resourceId?: string | null | undefined;
    status?: ComplianceFilter['status'] | null | undefined;
    severity?: Severity | null | undefined;
    suppressed?: boolean | null | undefined;
    resourceIdContains?: string | null | undefined;
    page?: number | null;
    pageSize?: number | null;
  }
  const filterOf = (input: Items, needed: 'policyId' | 'resourceId'): ComplianceFilter => {
    if (!input[needed]) throw invalidInput(`The input has no ${needed}. Say whose entries are wanted.`);
    return {
      ...(input.policyId ? { policyId: input.policyId } : {}),
      ...(input.resourceId ? { resourceId: input.resourceId } : {}),
      ...(input.status ? { status: input.status } : {}),
      ...(input.severity ? { severity: input.severity } : {}),
      ...(input.suppressed == null ? {} : { suppressed: input.suppressed }),
      ...(input.resourceIdContains ? { resourceIdContains: input.resourceIdContains } : {}),
      ...pageOf(input),
    };
  };

  builder.queryFields((t) => ({
    policiesForResource: t.field({
      type: ListComplianceResponse,
      auth: resourcesAccess.read,
      args: { input: t.arg({ type: ItemsInput, required: true }) },
      resolve: async (_root, { input }, { services }) => {
        const filter = filterOf(input, 'resourceId');
        const { total, ...list } = await services.resources.compliance(filter, 'resource');
        return { ...list, paging: pagingOf(filter, total) };
      },
    }),
    resourcesForPolicy: t.field({
      type: ListComplianceResponse,
      auth: resourcesAccess.readPolicies,
      args: { input: t.arg({ type: ItemsInput, required: true }) },
      resolve: async (_root, { input }, { services }) => {
        const filter = filterOf(input, 'policyId');
        const { total, ...list } = await services.resources.compliance(filter, 'policy');
        return { ...list, paging: pagingOf(filter, total) };
      },
    }),
    organizationStats: t.field({
      type: Stats,
      auth: resourcesAccess.readFigures,
      resolve: (_root, _args, { services }) => services.resources.stats(),
    }),
  }));
  builder.mutationFields((t) => ({
    suppressPolicies: t.field({
      description: 'Adds suppressions to policies or takes them away; answers the policies that changed.',
      type: shared.IdsOutput,
      auth: resourcesAccess.suppress,
      args: { input: t.arg({ type: SuppressInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.resources.suppress(actorOf(context), {
          ...input,
          remove: input.remove ?? false,
        }),
      }),
    }),
    judgeResources: t.field({
      description: 'Has policies judge everything, and resources be judged by all policies, once more.',
      type: shared.IdsOutput,
      auth: resourcesAccess.judge,
      args: { input: t.arg({ type: JudgeInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.resources.judgeAgain(actorOf(context), {
          policyIds: input.policyIds ?? [],
          resourceIds: input.resourceIds ?? [],
        }),
      }),
    }),
  }));
}

async function all<T>(ids: readonly string[], find: (id: string) => Promise<T | undefined>): Promise<T[]> {
  return (await Promise.all(ids.map(find))).filter((found) => found !== undefined);
}
