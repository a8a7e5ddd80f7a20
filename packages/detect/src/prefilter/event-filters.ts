import type { CandidateCondition, DetectionContent } from '@margay/model';
import type { EventFilters } from '../contract.ts';

/** A log type with a rule that must see every event has none. */
export function eventFiltersOf(
  { rules }: DetectionContent,
  candidates: (ruleId: string, logType: string) => CandidateCondition,
): EventFilters {
  const filters = new Map<string, CandidateCondition[]>();
  const unfiltered = new Set<string>();
  for (const { id, logTypes } of rules) {
    for (const logType of new Set(logTypes)) {
      if (unfiltered.has(logType)) continue;
      const condition = candidates(id, logType);
      if (condition === true) {
        unfiltered.add(logType);
        filters.delete(logType);
      } else {
        const known = filters.get(logType);
        if (known === undefined) filters.set(logType, [condition]);
        else known.push(condition);
      }
    }
  }
  return filters;
}
