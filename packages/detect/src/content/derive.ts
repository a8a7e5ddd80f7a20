import type { PythonRule } from '@margay/model';
import type { AlertKeys, DerivedRuleItem, RuleFacts, RuleItem } from './item.ts';

const given = <Value extends object>(value: Value): Partial<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<Value>;

/**
 * The rule a derived one comes to: logic and log types of the base, and every other value its own where it says one.
 * An override replaces the whole inherited value; what it leaves open follows later changes of the base.
 */
export function deriveRule(base: RuleItem, { id, file, overrides }: DerivedRuleItem): RuleItem {
  const { enabled, tests, status, onlyUseBaseRiskScore, ...rest } = overrides;
  const { alertTitle, alertContext, groupBy, dynamicSeverities, ...facts } = rest;
  const keys: AlertKeys = given({ alertTitle, alertContext, groupBy, dynamicSeverities });
  const { simple, ...plain } = base.rule;
  const rule: RuleFacts = {
    ...(plain satisfies Omit<PythonRule, 'versionId' | 'trust' | 'simple'>),
    ...(simple === undefined ? {} : { simple: { ...simple, ...keys } }),
    ...facts,
    id,
  };
  return {
    kind: 'rule',
    id,
    file,
    enabled: enabled ?? base.enabled,
    rule,
    tests: tests ?? base.tests,
    createdBy: base.createdBy,
    notes: { ...base.notes, ...given({ status, onlyUseBaseRiskScore }) },
  };
}
