import { defineListedKind } from './define.ts';
import { rulePages } from './rule-pages.ts';

export const rule = defineListedKind({
  id: 'RULE',
  badge: null,
  bodyKind: 'RULE',
  mayBeBase: true,
  ...rulePages,
});
