import { defineListedKind } from './define.ts';
import { rulePages } from './rule-pages.ts';

export const scheduledRule = defineListedKind({
  id: 'SCHEDULED_RULE',
  badge: 'Scheduled',
  bodyKind: 'SCHEDULED_RULE',
  mayBeBase: false,
  ...rulePages,
});
