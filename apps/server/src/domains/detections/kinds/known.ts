import { dataModel } from './data-model.ts';
import { derivedRule } from './derived-rule.ts';
import { global } from './global.ts';
import { policy } from './policy.ts';
import { rule } from './rule.ts';
import { savedQuery } from './saved-query.ts';
import { scheduledRule } from './scheduled-rule.ts';

/** The kinds of detection content the server keeps, in alphabetical order. */
export const storedKinds = {
  DATA_MODEL: dataModel,
  DERIVED_RULE: derivedRule,
  GLOBAL: global,
  POLICY: policy,
  RULE: rule,
  SAVED_QUERY: savedQuery,
  SCHEDULED_RULE: scheduledRule,
};
