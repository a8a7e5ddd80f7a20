import type { DetectEngine, PausedRule } from '@margay/detect';
import type { SystemErrorInput } from '../../findings/index.ts';
import {
  type BatchCosts,
  type BatchCount,
  budget,
  coreShare,
  type Cost,
  countDear,
  isLastinglyDear,
  microsecondsPerEvent,
} from './budget.ts';

export interface Quarantine {
  /** Takes the figures of the time since the last call; sets aside what is over its budget and tells about it. */
  watch(counts: ReadonlyMap<string, BatchCosts>): Promise<void>;
}

type Spent = Cost & BatchCount;

interface Slice {
  at: number;
  counts: Map<string, Spent>;
}

/** Adds up the last minute and pauses detections over budget; raises a system error for each pause, whoever made it. */
export function createQuarantine(deps: {
  engine: Pick<DetectEngine, 'pause' | 'paused'>;
  raise(input: SystemErrorInput): Promise<unknown>;
  nameOf(detectionId: string): Promise<string>;
  clock: () => Date;
}): Quarantine {
  const { engine, raise, nameOf, clock } = deps;
  let slices: Slice[] = [];
  let startedAt = clock().getTime();
  const told = new Set<string>();
  const keyOf = ({ ruleId, ruleVersionId, since }: PausedRule) => `${ruleId} ${ruleVersionId} ${since}`;

  function spentBy(id: string): Spent {
    const sum: Spent = { evaluations: 0, microseconds: 0, batches: 0, dearBatches: 0 };
    for (const { counts } of slices) {
      const spent = counts.get(id);
      if (spent === undefined) continue;
      for (const figure of ['evaluations', 'microseconds', 'batches', 'dearBatches'] as const)
        sum[figure] += spent[figure];
    }
    return sum;
  }

  function pauseCostly(now: number): void {
    const elapsedMs = now - startedAt;
    if (elapsedMs < budget.windowMs) return;
    for (const id of new Set(slices.flatMap(({ counts }) => [...counts.keys()]))) {
      const spent = spentBy(id);
      if (!isLastinglyDear(spent, Math.min(elapsedMs, budget.windowMs))) continue;
      const perEvent = Math.round(microsecondsPerEvent(spent));
      const percent = (coreShare(spent, budget.windowMs) * 100).toFixed(0);
      const dear = `more than the ${budget.microsecondsPerEvent} allowed in ${spent.dearBatches} of ${spent.batches} batches`;
      engine.pause(
        id,
        `${perEvent} µs of processor time per event (${dear}) and ${percent} % of a core (${budget.coreShare * 100} % allowed) over a minute`,
      );
      // What it cost before does not count again when it is released.
      for (const { counts } of slices) counts.delete(id);
    }
  }

  async function tell(): Promise<void> {
    const now = engine.paused();
    const present = new Set(now.map(keyOf));
    for (const key of told) if (!present.has(key)) told.delete(key);
    for (const pause of now) {
      if (told.has(keyOf(pause))) continue;
      const name = await nameOf(pause.ruleId);
      await raise({
        type: 'DETECTION_QUARANTINED',
        relatedComponent: 'DETECTION',
        relatedId: pause.ruleId,
        relatedName: name,
        title: `${name} is quarantined: ${pause.reason}`,
        description: `It judges no events until ${new Date(pause.until).toISOString()}, unless it is released or changed before. The profiler shows what it costs; fix its code and save it, and it runs again at once.`,
        details: { reason: pause.reason, versionId: pause.ruleVersionId },
      });
      told.add(keyOf(pause));
    }
  }

  return {
    async watch(counts) {
      const now = clock().getTime();
      slices = [
        ...slices.filter(({ at }) => at > now - budget.windowMs),
        { at: now, counts: new Map([...counts].map(([id, costs]) => [id, spentOf(costs)])) },
      ];
      startedAt = Math.max(startedAt, now - budget.windowMs);
      pauseCostly(now);
      await tell();
    },
  };
}

const spentOf = (costs: BatchCosts): Spent => ({
  evaluations: costs.evaluations,
  microseconds: costs.microseconds,
  ...countDear(costs),
});
