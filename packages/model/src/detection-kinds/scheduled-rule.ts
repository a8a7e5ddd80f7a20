import { defineDetectionKind } from './define.ts';

/** Judges the rows of scheduled queries. */
export const scheduledRule = defineDetectionKind({
  id: 'SCHEDULED_RULE',
  label: 'Scheduled Rule',
  title: 'scheduled rule',
  judges: 'rows',
  objectType: 'Rule',
  alerts: {
    types: { match: 'SCHEDULED_RULE', error: 'SCHEDULED_RULE_ERROR' },
    heading: 'New Alert',
    announces: 'title',
    happened: 'triggered',
    limitedDestinations: 'all',
    followsLogTypes: true,
  },
  python: { signature: 'rule(event)', alertsOn: true, mayBeSimple: true },
});
