import { defineListedKind } from './define.ts';
import { rulePages } from './rule-pages.ts';

export const scheduledRule = defineListedKind({
  id: 'SCHEDULED_RULE',
  badge: 'Scheduled',
  bodyKind: 'SCHEDULED_RULE',
  mayBeBase: false,
  ...rulePages,
  newEntries: [{ label: 'Scheduled rule, over a saved search', search: { type: 'SCHEDULED_RULE' } }],
});
