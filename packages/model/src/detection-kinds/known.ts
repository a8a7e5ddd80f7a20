import { correlationRule } from './correlation-rule.ts';
import { derivedRule } from './derived-rule.ts';
import { policy } from './policy.ts';
import { rule } from './rule.ts';
import { scheduledRule } from './scheduled-rule.ts';

/** Every kind of detection, in the order lists show them. */
export const knownDetectionKinds = [rule, scheduledRule, correlationRule, derivedRule, policy] as const;
