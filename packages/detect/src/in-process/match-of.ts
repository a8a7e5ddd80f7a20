import type { EventObject, PythonRule, RuleMatch } from '@margay/model';
import type { FunctionLimits } from '../contract.ts';
import type { CompiledSimpleDetection } from '../simple/compile/compile-simple-detection.ts';
import { contextText, cut } from './limits.ts';

/** What the alert keys of a simple rule say of an event it matches; what makes no alert has its context only. */
export function fieldsOf(
  rule: Pick<PythonRule, 'createAlert'>,
  simple: CompiledSimpleDetection,
  event: EventObject,
  limits: FunctionLimits,
): Pick<RuleMatch, 'title' | 'severity' | 'dedup' | 'contextJson'> {
  const context = simple.context(event);
  const contextJson = context && contextText(context, limits);
  if (!rule.createAlert) return { contextJson };
  const title = simple.title(event)?.toWellFormed();
  const dedup = simple.dedup(event)?.toWellFormed();
  return {
    title: title === undefined ? undefined : cut(title, limits.text),
    severity: simple.severity(event),
    dedup: dedup === undefined ? undefined : cut(dedup, limits.dedup),
    contextJson,
  };
}

/** A match as Python reports it: fields without a value are left out, the dedup string has its fall-backs. */
export function matchOf(
  rule: PythonRule,
  simple: CompiledSimpleDetection,
  event: EventObject,
  limits: FunctionLimits,
): Omit<RuleMatch, 'eventIndex'> {
  const fields = fieldsOf(rule, simple, event, limits);
  const dedup = fields.dedup ?? (fields.title || `defaultDedupString:${rule.id}`);
  const all = { ...fields, dedup: rule.createAlert ? dedup : undefined };
  const filled = Object.entries(all).filter(([, value]) => value !== undefined);
  return { ruleId: rule.id, ruleVersionId: rule.versionId, ...Object.fromEntries(filled) };
}
