import { defineDetectionKind } from '../../packages/model/src/detection-kinds/define.ts';

/** What everybody needs to know of the toy: it judges events, and alerts with types of its own. */
export const canaryKind = defineDetectionKind({
  id: 'CANARY',
  label: 'Canary',
  title: 'canary',
  judges: 'events',
  objectType: 'Rule',
  alerts: {
    types: { match: 'CANARY', error: 'CANARY_ERROR' },
    heading: 'New Alert',
    announces: 'title',
    happened: 'sang',
    limitedDestinations: 'overlapping',
    followsLogTypes: true,
  },
  python: { signature: 'rule(event)', alertsOn: true, mayBeSimple: false },
});
