import type { DetectEngine, Evaluation } from '@margay/detect';
import { appendAll, stringifyJson } from '@margay/kit';
import type { EventObject, PythonRule, RuleMatch } from '@margay/model';
import type { JudgedResource } from './scan-store.ts';

/** An enabled policy as the runtime runs it. */
export interface RunningPolicy {
  rule: PythonRule;
  /** Empty: every type. */
  resourceTypes: readonly string[];
  suppressions: readonly string[];
  /** Changes with everything that may change its verdicts: its version and those of its helpers. */
  judgedBy: string;
  /** Why it does not load. */
  loadError: string | undefined;
}

/** What one policy says of one resource. */
export type Verdict = { policy: RunningPolicy; resource: JudgedResource } & (
  | { status: 'PASS' }
  | { status: 'FAIL'; match: RuleMatch }
  | { status: 'ERROR'; error: string; traceback?: string }
);

export const judges = ({ resourceTypes }: RunningPolicy, type: string): boolean =>
  resourceTypes.length === 0 || resourceTypes.includes(type);

/** Verdicts of each policy on each resource of its types, and the revision of the content that gave them. */
export async function judgeResources(
  engine: Pick<DetectEngine, 'evaluate'>,
  resources: readonly JudgedResource[],
  policies: readonly RunningPolicy[],
): Promise<{ verdicts: Verdict[]; revisions: Set<number> }> {
  const verdicts: Verdict[] = [];
  const revisions = new Set<number>();
  for (const [type, group] of Map.groupBy(resources, (resource) => resource.type)) {
    const wanted = policies.filter((policy) => judges(policy, type));
    if (wanted.length === 0) continue;
    const events = group.map(({ attributes }) => attributes as EventObject);
    const all = Uint32Array.from(group.keys());
    const evaluation = await engine.evaluate({
      logType: type,
      json: new TextEncoder().encode(stringifyJson(events)),
      count: group.length,
      events,
      selection: wanted.map(({ rule }) => ({ ruleId: rule.id, events: all })),
    });
    revisions.add(evaluation.revision);
    appendAll(verdicts, verdictsOf(evaluation, group, wanted));
  }
  return { verdicts, revisions };
}

function verdictsOf(
  { matches, errors, skipped }: Evaluation,
  group: readonly JudgedResource[],
  policies: readonly RunningPolicy[],
): Verdict[] {
  const keyOf = (ruleId: string, index: number) => `${index} ${ruleId}`;
  const matchOf = new Map(matches.map((match) => [keyOf(match.ruleId, match.eventIndex), match]));
  const errorOf = new Map(errors.map((error) => [keyOf(error.ruleId, error.eventIndex), error]));
  const skippedOf = new Map(skipped.map(({ ruleId, reason }) => [ruleId, reason]));
  return policies.flatMap((policy) =>
    group.map((resource, index): Verdict => {
      const { id } = policy.rule;
      const about = { policy, resource };
      const reason = skippedOf.get(id);
      if (reason === 'rejected')
        return { ...about, status: 'ERROR', error: policy.loadError ?? 'Error: the policy does not load' };
      if (reason === 'paused') {
        const error = 'TimeoutError: the policy is set aside for a while after repeated time-outs';
        return { ...about, status: 'ERROR', error };
      }
      const error = errorOf.get(keyOf(id, index)) ?? errorOf.get(keyOf(id, -1));
      if (error !== undefined) {
        const { traceback } = error;
        return {
          ...about,
          status: 'ERROR',
          error: error.error,
          ...(traceback === undefined ? {} : { traceback }),
        };
      }
      const match = matchOf.get(keyOf(id, index));
      return match === undefined ? { ...about, status: 'PASS' } : { ...about, status: 'FAIL', match };
    }),
  );
}
