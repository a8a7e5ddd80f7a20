import type { PythonRule } from '@margay/model';
import type { SchemaText } from '../events/schema-texts.ts';
import type { ReplayContent } from '../judge/replay-rule.ts';

export function testRule(body: string, changes: Partial<PythonRule> = {}): PythonRule {
  return {
    id: 'Test.Rule',
    versionId: 'v1',
    kind: 'RULE',
    body,
    logTypes: ['AWS.CloudTrail'],
    severity: 'MEDIUM',
    displayName: 'Test rule',
    description: '',
    runbook: '',
    reference: '',
    dedupPeriodMinutes: 60,
    threshold: 1,
    createAlert: true,
    tags: [],
    reports: {},
    outputIds: [],
    summaryAttributes: [],
    ...changes,
  };
}

export const contentOfRule = (rule: PythonRule, schemas: readonly SchemaText[]): ReplayContent => ({
  rule,
  globals: [],
  dataModels: [],
  schemas,
  enrichment: [],
});
