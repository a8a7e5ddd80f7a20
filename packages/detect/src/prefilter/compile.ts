import type { DataModel, EventObject } from '@margay/model';
import type { Condition } from './condition.ts';

/** Calls `visit` with the number of every rule that must run on the event. */
export type Prefilter = (event: EventObject, visit: (rule: number) => void) => void;

export interface RuleCondition {
  rule: number;
  condition: Condition;
}

export function compilePrefilter(
  rules: readonly RuleCondition[],
  _mappings: DataModel['mappings'] = [],
): Prefilter {
  return (_event, visit) => {
    for (const { rule } of rules) visit(rule);
  };
}
