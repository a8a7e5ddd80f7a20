import { defineDetectionKind } from './define.ts';

/** Judges signals of other detections. */
export const correlationRule = defineDetectionKind({
  id: 'CORRELATION_RULE',
  label: 'Correlation Rule',
  title: 'correlation rule',
  judges: 'signals',
  objectType: 'Rule',
  alerts: {
    types: { match: 'CORRELATION_RULE', error: 'CORRELATION_RULE_ERROR' },
    heading: 'New Alert',
    announces: 'title',
    happened: 'triggered',
    limitedDestinations: 'overlapping',
    followsLogTypes: true,
  },
});
