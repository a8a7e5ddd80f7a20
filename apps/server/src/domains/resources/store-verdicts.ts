import { detectionFactsOf, type Finding } from '@margay/alert';
import type { Sql } from '@margay/store';
import type { AlertWriter } from '../../findings/index.ts';
import { removePairs, statusesOf, writeEntries, type EntryWrite, type PairKey } from './compliance-store.ts';
import type { Verdict } from './judging.ts';
import type { ComplianceStatus } from '../detections/index.ts';
import { isSuppressed } from './suppression.ts';

/** A pair that fails again without having passed in between joins its alert for this long. */
const groupMinutes = 24 * 60;

export interface CommitDeps {
  alertWriter: Pick<AlertWriter, 'endGroups' | 'record'>;
  clock: () => Date;
}

const pairKey = ({ policyId, resourceId }: PairKey) => `${policyId}\0${resourceId}`;

/**
 * Stores what was found out about resources that the caller holds locked, and returns a finding for each pair that
 * turned to FAIL or ERROR just now, for the same transaction to make an alert of. Suppressed pairs make none.
 * With `isComplete` the verdicts are all there are of these resources, and entries of other policies go.
 */
export async function storeVerdicts(
  tx: Sql,
  deps: CommitDeps,
  verdicts: readonly Verdict[],
  complete: { resourceIds: readonly string[] } | null,
): Promise<Finding[]> {
  const at = deps.clock();
  const resourceIds = complete?.resourceIds ?? [...new Set(verdicts.map(({ resource }) => resource.id))];
  const known = await statusesOf(tx, resourceIds);
  const before = new Map<string, ComplianceStatus>(known.map((pair) => [pairKey(pair), pair.status]));
  const entries = verdicts.map(entryOf);
  const now = new Set(entries.map(pairKey));
  const gone = complete === null ? [] : known.filter((pair) => !now.has(pairKey(pair)));
  await removePairs(tx, gone);
  await writeEntries(tx, entries, at);

  const recovered = entries.filter(
    (entry) => entry.status === 'PASS' && (before.get(pairKey(entry)) ?? 'PASS') !== 'PASS',
  );
  await endAlertGroups(tx, deps, [...recovered, ...gone.filter(({ status }) => status !== 'PASS')]);
  return verdicts.flatMap((verdict, index): Finding[] => {
    const entry = entries[index];
    if (entry === undefined || entry.suppressed || before.get(pairKey(entry)) === verdict.status) return [];
    const finding = findingOf(verdict, at);
    return finding === undefined ? [] : [finding];
  });
}

/** The next failure of these pairs is a new alert. */
export function endAlertGroups(
  tx: Sql,
  { alertWriter }: Pick<CommitDeps, 'alertWriter'>,
  pairs: readonly PairKey[],
): Promise<void> {
  return alertWriter.endGroups(
    tx,
    pairs.map(({ policyId, resourceId }) => ({ detectionId: policyId, dedupString: resourceId })),
  );
}

function entryOf(verdict: Verdict): EntryWrite {
  const { policy, resource, status } = verdict;
  return {
    policyId: policy.rule.id,
    resourceId: resource.id,
    status,
    severity: policy.rule.severity,
    suppressed: isSuppressed(policy.suppressions, resource.id),
    errorMessage: status === 'ERROR' ? verdict.error : null,
    judgedBy: policy.judgedBy,
    resourceRevision: resource.revision,
  };
}

function findingOf(verdict: Verdict, at: Date): Finding | undefined {
  const { rule } = verdict.policy;
  const base = {
    detection: { ...detectionFactsOf(rule), dedupPeriodMinutes: groupMinutes },
    at,
    event: null,
    resource: { id: verdict.resource.id, type: verdict.resource.type },
  };
  switch (verdict.status) {
    case 'PASS':
      return undefined;
    case 'FAIL': {
      // Each pair is a group of its own: what dedup() and unique() say is for events.
      const { dedup: _dedup, unique: _unique, ...texts } = verdict.match;
      return { ...base, kind: 'match', texts };
    }
    case 'ERROR': {
      const { error, traceback } = verdict;
      return { ...base, kind: 'error', error, ...(traceback === undefined ? {} : { traceback }) };
    }
  }
}
