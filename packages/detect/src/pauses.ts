import type { PausedRule } from './contract.ts';

const windowMs = 60 * 60 * 1000;

/** Remembers time-outs of rules and sets aside those that have too many within an hour. */
export interface RulePauses {
  /** True when the rule is paused by it. */
  note(rule: { ruleId: string; ruleVersionId: string }, timeouts: number): boolean;
  /** A pause is of one version; a changed rule starts afresh. */
  pauseOf(ruleId: string, ruleVersionId: string): PausedRule | undefined;
  list(): PausedRule[];
  pause(rule: { ruleId: string; ruleVersionId: string }, reason: string): void;
  resume(ruleId: string): void;
}

export function createRulePauses(options: {
  limit: number;
  pauseMs: number;
  clock: () => number;
}): RulePauses {
  const timeouts = new Map<string, { versionId: string; at: number[] }>();
  const pauses = new Map<string, PausedRule>();

  function pause({ ruleId, ruleVersionId }: { ruleId: string; ruleVersionId: string }, reason: string): void {
    const since = options.clock();
    pauses.set(ruleId, { ruleId, ruleVersionId, since, until: since + options.pauseMs, reason });
  }

  return {
    note({ ruleId, ruleVersionId }, count) {
      const now = options.clock();
      const known = timeouts.get(ruleId);
      const recent = known?.versionId === ruleVersionId ? known.at.filter((at) => at > now - windowMs) : [];
      const at = [...recent, ...Array.from({ length: count }, () => now)];
      timeouts.set(ruleId, { versionId: ruleVersionId, at });
      if (at.length < options.limit) return false;
      timeouts.delete(ruleId);
      pause({ ruleId, ruleVersionId }, `${at.length} time-outs within an hour`);
      return true;
    },
    pauseOf(ruleId, ruleVersionId) {
      const pause = pauses.get(ruleId);
      if (!pause) return undefined;
      if (pause.ruleVersionId === ruleVersionId && pause.until > options.clock()) return pause;
      pauses.delete(ruleId);
      return undefined;
    },
    pause,
    list: () => [...pauses.values()].filter((pause) => pause.until > options.clock()),
    resume(ruleId) {
      pauses.delete(ruleId);
      timeouts.delete(ruleId);
    },
  };
}
