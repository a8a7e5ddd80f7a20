import * as z from 'zod';
import {
  alertingFacts,
  alertingKeys,
  commonFacts,
  detectionKeys,
  notesOf,
  writeAlerting,
  writeDetection,
  writeTestsOf,
} from './detection-keys.ts';
import { distinctTexts, Name } from './fields.ts';
import { defineKind } from './kind.ts';
import { logicOf } from './logic.ts';

const ScheduledRuleYaml = z.strictObject({
  AnalysisType: z.literal('scheduled_rule'),
  RuleID: Name,
  LogTypes: distinctTexts().optional(),
  ScheduledQueries: distinctTexts().optional(),
  ...detectionKeys,
  ...alertingKeys,
});

/** A rule over the rows of one or more scheduled queries. */
export const scheduledRule = defineKind({
  kind: 'scheduled_rule',
  analysisType: 'scheduled_rule',
  idKey: 'RuleID',
  folder: 'rules',
  mayIgnoreExtraKeys: true,
  yaml: ScheduledRuleYaml,
  build(yaml, context) {
    if (yaml.LogTypes !== undefined) {
      return {
        field: 'LogTypes',
        message: 'A scheduled rule judges rows of queries, not events of log types.',
        remedy: 'Set AnalysisType to rule, or replace the key by ScheduledQueries.',
      };
    }
    if (yaml.ScheduledQueries === undefined || yaml.ScheduledQueries.length === 0) {
      return {
        field: 'ScheduledQueries',
        message: 'The scheduled rule names no query.',
        remedy: 'Add ScheduledQueries with at least one query name.',
      };
    }
    const found = logicOf(yaml, context);
    if ('remedy' in found) return found;
    return {
      kind: 'scheduled_rule',
      id: yaml.RuleID,
      file: context.file,
      enabled: yaml.Enabled,
      createdBy: yaml.CreatedBy,
      scheduledQueries: yaml.ScheduledQueries,
      tests: yaml.Tests,
      notes: {
        ...notesOf(yaml),
        ...(yaml.PackIDs === undefined ? {} : { packIds: yaml.PackIDs }),
        ...found.notes,
      },
      rule: {
        id: yaml.RuleID,
        kind: 'SCHEDULED_RULE',
        logTypes: [],
        ...found.logic,
        ...commonFacts(yaml),
        ...alertingFacts(yaml),
      },
    };
  },
  write: (item) => ({
    yaml: {
      AnalysisType: 'scheduled_rule',
      RuleID: item.id,
      ...writeDetection(item),
      ScheduledQueries: item.scheduledQueries,
      ...writeAlerting(item),
      ...writeTestsOf(item, 'Log'),
    },
    ...(item.rule.simple === undefined ? { body: item.rule.body } : {}),
  }),
});
