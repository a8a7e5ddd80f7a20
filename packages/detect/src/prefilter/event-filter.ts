import type { CandidateCondition, EventObject } from '@margay/model';
import { compileConditions } from './compile.ts';
import { createLiveReader } from './live-paths.ts';

/** Whether some rule may say anything about an event that is not written as JSON yet. */
export type EventFilter = (event: EventObject) => boolean;

/**
 * `conditions`: what the rules of the log type want, from `eventFilters` of the engine; an event that meets none of them
 * need not be sent to it. In doubt the answer is true.
 */
export function compileEventFilter(logType: string, conditions: readonly CandidateCondition[]): EventFilter {
  let isOdd = false;
  let isWanted = false;
  const note = () => (isOdd = true);
  const want = () => (isWanted = true);
  const visitWanted = compileConditions(
    conditions.map((condition, rule) => ({ rule, condition })),
    (paths) => createLiveReader(paths, note),
  );
  return (event) => {
    // Unified names are resolved by the event's own log type.
    if (event['p_log_type'] !== logType) return true;
    isOdd = false;
    isWanted = false;
    visitWanted(event, want);
    return isWanted || isOdd;
  };
}
