import type { Severity, UnitTest } from '@margay/model';
import type { PolicyDefinition } from './kinds/policy.ts';
import type { PutItem } from './writing.ts';

type Given<T> = T | null | undefined;

/** What an editor sends of a policy. What it leaves out stays as it is. */
export interface PolicyInput {
  id: string;
  isNew?: Given<boolean>;
  versionId?: Given<string>;
  body: string;
  enabled: boolean;
  severity: Severity;
  displayName?: Given<string>;
  description?: Given<string>;
  reference?: Given<string>;
  runbook?: Given<string>;
  reports?: Given<{ key: string; values: string[] }[]>;
  tags?: Given<string[]>;
  tests?: Given<UnitTest[]>;
  outputIds?: Given<string[]>;
  resourceTypes?: Given<string[]>;
  suppressions?: Given<string[]>;
  status?: Given<string>;
}

const emptyPolicy: Omit<PolicyDefinition, 'body' | 'severity'> = {
  displayName: '',
  description: '',
  reference: '',
  runbook: '',
  reports: {},
  tags: [],
  tests: [],
  outputIds: [],
  resourceTypes: [],
  suppressions: [],
  createdByExternal: '',
};

export function putPolicyOf(
  { id, isNew, versionId, enabled, reports, ...input }: PolicyInput,
  before: PolicyDefinition | undefined,
): PutItem<'POLICY'> {
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => value != null));
  return {
    kind: 'POLICY',
    id,
    isNew: isNew ?? false,
    enabled,
    versionId: versionId ?? undefined,
    definition: {
      ...emptyPolicy,
      ...before,
      ...said,
      body: input.body,
      severity: input.severity,
      ...(reports == null
        ? {}
        : { reports: Object.fromEntries(reports.map(({ key, values }) => [key, values])) }),
    },
  };
}
