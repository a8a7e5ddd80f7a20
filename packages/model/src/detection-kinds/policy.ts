import { defineDetectionKind } from './define.ts';

/** Judges cloud resources, and alerts where one does not comply. */
export const policy = defineDetectionKind({
  id: 'POLICY',
  label: 'Policy',
  title: 'policy',
  judges: 'resources',
  objectType: 'Policy',
  alerts: {
    // The list of types that destinations choose from has no error type of policies.
    types: { match: 'POLICY', error: 'RULE_ERROR' },
    heading: 'Policy Failure',
    announces: 'name',
    happened: 'failed on new resources',
    limitedDestinations: 'none',
    followsLogTypes: false,
  },
  python: { signature: 'policy(resource)', alertsOn: false, mayBeSimple: false },
});
