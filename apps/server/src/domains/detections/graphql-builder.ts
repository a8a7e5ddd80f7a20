import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { detectionsAccess } from './access.ts';
import type { BuilderView, Conversion, FilterCondition as FilterConditionRecord } from './builder-view.ts';

/** The objects a rule's logic is shown by in the Rule Builder. */
export function builderObjects({ builder }: GraphqlParts) {
  const FilterCondition = builder.objectRef<FilterConditionRecord>('FilterCondition').implement({
    auth: 'with-parent',
    fields: (t) => ({
      source: t.exposeString('source', {
        description:
          'Where the field comes from: "event" for a field of the log, "panther" for a p_ field the platform adds, "enrichment" for a row of an enrichment table.',
      }),
      target: t.exposeString('target', { description: 'The path of the field.' }),
      operator: t.exposeString('operator', { description: 'The condition by its name in the YAML.' }),
      value: t.expose('value', {
        type: 'JSON',
        nullable: true,
        description: 'A list where the condition takes several; null where it takes none.',
      }),
      targetTypeHint: t.exposeString('targetTypeHint', {
        nullable: true,
        description: 'The schema type the value suggests for the field; null where there is no value.',
      }),
    }),
  });
  const FilterStatement = builder
    .objectRef<{ conditions: FilterConditionRecord[] }>('FilterStatement')
    .implement({
      description: 'Inline filters that are a list of conditions, all of which must hold.',
      auth: 'with-parent',
      fields: (t) => ({ conditions: t.expose('conditions', { type: [FilterCondition] }) }),
    });
  const SimpleDetectionGUI = builder.objectRef<BuilderView>('SimpleDetectionGUI').implement({
    auth: 'with-parent',
    fields: (t) => ({
      ruleBuilderCompatible: t.boolean({ resolve: ({ tree }) => tree !== null }),
      tree: t.expose('tree', {
        type: 'JSON',
        nullable: true,
        description:
          'Groups of "conjunction" (and, or) and "nodes"; conditions of "target", "operator" and "value" or "values".',
      }),
      reason: t.exposeString('reason', { nullable: true, description: 'Why the builder cannot show it.' }),
    }),
  });
  return { FilterStatement, SimpleDetectionGUI };
}

/** One detection in its three forms. */
export function conversionFields({ builder, shared }: GraphqlParts): void {
  const Input = builder.inputType('ConvertDetectionInput', {
    fields: (t) => ({
      simpleDetectionBody: t.string({ description: 'YAML text of the conditions; or give "tree".' }),
      tree: t.field({ type: 'JSON', description: 'As simpleDetectionBodyGUI gives it.' }),
      dynamicAlertTitle: t.string(),
      dynamicAlertContext: t.string({ description: 'YAML text of the list.' }),
      dynamicGroupBy: t.string({ description: 'YAML text of the list.' }),
      dynamicSeverities: t.string({ description: 'YAML text of the list.' }),
    }),
  });
  const Output = builder.objectRef<Conversion>('ConvertDetectionOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({
      simpleDetectionBody: t.exposeString('simpleDetectionBody', { nullable: true }),
      tree: t.expose('tree', { type: 'JSON', nullable: true }),
      pythonBody: t.exposeString('pythonBody', {
        nullable: true,
        description: 'Python that says the same of every event, with a function for each alert key.',
      }),
      ruleBuilderCompatible: t.boolean({ resolve: ({ tree }) => tree !== null }),
      error: t.field({
        type: shared.InBandError,
        nullable: true,
        description: 'What is wrong with it, or why the builder cannot show it.',
        resolve: ({ error }) => (error === null ? null : { code: null, message: error }),
      }),
    }),
  });
  builder.mutationFields((t) => ({
    convertDetection: t.field({
      description:
        'A simple detection as YAML, as the tree of the Rule Builder and as Python. Stores nothing; Python is not turned back.',
      type: Output,
      auth: detectionsAccess.readRules,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) => context.services.detections.convert(actorOf(context), input),
    }),
  }));
}
