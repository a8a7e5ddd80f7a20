import type { RuleError, RuleMatch } from '@margay/model';
import type { Evaluation } from '../contract.ts';
import type { EvaluateResult } from '../host/replies.ts';
import type { LoadedContent } from '../loaded.ts';
import { deepestEvent } from './depth.ts';
import type { BatchPart, BatchPlan } from './plan.ts';

/** What is known before any rule has run. */
export function emptyEvaluation(loaded: LoadedContent, plan: BatchPlan): Evaluation {
  const { revision } = loaded.content;
  const { considered, skipped } = plan;
  return { revision, matches: [], errors: tooDeepErrors(plan, loaded), perRule: [], considered, skipped };
}

/** Adds what the child process said about some runs of a part. Rules and events it cannot have seen are dropped. */
export function collectOutcomes(
  evaluation: Evaluation,
  result: EvaluateResult,
  part: BatchPart,
  runs: BatchPart['runs'],
  loaded: LoadedContent,
): { rule: number; timeouts: number }[] {
  const rulesRun = new Set(runs.map((run) => run.rule));
  const timeouts: { rule: number; timeouts: number }[] = [];
  for (const outcome of result.outcomes) {
    const rule = loaded.content.rules[outcome.rule];
    if (!rule || !rulesRun.has(outcome.rule)) continue;
    const about = { ruleId: rule.id, ruleVersionId: rule.versionId };
    for (const match of outcome.matches) {
      const eventIndex = part.original[match.eventIndex];
      if (eventIndex !== undefined)
        evaluation.matches.push({ ...about, ...match, eventIndex } satisfies RuleMatch);
    }
    for (const error of outcome.errors) {
      const eventIndex = error.eventIndex === -1 ? -1 : part.original[error.eventIndex];
      if (eventIndex !== undefined)
        evaluation.errors.push({ ...about, ...error, eventIndex } satisfies RuleError);
    }
    if (outcome.timeouts > 0) timeouts.push({ rule: outcome.rule, timeouts: outcome.timeouts });
  }
  // The memory may have been taken in earlier batches, so these are of any rule; they tell of no event.
  for (const { rule: number, errors } of result.hungry) {
    const rule = loaded.content.rules[number];
    if (!rule) continue;
    const about = { ruleId: rule.id, ruleVersionId: rule.versionId };
    for (const { error } of errors) evaluation.errors.push({ ...about, error, eventIndex: -1 });
    timeouts.push({ rule: number, timeouts: 1 });
  }
  for (const [index, run] of runs.entries()) {
    const ruleId = loaded.content.rules[run.rule]!.id;
    const microseconds = result.microseconds[index] ?? 0;
    const waitedMicroseconds = result.waited[index] ?? 0;
    evaluation.perRule.push({ ruleId, events: run.stop - run.start, microseconds, waitedMicroseconds });
  }
  return timeouts;
}

/** What a rule cost in all parts of a batch. */
export function eachRuleOnce(perRule: Evaluation['perRule']): Evaluation['perRule'] {
  const sums = new Map<string, Evaluation['perRule'][number]>();
  for (const figures of perRule) {
    const sum = sums.get(figures.ruleId);
    if (sum === undefined) sums.set(figures.ruleId, { ...figures });
    else {
      sum.events += figures.events;
      sum.microseconds += figures.microseconds;
      sum.waitedMicroseconds += figures.waitedMicroseconds;
    }
  }
  return [...sums.values()];
}

function tooDeepErrors(plan: BatchPlan, loaded: LoadedContent): RuleError[] {
  return plan.tooDeep.map(({ rule, event }) => ({
    ruleId: loaded.content.rules[rule]!.id,
    ruleVersionId: loaded.content.rules[rule]!.versionId,
    eventIndex: event,
    error: `EventTooDeep: the event is nested more than ${deepestEvent} levels deep`,
  }));
}
