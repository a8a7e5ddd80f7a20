import { severities } from '@margay/model';
import * as z from 'zod/mini';
import {
  changedFields,
  listText,
  mappingText,
  testChanges,
  testsSchema,
  textOf,
  yesNo,
} from '../../editor/history/setting-changes.ts';
import type { VersionField } from '../../editor/history/setting-changes.ts';
import type { SettingChange, VersionShape } from '../../editor/history/version-shape.ts';
import { countOf } from '../../lib/format-number.ts';
import type { PutRuleInput } from './queries.ts';

const texts = z.array(z.string());

/** What a stored version holds. Fields that came later have the value rules had before them. */
const schema = z.object({
  displayName: z.string(),
  description: z.string(),
  body: z.string(),
  severity: z.enum(severities),
  dedupPeriodMinutes: z.number(),
  threshold: z.number(),
  // A scheduled rule has queries instead.
  logTypes: z._default(texts, []),
  scheduledQueries: z.optional(texts),
  reference: z.string(),
  runbook: z.string(),
  reports: z.record(z.string(), texts),
  tags: texts,
  tests: testsSchema,
  summaryAttributes: texts,
  outputIds: texts,
  createAlert: z.boolean(),
  simpleDetectionBody: z.nullish(z.string()),
  dynamicAlertTitle: z.nullish(z.string()),
  dynamicAlertContext: z.nullish(z.string()),
  dynamicGroupBy: z.nullish(z.string()),
  dynamicSeverities: z.nullish(z.string()),
  inlineFilters: z.nullish(z.string()),
});
/** Texts a version may lack; restoring it takes them away. */
const optionalTexts = [
  'simpleDetectionBody',
  'dynamicAlertTitle',
  'dynamicAlertContext',
  'dynamicGroupBy',
  'dynamicSeverities',
  'inlineFilters',
] as const;

/** A version of a rule as an edit could have written it; what is no part of a version is left out. */
export type RuleVersion = Omit<
  PutRuleInput,
  'id' | 'isNew' | 'versionId' | 'enabled' | 'analysisType' | 'baseDetection'
>;

/** Undefined when a version is of a shape this console does not know. */
export function readDefinition(definition: unknown): RuleVersion | undefined {
  const read = schema.safeParse(definition);
  if (!read.success) return undefined;
  const { reports, ...rest } = read.data;
  const lacking = optionalTexts.filter((name) => !rest[name]).map((name) => [name, null]);
  return {
    ...rest,
    ...Object.fromEntries(lacking),
    reports: Object.entries(reports).map(([key, values]) => ({ key, values })),
  };
}

const fields: VersionField<RuleVersion>[] = [
  { label: 'Name', text: (version) => textOf(version.displayName) },
  { label: 'Severity', text: (version) => version.severity },
  { label: 'Inline filters', text: (version) => textOf(version.inlineFilters?.trim() ?? '') },
  { label: 'Log types', text: (version) => listText(version.logTypes) },
  { label: 'Scheduled queries', text: (version) => listText(version.scheduledQueries ?? []) },
  { label: 'Create alert', text: (version) => yesNo(version.createAlert) },
  { label: 'Dedup period', text: (version) => `${version.dedupPeriodMinutes} minutes` },
  { label: 'Threshold', text: (version) => String(version.threshold) },
  { label: 'Destination overrides', text: (version) => listText(version.outputIds) },
  { label: 'Description', text: (version) => textOf(version.description) },
  { label: 'Runbook', text: (version) => textOf(version.runbook) },
  { label: 'Reference', text: (version) => textOf(version.reference) },
  { label: 'Summary attributes', text: (version) => listText(version.summaryAttributes) },
  { label: 'Tags', text: (version) => listText(version.tags) },
  {
    label: 'Framework mapping',
    text: (version) => mappingText(version.reports),
  },
];

/** What differs between two versions besides the code, in words. */
export const settingChanges = (before: RuleVersion, after: RuleVersion): SettingChange[] => [
  ...changedFields(fields, before, after),
  ...testChanges(before.tests, after.tests),
];

export const ruleShape: VersionShape<RuleVersion> = {
  read: readDefinition,
  code: ({ body }) => body,
  settingChanges,
  factOf: ({ tests }) => countOf(tests.length, 'test'),
};
