import { isContentId, type Severity } from '@margay/model';
import { draftTest, newTestName } from '../../editor/unit-tests/unit-test.ts';
import type { DraftTest, UnitTest } from '../../editor/unit-tests/unit-test.ts';
import { destinationFault } from '../../lib/destination-overrides/destination-fault.ts';
import { mitreMapping } from '../../lib/mitre-mapping.ts';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import type { Policy, PutPolicyInput } from './queries.ts';

/** A policy while it is edited. */
export interface PolicyDraft {
  id: string;
  displayName: string;
  description: string;
  body: string;
  enabled: boolean;
  severity: Severity;
  resourceTypes: string[];
  suppressions: string[];
  outputIds: string[];
  reference: string;
  runbook: string;
  /** The values as one text with commas. */
  reports: { key: string; value: string }[];
  tags: string[];
  tests: DraftTest[];
}

export function draftOf(policy: Policy): PolicyDraft {
  return {
    id: policy.id,
    displayName: policy.displayName,
    description: policy.description,
    body: policy.body,
    enabled: policy.enabled,
    severity: policy.severity,
    resourceTypes: policy.resourceTypes,
    suppressions: policy.suppressions,
    outputIds: policy.outputIds,
    reference: policy.reference,
    runbook: policy.runbook,
    reports: policy.reports.map(({ key, values }) => ({ key, value: values.join(', ') })),
    tags: policy.tags,
    tests: policy.tests.map(draftTest),
  };
}

/** A copy under an id of its own, switched off until somebody has looked at it. */
export function cloneDraft(policy: Policy): PolicyDraft {
  return {
    ...draftOf(policy),
    id: `${policy.id}.Copy`,
    displayName: `${policy.displayName || policy.id} (copy)`,
    enabled: false,
  };
}

const templateBody = `def policy(resource):
    # Return True when the resource complies.
    return bool(resource.get("EncryptionRules"))


def title(resource):
    return f"Bucket {resource.get('Name')} is not encrypted"
`;

/**
 * What a person starts from: a small policy that runs, with a test that passes. A technique of a MITRE matrix comes as a
 * mapping.
 */
export function newDraft(
  start: { tactic?: string | undefined; technique?: string | undefined } = {},
): PolicyDraft {
  return {
    id: '',
    displayName: '',
    description: '',
    body: templateBody,
    enabled: true,
    severity: 'MEDIUM',
    resourceTypes: [],
    suppressions: [],
    outputIds: [],
    reference: '',
    runbook: '',
    reports: mitreMapping(start.tactic, start.technique),
    tags: [],
    tests: [draftTest(newTest([]))],
  };
}

/** A test to start from. */
export const newTest = (existing: readonly UnitTest[]): UnitTest => ({
  name: newTestName(existing),
  expectedResult: false,
  resource: JSON.stringify({ Name: 'claims-archive', EncryptionRules: null }, null, 2),
  mocks: [],
});

const valuesOf = (text: string): string[] =>
  text
    .split(',')
    .map((value) => value.trim())
    .filter(Boolean);

/** What is sent. Half-filled rows of mappings and mocks are left out. */
export function inputOf(draft: PolicyDraft, save: { isNew: boolean; versionId?: string }): PutPolicyInput {
  const id = draft.id.trim();
  return {
    ...draft,
    ...save,
    id,
    displayName: draft.displayName.trim() || id,
    reports: draft.reports
      .map(({ key, value }) => ({ key: key.trim(), values: valuesOf(value) }))
      .filter(({ key, values }) => key !== '' && values.length > 0),
    tests: draft.tests.map(({ name, expectedResult, resource, mocks }) => ({
      name: name.trim(),
      expectedResult,
      resource,
      mocks: mocks.filter((mock) => mock.objectName.trim() !== ''),
    })),
  };
}

/** What would be sent is the same. */
export function isSameDraft(a: PolicyDraft, b: PolicyDraft): boolean {
  const text = (draft: PolicyDraft) => JSON.stringify(inputOf(draft, { isNew: false }));
  return a === b || text(a) === text(b);
}

/** What keeps a policy from being saved, by field or by key of a test. The server has the last word. */
export function faultsOf(
  draft: PolicyDraft,
  /** Those there are, where that is known yet. */
  destinations?: readonly { outputId: string }[],
): Record<string, string> {
  const faults: Record<string, string> = {};
  const id = draft.id.trim();
  if (id === '') faults['id'] = fieldMessages.required;
  else if (!isContentId(id)) faults['id'] = fieldMessages.id;
  const destination = destinationFault(draft.outputIds, destinations);
  if (destination !== undefined) faults['outputIds'] = destination;
  const names = draft.tests.map((test) => test.name.trim());
  for (const test of draft.tests) {
    const name = test.name.trim();
    if (name === '') faults[test.key] = fieldMessages.required;
    else if (names.filter((other) => other === name).length > 1) faults[test.key] = 'No duplicate test names';
  }
  return faults;
}
