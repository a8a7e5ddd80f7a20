import { derivedRule } from './derived-rule.ts';
import { policy } from './policy.ts';
import { rule } from './rule.ts';
import { scheduledRule } from './scheduled-rule.ts';

/** The kinds that the list of detections shows, in the order of its filter. */
export const listedKinds = [rule, scheduledRule, derivedRule, policy] as const;
