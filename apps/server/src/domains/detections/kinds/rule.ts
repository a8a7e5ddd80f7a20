import type { RuleItem } from '@margay/detect/content';
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
import { defineStoredKind, noFacts } from './kind.ts';

export const RuleDefinition = z.object({
  ...detectionFields,
  ...alertingFields,
  logTypes: z.array(z.string()).min(1, { error: 'Choose at least one log type.' }),
});
export type RuleDefinition = z.output<typeof RuleDefinition>;

export const rule = defineStoredKind<RuleDefinition, RuleItem>({
  title: 'rule',
  auditName: 'RULE',
  itemKinds: ['rule'],
  group: 'rules',
  permissions: { read: 'RuleRead', modify: 'RuleModify' },
  importOrder: 3,
  bodyKind: 'RULE',
  definition: RuleDefinition,
  bodyOf: ({ body, simpleDetectionBody }) => (simpleDetectionBody === '' ? body : undefined),
  factsOf: (id, { displayName, severity, logTypes, tags }) => ({
    ...noFacts,
    displayName: displayName || id,
    severity,
    logTypes,
    tags,
  }),
  fromItem: (item) => ({
    id: item.id,
    enabled: item.enabled,
    definition: { ...fieldsOfDetection(item), ...fieldsOfAlerting(item), logTypes: item.rule.logTypes },
  }),
  toItem({ id, enabled, definition }) {
    const { facts, notes } = alertingOfFields(definition);
    return {
      kind: 'rule',
      id,
      file: definition.filePath ?? '',
      enabled,
      tests: definition.tests,
      createdBy: definition.createdByExternal,
      notes: { ...notesOfFields(definition), ...notes },
      rule: { id, kind: 'RULE', logTypes: definition.logTypes, ...factsOfFields(definition), ...facts },
    };
  },
});
