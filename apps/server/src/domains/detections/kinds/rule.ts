import type { RuleItem } from '@margay/detect/content';
import {
  alertingOfFields,
  factsOfFields,
  fieldsOfAlerting,
  fieldsOfDetection,
  notesOfFields,
} from './detection-fields.ts';
import { defineStoredDetection, noFacts, reachOfNamed } from './kind.ts';
import { RuleDefinition } from './rule-definition.ts';
import { mergedRule } from './rule-input.ts';
export { RuleDefinition } from './rule-definition.ts';

export const rule = defineStoredDetection<RuleDefinition, RuleItem>('RULE', {
  auditName: 'RULE',
  itemKinds: ['rule'],
  group: 'rules',
  permissions: { read: 'RuleRead', modify: 'RuleModify' },
  importOrder: 3,
  mayBeBase: true,
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
  reachOf: reachOfNamed,
  shownRule: (definition) => ({ definition, base: null, overrides: null }),
  fromEditor: (input, { before }) => mergedRule(input, before?.definition),
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
