import { invalidInput } from '@margay/kit';
import { severities, type PythonRule } from '@margay/model';
import { createHash } from 'node:crypto';
import * as z from 'zod';

/** A rule as an editor holds it, saved or not. */
export const ReplayedRule = z.object({
  id: z.string().min(1, { error: 'must not be empty' }).max(200),
  body: z.string().max(1_000_000, { error: 'is longer than 1,000,000 characters' }),
  displayName: z.string().default(''),
  severity: z.enum(severities),
  dedupPeriodMinutes: z.number().int().min(1, { error: 'must be at least 1' }),
  threshold: z.number().int().min(1, { error: 'must be at least 1' }),
  logTypes: z.array(z.string()).min(1, { error: 'must name at least one log type' }),
  createAlert: z.boolean(),
  outputIds: z.array(z.string()).default([]),
  inlineFilters: z.array(z.unknown()).optional(),
});

/** The rule as the runtime takes it. The same text has the same version. */
export function replayedRule(input: unknown): PythonRule {
  const parsed = ReplayedRule.safeParse(input);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join('.') ?? '';
    throw invalidInput(
      `The rule's field "${field}" ${issue?.message ?? 'is not valid'}. Change it and try again.`,
      {
        details: { field },
      },
    );
  }
  const { inlineFilters, ...rule } = parsed.data;
  const digest = createHash('sha256').update(JSON.stringify(parsed.data)).digest('hex');
  return {
    ...rule,
    versionId: `unsaved-${digest.slice(0, 16)}`,
    description: '',
    runbook: '',
    reference: '',
    tags: [],
    reports: {},
    summaryAttributes: [],
    ...(inlineFilters === undefined ? {} : { inlineFilters }),
  };
}
