import type { DetectEngine } from '@margay/detect';
import { internalError, newId, type Logger } from '@margay/kit';
import type { Sql } from '@margay/store';
import { commitFindings, type Findings, type FindingsDeps } from '../../findings/index.ts';
import { judgedByOf, type DetectionsService, type LoadedDetections } from '../detections/index.ts';
import { endAlertGroups, storeVerdicts, type CommitDeps } from './store-verdicts.ts';
import { removeOfOtherPolicies, removeOfOtherTypes } from './compliance-store.ts';
import { judgeResources, type RunningPolicy } from './judging.ts';
import {
  advanceScan,
  clearDue,
  dropOtherScans,
  dueResources,
  lockRevisions,
  openScan,
  resourcesOfScan,
  scannedBy,
  startScan,
  type JudgedResource,
  type PolicyScan,
} from './scan-store.ts';

export interface JudgeDeps extends FindingsDeps, CommitDeps {
  alertWriter: CommitDeps['alertWriter'];
  engine: Pick<DetectEngine, 'evaluate'>;
  detections: Pick<DetectionsService, 'list' | 'loaded' | 'reload' | 'runsNewestPolicies'>;
  logger: Logger;
}

const batchSize = 100;
const logEvery = 1000;
/** How often content may change under a batch before the job gives up for now. */
const staleLimit = 10;

type Step = 'done' | 'idle' | 'stale';

/** The enabled policies, as one load of the runtime has them. */
interface Running {
  policies: RunningPolicy[];
  loaded: LoadedDetections;
}

/**
 * Judges all that is due: resources that changed, by every policy, then the inventory by policies that changed. Each
 * batch ends in one transaction with the state of its pairs, so it may be stopped or repeated at any point: what was
 * committed is not judged again, and what was not is still due.
 */
export async function judgeDue(deps: JudgeDeps, signal: AbortSignal): Promise<void> {
  let stale = 0;
  while (!signal.aborted) {
    const step = await judgeBatch(deps);
    if (step === 'idle') return;
    stale = step === 'stale' ? stale + 1 : 0;
    if (stale > staleLimit)
      throw internalError('Policies could not judge resources, because they kept changing meanwhile.');
    if (step === 'stale') await deps.detections.reload();
  }
}

async function judgeBatch(deps: JudgeDeps): Promise<Step> {
  const { store } = deps;
  const running = await runningPolicies(deps);
  if (running === undefined) return 'stale';
  if (!(await followPolicies(deps, running))) return 'stale';
  const due = await dueResources(store, batchSize);
  if (due.length > 0) return judgeChanged(deps, running, due);
  const scan = await openScan(store);
  return scan === undefined ? 'idle' : judgeScan(deps, running, scan);
}

/** In the transaction of a change: whether what judged is still what is loaded and stored. */
const isCurrent = async ({ detections }: JudgeDeps, { loaded }: Running, tx: Sql) =>
  detections.loaded() === loaded && (await detections.runsNewestPolicies(tx));

/** Enabled policies as the runtime runs them; undefined where it does not run the newest. */
async function runningPolicies({ detections }: JudgeDeps): Promise<Running | undefined> {
  const records = (await detections.list(['POLICY'])).filter(({ enabled }) => enabled);
  const loaded = detections.loaded();
  if (loaded === undefined) return undefined;
  const rules = new Map(loaded.content.rules.map((rule) => [rule.id, rule]));
  const policies: RunningPolicy[] = [];
  for (const { id, versionId, definition } of records) {
    const rule = rules.get(id);
    if (rule?.versionId !== versionId) return undefined;
    policies.push({
      rule,
      resourceTypes: definition.resourceTypes,
      suppressions: definition.suppressions,
      judgedBy: judgedByOf(rule, loaded.content.globals),
      loadError: loaded.errors.get(id),
    });
  }
  return { policies, loaded };
}

/** Removes what is left of policies that judge no more, and begins a scan for each that is new or changed. */
async function followPolicies(deps: JudgeDeps, running: Running): Promise<boolean> {
  const { store, clock, logger } = deps;
  const { policies } = running;
  const scanned = await scannedBy(store);
  const ids = policies.map(({ rule }) => rule.id);
  const changed = policies.filter(({ rule, judgedBy }) => scanned.get(rule.id) !== judgedBy);
  if (changed.length === 0 && [...scanned.keys()].every((id) => ids.includes(id))) return true;
  return store.transaction(async (tx) => {
    if (!(await isCurrent(deps, running, tx))) return false;
    await endAlertGroups(tx, deps, await removeOfOtherPolicies(tx, ids));
    await dropOtherScans(tx, ids);
    for (const { rule, judgedBy, resourceTypes: types } of changed) {
      if (types.length > 0) await endAlertGroups(tx, deps, await removeOfOtherTypes(tx, rule.id, types));
      await startScan(tx, { policyId: rule.id, judgedBy, types }, clock());
    }
    logger.info({ policies: ids.length, changed: changed.length }, 'policies begin to judge the inventory');
    return true;
  });
}

/** Runs the work with the batch's verdicts when content and runtime are still what they were. */
async function judgeAndCommit(
  deps: JudgeDeps,
  resources: readonly JudgedResource[],
  running: Running,
  finish: (tx: Sql, current: ReadonlySet<string>) => Promise<void>,
  isComplete: boolean,
): Promise<Step> {
  const { verdicts, revisions } = await judgeResources(deps.engine, resources, running.policies);
  if ([...revisions].some((used) => used !== running.loaded.content.revision)) return 'stale';
  // Entries of the pairs tell that it is done: which verdicts are news is known under their locks only.
  const nothing: Findings = { unitId: newId(), matches: [], errors: [], now: deps.clock() };
  let current: ReadonlySet<string> = new Set();
  const committed = await commitFindings(deps, {
    findings: nothing,
    isRepeat: false,
    isMarked: false,
    ruleOf: () => undefined,
    shapeOf: () => undefined,
    async begin(tx) {
      if (!(await isCurrent(deps, running, tx))) return null;
      const revisionOf = await lockRevisions(
        tx,
        resources.map(({ id }) => id),
      );
      current = new Set(
        resources.filter((resource) => revisionOf.get(resource.id) === resource.revision).map(({ id }) => id),
      );
      const usable = verdicts.filter(({ resource }) => current.has(resource.id));
      const complete = isComplete ? { resourceIds: [...current] } : null;
      return { ...nothing, verdicts: await storeVerdicts(tx, deps, usable, complete) };
    },
    settle: (tx) => finish(tx, current),
  });
  return committed === null ? 'stale' : 'done';
}

function judgeChanged(deps: JudgeDeps, running: Running, due: readonly JudgedResource[]): Promise<Step> {
  return judgeAndCommit(deps, due, running, (tx, current) => clearDue(tx, [...current]), true);
}

async function judgeScan(deps: JudgeDeps, running: Running, scan: PolicyScan): Promise<Step> {
  const { store, clock, logger } = deps;
  const policy = running.policies.find(({ rule }) => rule.id === scan.policyId);
  if (policy === undefined || policy.judgedBy !== scan.judgedBy) return 'stale';
  const resources = await resourcesOfScan(store, scan, policy.resourceTypes, batchSize);
  const isLast = resources.length < batchSize;
  const after = {
    afterId: resources.at(-1)?.id ?? scan.afterId,
    judged: resources.length,
    finishedAt: isLast ? clock() : null,
  };
  const step = await judgeAndCommit(
    deps,
    resources,
    { ...running, policies: [policy] },
    (tx) => advanceScan(tx, scan, after),
    false,
  );
  const judged = scan.judgedCount + resources.length;
  if (step !== 'done') return step;
  const about = { policy: scan.policyId, judged, total: scan.totalCount };
  if (isLast) logger.info(about, 'a policy has judged the inventory');
  else if (Math.floor(judged / logEvery) > Math.floor(scan.judgedCount / logEvery))
    logger.info(about, 'a policy judges the inventory');
  return step;
}
