import type { ScheduledRuleItem } from '@margay/detect/content';
import * as z from 'zod';
import {
  alertingFields,
  alertingOfFields,
  detectionFields,
  factsOfFields,
  fieldsOfAlerting,
  fieldsOfDetection,
  notesOfFields,
} from './detection-fields.ts';
import { defineStoredDetection, noFacts } from './kind.ts';
import { mergedRule } from './rule-input.ts';

export const ScheduledRuleDefinition = z.object({
  ...detectionFields,
  ...alertingFields,
  scheduledQueries: z.array(z.string()).min(1, { error: 'Choose at least one scheduled query.' }),
});
export type ScheduledRuleDefinition = z.output<typeof ScheduledRuleDefinition>;

export const scheduledRule = defineStoredDetection<ScheduledRuleDefinition, ScheduledRuleItem>(
  'SCHEDULED_RULE',
  {
    auditName: 'RULE',
    itemKinds: ['scheduled_rule'],
    group: 'rules',
    permissions: { read: 'RuleRead', modify: 'RuleModify' },
    importOrder: 3,
    bodyKind: 'SCHEDULED_RULE',
    definition: ScheduledRuleDefinition,
    bodyOf: ({ body, simpleDetectionBody }) => (simpleDetectionBody === '' ? body : undefined),
    factsOf: (id, { displayName, severity, scheduledQueries, tags }) => ({
      ...noFacts,
      displayName: displayName || id,
      severity,
      scheduledQueries,
      tags,
    }),
    reachOf: ({ scheduledQueries }, { related }) => related('SAVED_QUERY', scheduledQueries),
    shownRule: (definition) => ({ definition: { ...definition, logTypes: [] }, base: null, overrides: null }),
    fromEditor(input, { before }) {
      const { logTypes: _none, ...rest } = mergedRule(input, before?.definition);
      return { ...rest, scheduledQueries: input.scheduledQueries ?? before?.scheduledQueries ?? [] };
    },
    isMeantBy: ({ baseId, scheduledQueries }) => baseId === null && scheduledQueries.length > 0,
    fromItem: (item) => ({
      id: item.id,
      enabled: item.enabled,
      definition: {
        ...fieldsOfDetection(item),
        ...fieldsOfAlerting(item),
        scheduledQueries: item.scheduledQueries,
      },
    }),
    toItem({ id, enabled, definition }) {
      const { facts, notes } = alertingOfFields(definition);
      return {
        kind: 'scheduled_rule',
        id,
        file: definition.filePath ?? '',
        enabled,
        scheduledQueries: definition.scheduledQueries,
        tests: definition.tests,
        createdBy: definition.createdByExternal,
        notes: { ...notesOfFields(definition), ...notes },
        rule: { id, kind: 'SCHEDULED_RULE', logTypes: [], ...factsOfFields(definition), ...facts },
      };
    },
  },
);
