import * as z from 'zod';
import { alertingFields, detectionFields } from './detection-fields.ts';

export const RuleDefinition = z.object({
  ...detectionFields,
  ...alertingFields,
  logTypes: z.array(z.string()).min(1, { error: 'Choose at least one log type.' }),
});
export type RuleDefinition = z.output<typeof RuleDefinition>;

/** What a new rule starts from, and what stands in for a base that is not there. */
export const emptyRule: RuleDefinition = {
  displayName: '',
  description: '',
  body: '',
  simpleDetectionBody: '',
  severity: 'INFO',
  dedupPeriodMinutes: 60,
  threshold: 1,
  logTypes: [],
  reference: '',
  runbook: '',
  reports: {},
  tags: [],
  tests: [],
  summaryAttributes: [],
  outputIds: [],
  createAlert: true,
  createdByExternal: '',
};
