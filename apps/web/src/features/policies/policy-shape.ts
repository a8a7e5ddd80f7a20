import { severities } from '@margay/model';
import * as z from 'zod/mini';
import {
  changedFields,
  listText,
  mappingText,
  testChanges,
  testsSchema,
  textOf,
} from '../../editor/history/setting-changes.ts';
import type { VersionField } from '../../editor/history/setting-changes.ts';
import type { VersionShape } from '../../editor/history/version-shape.ts';
import { countOf } from '../../lib/format-number.ts';
import type { PutPolicyInput } from './queries.ts';

const texts = z.array(z.string());

/** What a stored version holds. */
const schema = z.object({
  displayName: z.string(),
  description: z.string(),
  body: z.string(),
  severity: z.enum(severities),
  resourceTypes: texts,
  suppressions: texts,
  outputIds: texts,
  reference: z.string(),
  runbook: z.string(),
  reports: z.record(z.string(), texts),
  tags: texts,
  tests: testsSchema,
});

/** A version of a policy as an edit could have written it. */
type PolicyVersion = Omit<PutPolicyInput, 'id' | 'isNew' | 'versionId' | 'enabled'>;

const fields: VersionField<PolicyVersion>[] = [
  { label: 'Name', text: ({ displayName }) => textOf(displayName) },
  { label: 'Severity', text: ({ severity }) => severity },
  { label: 'Resource types', text: ({ resourceTypes }) => listText(resourceTypes) },
  { label: 'Ignore patterns', text: ({ suppressions }) => listText(suppressions) },
  { label: 'Destination overrides', text: ({ outputIds }) => listText(outputIds) },
  { label: 'Description', text: ({ description }) => textOf(description) },
  { label: 'Runbook', text: ({ runbook }) => textOf(runbook) },
  { label: 'Reference', text: ({ reference }) => textOf(reference) },
  { label: 'Tags', text: ({ tags }) => listText(tags) },
  { label: 'Framework mapping', text: ({ reports }) => mappingText(reports) },
];

/** How the history reads a policy. */
export const policyShape: VersionShape<PolicyVersion> = {
  read(definition) {
    const read = schema.safeParse(definition);
    if (!read.success) return undefined;
    const { reports, ...rest } = read.data;
    return { ...rest, reports: Object.entries(reports).map(([key, values]) => ({ key, values })) };
  },
  code: ({ body }) => body,
  settingChanges: (before, after) => [
    ...changedFields(fields, before, after),
    ...testChanges(before.tests, after.tests),
  ],
  factOf: ({ tests }) => countOf(tests.length, 'test'),
};
