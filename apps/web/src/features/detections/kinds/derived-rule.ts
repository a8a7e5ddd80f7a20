import { defineListedKind } from './define.ts';
import { rulePages } from './rule-pages.ts';

export const derivedRule = defineListedKind({
  id: 'DERIVED_RULE',
  badge: 'Derived',
  bodyKind: 'RULE',
  mayBeBase: false,
  ...rulePages,
  followsBase: true,
});
