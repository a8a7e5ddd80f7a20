import { defineDetectionKind } from './define.ts';

/** Judges events of its log types as they arrive. */
export const rule = defineDetectionKind({
  id: 'RULE',
  label: 'Rule',
  title: 'rule',
  judges: 'events',
  objectType: 'Rule',
  alerts: {
    types: { match: 'RULE', error: 'RULE_ERROR' },
    heading: 'New Alert',
    announces: 'title',
    happened: 'triggered',
    limitedDestinations: 'overlapping',
    followsLogTypes: true,
  },
  python: { signature: 'rule(event)', alertsOn: true, mayBeSimple: true },
});
