import { invalidInput } from '@margay/kit';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { ComplianceStatus, ContentRecord, DetectionsService } from '../detections/index.ts';
import { endAlertGroups, type CommitDeps } from './store-verdicts.ts';
import {
  countEntries,
  pageOfEntries,
  policyIdsWith,
  removeOfResources,
  setSuppressed,
  suppressionsOf,
  type ComplianceCounts,
  type ComplianceEntry,
  type ComplianceFilter,
} from './compliance-store.ts';
import { forgetScans, scansOf, type PolicyScan } from './scan-store.ts';
import { SuppressionPatterns, uploadLimit } from './schema.ts';
import { organizationStats, type OrganizationStats } from './stats-store.ts';
import {
  facetsOfResources,
  findResource,
  markDeleted,
  markDue,
  pageOfResources,
  type ResourceFacets,
  type ResourceFilter,
  type ResourceRecord,
} from './store.ts';
import { isSuppressed } from './suppression.ts';
import { storeResources, type ResourceVerdict } from './upload.ts';

export interface ResourcesService {
  page(filter: ResourceFilter): Promise<{ records: ResourceRecord[]; total: number }>;
  find(id: string): Promise<ResourceRecord | undefined>;
  facets(): Promise<ResourceFacets>;
  /** Stores a batch of resources; policies judge those that changed in the background. */
  upload(actor: Actor, batch: readonly unknown[]): Promise<ResourceVerdict[]>;
  /** Marks resources as deleted: they stay to be seen, and no policy judges them. Answers those that were not. */
  delete(actor: Actor, ids: readonly string[]): Promise<string[]>;
  /** Has policies judge everything, and resources be judged by all policies, once more. */
  judgeAgain(
    actor: Actor,
    asked: { policyIds: readonly string[]; resourceIds: readonly string[] },
  ): Promise<string[]>;
  /** What policies say of resources, with the counts of the policy or resource as a whole. */
  compliance(filter: ComplianceFilter, of: 'policy' | 'resource'): Promise<ComplianceList>;
  /** Patterns of the policy that cover the resource. */
  suppressedBy(policyId: string, resourceId: string): Promise<string[]>;
  countsOf(by: 'policy' | 'resource', ids: readonly string[]): Promise<Map<string, ComplianceCounts>>;
  policyIdsWith(status: ComplianceStatus): Promise<string[]>;
  /** Policies that are not through with the inventory. */
  scansOf(policyIds: readonly string[]): Promise<Map<string, PolicyScan>>;
  /** Adds patterns of resource ids to policies or takes them away; answers the policies that changed. */
  suppress(actor: Actor, input: SuppressInput): Promise<string[]>;
  stats(): Promise<OrganizationStats>;
}

export interface SuppressInput {
  policyIds: readonly string[];
  resourcePatterns: readonly string[];
  remove: boolean;
}

export interface ComplianceList {
  entries: ComplianceEntry[];
  total: number;
  counts: ComplianceCounts;
}

export interface ResourcesDeps extends CommitDeps {
  store: Store;
  audit: AuditLog;
  detections: Pick<DetectionsService, 'changeSuppressions' | 'find'>;
  /** Has what is due judged, once the transaction is there. */
  wakeJudge(within: Sql): Promise<void>;
}

const noCounts: ComplianceCounts = {
  active: { error: 0, fail: 0, pass: 0 },
  suppressed: { error: 0, fail: 0, pass: 0 },
};

/** The worst of the entries that no suppression covers; PASS where there is none. */
export function worstOf({ active }: ComplianceCounts): ComplianceStatus {
  if (active.error > 0) return 'ERROR';
  return active.fail > 0 ? 'FAIL' : 'PASS';
}

export function createResourcesService(deps: ResourcesDeps): ResourcesService {
  const { store, audit, detections, clock, wakeJudge } = deps;

  /** The background would set it as well, but whoever suppresses looks at the page now. */
  async function followSuppressions({ id, definition }: ContentRecord<'POLICY'>): Promise<void> {
    await store.transaction(async (tx) => {
      const changed = (await suppressionsOf(tx, id)).filter(
        ({ resourceId, suppressed }) => suppressed !== isSuppressed(definition.suppressions, resourceId),
      );
      for (const [was, group] of Map.groupBy(changed, ({ suppressed }) => suppressed)) {
        const ids = group.map(({ resourceId }) => resourceId);
        await setSuppressed(tx, id, ids, !was);
      }
    });
  }

  return {
    page: (filter) => pageOfResources(store, filter),
    find: (id) => findResource(store, id),
    facets: () => facetsOfResources(store),
    upload(actor, batch) {
      if (batch.length > uploadLimit) {
        throw invalidInput(
          `The upload holds ${batch.length} resources, and at most ${uploadLimit} can be sent at once. Send it in parts.`,
        );
      }
      return store.transaction(async (tx) => {
        const verdicts = await storeResources(tx, batch, clock());
        const count = (verdict: ResourceVerdict['verdict']) =>
          verdicts.filter((one) => one.verdict === verdict).length;
        const params = { new: count('new'), modified: count('modified'), refused: count('refused') };
        await audit.record({ action: 'UPLOAD_RESOURCES', actor, params }, tx);
        if (params.new + params.modified > 0) await wakeJudge(tx);
        return verdicts;
      });
    },
    delete: (actor, ids) =>
      store.transaction(async (tx) => {
        const deleted = await markDeleted(tx, ids, clock());
        await endAlertGroups(tx, deps, await removeOfResources(tx, deleted));
        await audit.record({ action: 'DELETE_RESOURCES', actor, params: { input: { ids: deleted } } }, tx);
        return deleted;
      }),
    judgeAgain: (actor, { policyIds, resourceIds }) =>
      store.transaction(async (tx) => {
        const ids = [...(await forgetScans(tx, policyIds)), ...(await markDue(tx, resourceIds))];
        await audit.record({ action: 'JUDGE_RESOURCES', actor, params: { input: { ids } } }, tx);
        await wakeJudge(tx);
        return ids;
      }),
    async compliance(filter, of) {
      const { entries, total } = await pageOfEntries(store, filter);
      const id = filter[`${of}Id`] ?? '';
      const counts = (await countEntries(store, `${of}_id`, [id])).get(id) ?? noCounts;
      return { entries, total, counts };
    },
    async suppressedBy(policyId, resourceId) {
      const policy = await detections.find(policyId, ['POLICY']);
      const patterns = policy?.definition.suppressions ?? [];
      return patterns.filter((pattern) => isSuppressed([pattern], resourceId));
    },
    countsOf: (by, ids) => countEntries(store, `${by}_id`, ids),
    policyIdsWith: (status) => policyIdsWith(store, status),
    scansOf: (policyIds) => scansOf(store, policyIds),
    async suppress(actor, { policyIds, resourcePatterns, remove }) {
      const parsed = SuppressionPatterns.safeParse(resourcePatterns);
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        const field = ['resourcePatterns', ...(issue?.path ?? [])].join('.');
        throw invalidInput(`${field} ${issue?.message}`, { details: { field } });
      }
      const patterns = parsed.data;
      const changed = await detections.changeSuppressions(actor, policyIds, (before) =>
        remove
          ? before.filter((pattern) => !patterns.includes(pattern))
          : [...new Set([...before, ...patterns])],
      );
      for (const policy of changed) await followSuppressions(policy);
      return changed.map(({ id }) => id);
    },
    stats: () => organizationStats(store),
  };
}
