import type { BatchPlan } from '../batch/plan.ts';
import { threadProcessorMs } from '../child/processor-time.ts';
import type { Evaluation, FunctionLimits } from '../contract.ts';
import type { LoadedContent } from '../loaded.ts';
import { matchOf } from './match-of.ts';

/** Runs the simple rules of a plan. They raise no errors. */
export function judgeHere(
  plan: BatchPlan,
  loaded: LoadedContent,
  limits: FunctionLimits,
  evaluation: Evaluation,
): void {
  if (plan.runsHere.length === 0) return;
  const events = plan.eventsOf();
  let before = threadProcessorMs();
  for (const { rule: number, events: places } of plan.runsHere) {
    const rule = loaded.content.rules[number]!;
    const simple = loaded.ownRules.get(number)!.simple!; // why the run is here
    for (const eventIndex of places) {
      const event = events[eventIndex]!;
      if (simple.matches(event))
        evaluation.matches.push({ ...matchOf(rule, simple, event, limits), eventIndex });
    }
    const after = threadProcessorMs();
    const microseconds = Math.round((after - before) * 1000);
    before = after;
    evaluation.perRule.push({
      ruleId: rule.id,
      events: places.length,
      microseconds,
      waitedMicroseconds: 0,
    });
  }
}
