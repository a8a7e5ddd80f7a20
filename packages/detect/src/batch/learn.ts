import type { EvaluateResult } from '../host/replies.ts';
import type { BatchPart, BatchPlan } from './plan.ts';
import type { ReadBatch } from './read-batch.ts';

/**
 * Notes which values the rules of a whole plan said a plain False to. A rule that did not get through its events
 * teaches nothing.
 */
export function learn(
  plan: BatchPlan,
  batch: Pick<ReadBatch, 'isTooDeep'>,
  results: readonly { part: BatchPart; result: EvaluateResult }[],
): void {
  if (!plan.memo || plan.lessons.length === 0) return;
  const spoken = new Map<number, Set<number>>();
  const unreliable = new Set<number>();
  for (const { part, result } of results) {
    for (const outcome of result.outcomes) {
      if (outcome.timeouts > 0 || outcome.notEvaluated > 0) unreliable.add(outcome.rule);
      let events = spoken.get(outcome.rule);
      if (!events) spoken.set(outcome.rule, (events = new Set()));
      for (const { eventIndex } of [...outcome.matches, ...outcome.errors]) {
        const event = part.original[eventIndex];
        if (event === undefined) unreliable.add(outcome.rule);
        else events.add(event);
      }
    }
  }
  for (const { rule, event, mark } of plan.lessons) {
    // An event that was not sent teaches nothing.
    if (batch.isTooDeep(event) || unreliable.has(rule) || spoken.get(rule)?.has(event)) continue;
    plan.memo.learnFalse(rule, mark);
  }
}
