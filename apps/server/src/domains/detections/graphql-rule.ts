import { contentSpecVersion } from '@margay/detect/content';
import type { GraphqlParts } from '../../api/builder.ts';
import { detectionsAccess } from './access.ts';
import type { RuleView, DetectionView } from './detection-view.ts';
import { builderObjects } from './graphql-builder.ts';
import { isShownAs, type DetectionInterface, type UnitTestObject } from './graphql-detection.ts';
import { plainRule } from './kinds/index.ts';
import { managedOverridesOf } from './managed-overrides.ts';

const yamlText = 'YAML text of the list.';

export function detectionRef({ builder, shared }: GraphqlParts) {
  return builder
    .objectRef<{ id: string; displayName: string; kind: DetectionView['kind'] }>('DetectionRef')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        id: t.exposeID('id'),
        displayName: t.exposeString('displayName', { nullable: true }),
        analysisType: t.expose('kind', { type: shared.DetectionKind }),
      }),
    });
}

/** The object of a rule, with what only rules have. */
export function ruleObject(
  parts: GraphqlParts,
  Detection: DetectionInterface,
  UnitTestType: UnitTestObject,
  DetectionRef: ReturnType<typeof detectionRef>,
) {
  const { builder } = parts;
  const { FilterStatement, SimpleDetectionGUI } = builderObjects(parts);
  const QueryRef = builder.objectRef<{ id: string }>('SavedQueryRef').implement({
    auth: 'with-parent',
    fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('id') }),
  });
  return builder.objectRef<RuleView>('Rule').implement({
    description: 'A rule, scheduled rule or derived rule; the last with what it inherits.',
    auth: detectionsAccess.seeRules,
    interfaces: [Detection],
    isTypeOf: (value) => isShownAs('Rule', value as DetectionView),
    fields: (t) => ({
      body: t.string({ auth: detectionsAccess.readRules, resolve: ({ definition }) => definition.body }),
      tests: t.field({
        type: [UnitTestType],
        auth: detectionsAccess.readRules,
        resolve: ({ definition }) => definition.tests,
      }),
      dedupPeriodMinutes: t.int({ resolve: ({ definition }) => definition.dedupPeriodMinutes }),
      threshold: t.int({ resolve: ({ definition }) => definition.threshold }),
      scheduledQueries: t.exposeStringList('scheduledQueries'),
      fullScheduledQueries: t.field({
        type: [QueryRef],
        description: 'Those of its scheduled queries that exist.',
        resolve: async ({ scheduledQueries }, _args, { services }) =>
          (
            await Promise.all(scheduledQueries.map((id) => services.detections.find(id, ['SAVED_QUERY'])))
          ).filter((query) => query !== undefined),
      }),
      summaryAttributes: t.stringList({ resolve: ({ definition }) => definition.summaryAttributes }),
      isSimpleDetection: t.boolean({ resolve: ({ definition }) => definition.simpleDetectionBody !== '' }),
      simpleDetectionBody: t.string({
        nullable: true,
        auth: detectionsAccess.readRules,
        description: `What the rule does where it is no Python. ${yamlText}`,
        resolve: ({ definition }) => definition.simpleDetectionBody || null,
      }),
      simpleDetectionBodyGUI: t.field({
        type: SimpleDetectionGUI,
        nullable: true,
        auth: detectionsAccess.readRules,
        description: 'The same as the Rule Builder shows it; null for a rule in Python.',
        resolve: async ({ definition }, _args, { services }) =>
          (await services.detections.draw(definition)).view,
      }),
      isConsoleCompatible: t.boolean({
        description:
          'Whether the console can show and edit it without loss: its simple detection can be read, and each inline filter can be drawn.',
        resolve: async ({ definition }, _args, { services }) =>
          (await services.detections.draw(definition)).isConsoleCompatible,
      }),
      filterStatement: t.field({
        type: FilterStatement,
        nullable: true,
        auth: detectionsAccess.readRules,
        description:
          'Its inline filters as conditions; null where there are none, or where they are more than a list that must all hold.',
        resolve: async ({ definition }, _args, { services }) => {
          const { filterConditions: conditions } = await services.detections.draw(definition);
          return conditions && { conditions };
        },
      }),
      specVersion: t.int({
        description: 'Of the format that its YAML and its files are written in.',
        resolve: () => contentSpecVersion,
      }),
      inlineFilters: t.string({
        nullable: true,
        auth: detectionsAccess.readRules,
        description: `An event that fails one is not judged. ${yamlText}`,
        resolve: ({ definition }) => definition.inlineFilters ?? null,
      }),
      dynamicAlertTitle: t.string({
        nullable: true,
        resolve: ({ definition }) => definition.dynamicAlertTitle ?? null,
      }),
      dynamicAlertContext: t.string({
        nullable: true,
        description: yamlText,
        resolve: ({ definition }) => definition.dynamicAlertContext ?? null,
      }),
      dynamicGroupBy: t.string({
        nullable: true,
        description: yamlText,
        resolve: ({ definition }) => definition.dynamicGroupBy ?? null,
      }),
      dynamicSeverities: t.string({
        nullable: true,
        description: yamlText,
        resolve: ({ definition }) => definition.dynamicSeverities ?? null,
      }),
      baseDetection: t.field({
        type: DetectionRef,
        nullable: true,
        resolve: ({ base }) => base && { ...base, kind: plainRule },
      }),
      userOverrides: t.field({
        type: 'JSON',
        nullable: true,
        description:
          'What a derived rule says otherwise than its base, or a person otherwise than the managed content.',
        resolve: ({ overrides, definition }) => overrides ?? managedOverridesOf(definition),
      }),
    }),
  });
}
