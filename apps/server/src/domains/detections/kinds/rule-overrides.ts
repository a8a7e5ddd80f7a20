import { severities } from '@margay/model';
import * as z from 'zod';
import { alertKeyFields, Tests } from './detection-fields.ts';
import { yamlList } from './yaml-list.ts';

/** A key that is absent follows the base. Names are those of a rule's definition. */
export const RuleOverrideFields = z.object({
  enabled: z.boolean().optional(),
  severity: z.enum(severities).optional(),
  displayName: z.string().optional(),
  description: z.string().optional(),
  reference: z.string().optional(),
  runbook: z.string().optional(),
  dedupPeriodMinutes: z.number().int().min(1).optional(),
  threshold: z.number().int().min(1).optional(),
  createAlert: z.boolean().optional(),
  inlineFilters: yamlList('InlineFilters').optional(),
  tags: z.array(z.string()).optional(),
  reports: z.record(z.string(), z.array(z.string())).optional(),
  outputIds: z.array(z.string()).optional(),
  summaryAttributes: z.array(z.string()).optional(),
  status: z.string().optional(),
  onlyUseBaseRiskScore: z.boolean().optional(),
  tests: Tests.optional(),
  ...alertKeyFields,
});
export type RuleOverrideFields = z.output<typeof RuleOverrideFields>;
