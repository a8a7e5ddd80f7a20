import type { DetectEngine, PausedRule } from '@margay/detect';
import type { SystemErrorInput } from '../../findings/index.ts';
import { budget, coreShare, isOverBudget, microsecondsPerEvent, type Cost } from './budget.ts';

export interface Quarantine {
  /** Takes the figures of the time since the last call; sets aside what is over its budget and tells about it. */
  watch(counts: ReadonlyMap<string, Cost>): Promise<void>;
}

interface Slice {
  at: number;
  counts: Map<string, Cost>;
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

  function costOf(id: string): Cost {
    const sum: Cost = { evaluations: 0, microseconds: 0 };
    for (const { counts } of slices) {
      sum.evaluations += counts.get(id)?.evaluations ?? 0;
      sum.microseconds += counts.get(id)?.microseconds ?? 0;
    }
    return sum;
  }

  function pauseCostly(now: number): void {
    const elapsedMs = now - startedAt;
    if (elapsedMs < budget.windowMs) return;
    for (const id of new Set(slices.flatMap(({ counts }) => [...counts.keys()]))) {
      const cost = costOf(id);
      if (!isOverBudget(cost, Math.min(elapsedMs, budget.windowMs))) continue;
      const perEvent = Math.round(microsecondsPerEvent(cost));
      const percent = (coreShare(cost, budget.windowMs) * 100).toFixed(0);
      engine.pause(
        id,
        `${perEvent} µs per event (${budget.microsecondsPerEvent} allowed) and ${percent} % of a core (${budget.coreShare * 100} % allowed) over a minute`,
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
        description: `It judges no events until ${new Date(pause.until).toISOString()}, unless it is released or changed before. The profiler shows what it costs; mend its code and save it, and it runs again at once.`,
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
        { at: now, counts: new Map(counts) },
      ];
      startedAt = Math.max(startedAt, now - budget.windowMs);
      pauseCostly(now);
      await tell();
    },
  };
}
