import {
  alertingOfFields,
  factsOfFields,
  fieldsOfAlerting,
  fieldsOfDetection,
  notesOfFields,
} from '../../apps/server/src/domains/detections/kinds/detection-fields.ts';
import {
  defineStoredDetection,
  noFacts,
  reachOfNamed,
} from '../../apps/server/src/domains/detections/kinds/kind.ts';
import { RuleDefinition } from '../../apps/server/src/domains/detections/kinds/rule-definition.ts';
import { mergedRule } from '../../apps/server/src/domains/detections/kinds/rule-input.ts';
import { asPythonKind, pythonOf, type CanaryItem } from './content-kind.ts';
import { canaryKind } from './detection-kind.ts';

const tokensOf = (body: string) => body.split('\n').filter((line) => line !== '');

/** As a rule is kept, with the tokens in place of the Python, one a line. */
export const storedCanary = defineStoredDetection<RuleDefinition, CanaryItem>(canaryKind.id, {
  auditName: 'CANARY',
  itemKinds: ['canary'],
  group: 'rules',
  permissions: { read: 'RuleRead', modify: 'RuleModify' },
  importOrder: 3,
  definition: RuleDefinition.refine(({ body }) => tokensOf(body).length > 0, {
    error: 'Name at least one token.',
    path: ['body'],
  }),
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
    definition: {
      ...fieldsOfDetection(item),
      ...fieldsOfAlerting(item),
      body: item.tokens.join('\n'),
      logTypes: item.rule.logTypes,
    },
  }),
  toItem({ id, enabled, definition }) {
    const { facts, notes } = alertingOfFields(definition);
    const tokens = tokensOf(definition.body);
    return {
      kind: 'canary',
      id,
      file: definition.filePath ?? '',
      enabled,
      tests: definition.tests,
      createdBy: definition.createdByExternal,
      notes: { ...notesOfFields(definition), ...notes },
      tokens,
      rule: {
        id,
        kind: asPythonKind,
        logTypes: definition.logTypes,
        ...factsOfFields(definition),
        ...facts,
        body: pythonOf(tokens),
      },
    };
  },
});
