import { defineDetectionKind } from './define.ts';

/** The logic of a rule under settings of its own. It runs as a rule, and what it finds is a rule's. */
export const derivedRule = defineDetectionKind({
  id: 'DERIVED_RULE',
  label: 'Derived Rule',
  title: 'derived rule',
  judges: 'events',
  objectType: 'Rule',
});
