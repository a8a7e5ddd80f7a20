import type { AlertKeys, DetectionNotes, RuleFacts } from '@margay/detect/content';
import { severities, type UnitTest } from '@margay/model';
import * as z from 'zod';
import { ShippedValues } from './shipped-values.ts';
import { longestTexts, textUpTo } from '../../../typed-text/limits.ts';
import { listOf, listPart, textOfList, textPart, yamlList } from './yaml-list.ts';

const Test = z.object({
  name: z.string().min(1, { error: 'A test needs a name.' }),
  expectedResult: z.boolean(),
  resource: z.string(),
  mocks: z.array(z.object({ objectName: z.string(), returnValue: z.string() })),
});
export const Tests: z.ZodType<UnitTest[]> = z
  .array(Test)
  .refine((tests) => new Set(tests.map((test) => test.name)).size === tests.length, {
    error: 'No duplicate test names',
  });

/** What every detection says about itself. */
export const detectionFields = {
  displayName: z.string(),
  description: z.string(),
  severity: z.enum(severities),
  reference: z.string(),
  runbook: z.string(),
  reports: z.record(z.string(), z.array(z.string())),
  tags: z.array(z.string()),
  tests: Tests,
  outputIds: z.array(z.string()),
  createdByExternal: z.string().default(''),
  status: z.string().optional(),
  onlyUseBaseRiskScore: z.boolean().optional(),
  /** File it was imported from. */
  filePath: z.string().optional(),
  /** Of a managed one: see `managed-overrides.ts`. */
  shipped: ShippedValues.optional(),
};

/** Alert keys of simple detections. Lists are YAML texts. */
export const alertKeyFields = {
  dynamicAlertTitle: z.string().optional(),
  dynamicAlertContext: yamlList('AlertContext').optional(),
  dynamicGroupBy: yamlList('GroupBy').optional(),
  dynamicSeverities: yamlList('DynamicSeverities').optional(),
};

function checkSimple(text: string, context: z.RefinementCtx): void {
  if (text === '') return;
  const parsed = yamlList('Detection').safeParse(text);
  const message = parsed.success
    ? listOf(text, 'Detection').length === 0 && 'The simple detection is empty. Add at least one condition.'
    : parsed.error.issues[0]?.message;
  if (message) context.addIssue({ code: 'custom', message });
}

/** What rules and scheduled rules say beyond that. */
export const alertingFields = {
  ...alertKeyFields,
  /** Python; empty where `simpleDetectionBody` says what the rule does. */
  body: z.string(),
  simpleDetectionBody: textUpTo(longestTexts.yamlList).superRefine(checkSimple).default(''),
  inlineFilters: yamlList('InlineFilters').optional(),
  dedupPeriodMinutes: z.number().int().min(1),
  threshold: z.number().int().min(1),
  createAlert: z.boolean(),
  summaryAttributes: z.array(z.string()),
  packIds: z.array(z.string()).optional(),
};

const DetectionFields = z.object(detectionFields);
const AlertKeyFields = z.object(alertKeyFields);
const AlertingFields = z.object(alertingFields);
export type DetectionFields = z.output<typeof DetectionFields>;
type AlertKeyFields = z.output<typeof AlertKeyFields>;
type AlertingFields = z.output<typeof AlertingFields>;

/** The part of a file's item that `detectionFields` holds, but for notes and author. */
export function factsOfFields(fields: DetectionFields) {
  const { severity, displayName, description, reference, runbook, tags, reports, outputIds } = fields;
  return { severity, displayName, description, reference, runbook, tags, reports, outputIds };
}

export function notesOfFields({ status, onlyUseBaseRiskScore }: DetectionFields): DetectionNotes {
  return {
    ...(status === undefined ? {} : { status }),
    ...(onlyUseBaseRiskScore === undefined ? {} : { onlyUseBaseRiskScore }),
  };
}

interface ReadDetection {
  rule: RuleFacts;
  tests: UnitTest[];
  createdBy: string;
  notes: DetectionNotes;
  file: string;
}

export function fieldsOfDetection({ rule, tests, createdBy, notes, file }: ReadDetection): DetectionFields {
  const { severity, displayName, description, reference, runbook, tags, reports, outputIds } = rule;
  return {
    severity,
    displayName,
    description,
    reference,
    runbook,
    tags,
    reports,
    outputIds,
    tests,
    createdByExternal: createdBy,
    ...(notes.status === undefined ? {} : { status: notes.status }),
    ...(notes.onlyUseBaseRiskScore === undefined ? {} : { onlyUseBaseRiskScore: notes.onlyUseBaseRiskScore }),
    ...(file === '' ? {} : { filePath: file }),
  };
}

export function alertKeysOfFields(fields: AlertKeyFields): AlertKeys {
  return {
    ...(fields.dynamicAlertTitle === undefined ? {} : { alertTitle: fields.dynamicAlertTitle }),
    ...listPart('alertContext', fields.dynamicAlertContext, 'AlertContext'),
    ...listPart('groupBy', fields.dynamicGroupBy, 'GroupBy'),
    ...listPart('dynamicSeverities', fields.dynamicSeverities, 'DynamicSeverities'),
  };
}

export function fieldsOfAlertKeys(keys: AlertKeys): AlertKeyFields {
  return {
    ...(keys.alertTitle === undefined ? {} : { dynamicAlertTitle: keys.alertTitle }),
    ...textPart('dynamicAlertContext', keys.alertContext),
    ...textPart('dynamicGroupBy', keys.groupBy),
    ...textPart('dynamicSeverities', keys.dynamicSeverities),
  };
}

/** Logic, alert settings and notes of a rule or scheduled rule. */
export function alertingOfFields(fields: AlertingFields) {
  const { body, dedupPeriodMinutes, threshold, createAlert, summaryAttributes, packIds } = fields;
  const keys = alertKeysOfFields(fields);
  const isSimple = fields.simpleDetectionBody !== '';
  return {
    facts: {
      body: isSimple ? '' : body,
      ...(isSimple
        ? { simple: { detection: listOf(fields.simpleDetectionBody, 'Detection'), ...keys } }
        : {}),
      ...listPart('inlineFilters', fields.inlineFilters, 'InlineFilters'),
      dedupPeriodMinutes,
      threshold,
      createAlert,
      summaryAttributes,
    },
    notes: {
      ...(packIds === undefined ? {} : { packIds }),
      ...(isSimple || Object.keys(keys).length === 0 ? {} : { alertKeys: keys }),
    },
  };
}

export function fieldsOfAlerting({ rule, notes }: ReadDetection): AlertingFields {
  const { body, simple, inlineFilters } = rule;
  const { dedupPeriodMinutes, threshold, createAlert, summaryAttributes } = rule;
  return {
    body,
    simpleDetectionBody: simple === undefined ? '' : textOfList(simple.detection),
    ...fieldsOfAlertKeys(simple ?? notes.alertKeys ?? {}),
    ...textPart('inlineFilters', inlineFilters),
    dedupPeriodMinutes,
    threshold,
    createAlert,
    summaryAttributes,
    ...(notes.packIds === undefined ? {} : { packIds: notes.packIds }),
  };
}
