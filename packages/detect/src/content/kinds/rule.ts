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

const RuleYaml = z.strictObject({
  AnalysisType: z.literal('rule'),
  RuleID: Name,
  LogTypes: distinctTexts().optional(),
  ScheduledQueries: distinctTexts().optional(),
  ...detectionKeys,
  ...alertingKeys,
});

/** A rule over events of one or more log types, in Python or as a simple detection. */
export const rule = defineKind({
  kind: 'rule',
  analysisType: 'rule',
  idKey: 'RuleID',
  folder: 'rules',
  mayIgnoreExtraKeys: true,
  yaml: RuleYaml,
  build(yaml, context) {
    if (yaml.ScheduledQueries !== undefined) {
      return {
        field: 'ScheduledQueries',
        message: 'A rule judges events of log types, not rows of queries.',
        remedy: 'Set AnalysisType to scheduled_rule, or replace the key by LogTypes.',
      };
    }
    if (yaml.LogTypes === undefined || yaml.LogTypes.length === 0) {
      return {
        field: 'LogTypes',
        message: 'The rule names no log type.',
        remedy: 'Add LogTypes with at least one.',
      };
    }
    const found = logicOf(yaml, context);
    if ('remedy' in found) return found;
    return {
      kind: 'rule',
      id: yaml.RuleID,
      file: context.file,
      enabled: yaml.Enabled,
      createdBy: yaml.CreatedBy,
      tests: yaml.Tests,
      notes: {
        ...notesOf(yaml),
        ...(yaml.PackIDs === undefined ? {} : { packIds: yaml.PackIDs }),
        ...found.notes,
      },
      rule: {
        id: yaml.RuleID,
        logTypes: yaml.LogTypes,
        ...found.logic,
        ...commonFacts(yaml),
        ...alertingFacts(yaml),
      },
    };
  },
  write: (item) => ({
    yaml: {
      AnalysisType: 'rule',
      RuleID: item.id,
      ...writeDetection(item),
      LogTypes: item.rule.logTypes,
      ...writeAlerting(item),
      ...writeTestsOf(item, 'Log'),
    },
    ...(item.rule.simple === undefined ? { body: item.rule.body } : {}),
  }),
});
