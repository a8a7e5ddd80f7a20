import { defineListedKind } from './define.ts';
import { rulePages } from './rule-pages.ts';

export const rule = defineListedKind({
  id: 'RULE',
  badge: null,
  bodyKind: 'RULE',
  mayBeBase: true,
  ...rulePages,
  newEntries: [
    { label: 'Rule in Python', search: {} },
    { label: 'Simple detection, without code', search: { isSimpleDetection: true } },
  ],
});
