import { holdsAny } from '@margay/auth';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf, type RequestContext } from '../../api/context.ts';
import { detectionsAccess } from './access.ts';
import type { DetectionView, RuleView } from './detection-view.ts';
import { conversionFields } from './graphql-builder.ts';
import { contentFields } from './graphql-content.ts';
import { detectionInputs, pageOf, pagingOf, testsOf } from './graphql-inputs.ts';
import { detectionObjects } from './graphql-objects.ts';
import { savedQueryFields } from './graphql-saved-queries.ts';
import { testingFields } from './graphql-testing.ts';
import { uploadFields } from './graphql-upload.ts';
import { detectionKindNames, kindNamed } from './kinds/index.ts';
import { putPolicyOf } from './put-policy.ts';
import type { RuleInput } from './kinds/rule-input.ts';
import { putItemOf } from './put-rule.ts';
import { mayUse } from './writing.ts';

async function putRule(context: RequestContext, input: RuleInput): Promise<RuleView> {
  const { detections } = context.services;
  const before = input.isNew === true ? undefined : await detections.rule(input.id);
  const stored = await detections.put(actorOf(context), await putItemOf(input, before, detections.rule));
  const [view] = await detections.views([stored]);
  if (view === undefined) throw new Error('a stored rule has no view');
  return view;
}

export function detectionTypes(parts: GraphqlParts) {
  const { builder, shared } = parts;
  const objects = detectionObjects(parts);
  const { Detection, Policy, Rule, Version } = objects;
  const inputs = detectionInputs(parts, objects);
  contentFields(parts);
  const { SavedQuery } = savedQueryFields(parts);
  testingFields(parts, inputs);
  conversionFields(parts);
  uploadFields(parts);

  const ListResponse = builder
    .objectRef<{ detections: DetectionView[]; paging: ReturnType<typeof pagingOf> }>('ListDetectionsResponse')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        detections: t.expose('detections', { type: [Detection] }),
        paging: t.expose('paging', { type: shared.Paging }),
      }),
    });
  const SetEnabledInput = builder.inputType('SetDetectionsEnabledInput', {
    fields: (t) => ({ ids: t.idList({ required: true }), enabled: t.boolean({ required: true }) }),
  });
  const EditInput = builder.inputType('EditDetectionsInput', {
    fields: (t) => ({
      ids: t.idList({ required: true }),
      severity: t.field({ type: shared.Severity }),
      addTags: t.stringList(),
      removeTags: t.stringList(),
    }),
  });
  const RestoreInput = builder.inputType('RestoreDetectionVersionInput', {
    fields: (t) => ({ id: t.id({ required: true }), versionId: t.id({ required: true }) }),
  });

  builder.queryFields((t) => ({
    detections: t.field({
      type: ListResponse,
      auth: detectionsAccess.read,
      args: { input: t.arg({ type: inputs.ListInput }) },
      resolve: async (_root, { input }, context) => {
        const { detections } = context.services;
        const actor = actorOf(context);
        const asked = input?.analysisTypes;
        const kinds = detectionKindNames.filter(
          (kind) => mayUse(actor, 'read', kind) && (asked == null || asked.includes(kind)),
        );
        const page = pageOf(input);
        const { records, total } = await detections.page({
          kinds,
          ...(input?.complianceStatus == null
            ? {}
            : { ids: await context.services.resources.policyIdsWith(input.complianceStatus) }),
          ...(input?.nameContains ? { nameContains: input.nameContains } : {}),
          ...(input?.enabled == null ? {} : { enabled: input.enabled }),
          ...(input?.managed == null ? {} : { managed: input.managed }),
          ...(input?.severity ? { severities: input.severity } : {}),
          ...(input?.logTypes ? { logTypes: input.logTypes } : {}),
          ...(input?.resourceTypes ? { resourceTypes: input.resourceTypes } : {}),
          ...(input?.scheduledQueries ? { scheduledQueries: input.scheduledQueries } : {}),
          ...(input?.tags ? { tags: input.tags } : {}),
          ...(input?.testStates ? { testStates: input.testStates } : {}),
          ...(input?.codeContains ? { codeContains: input.codeContains } : {}),
          ...(input?.createdBy ? { createdBy: input.createdBy } : {}),
          ...(input?.lastModifiedBy ? { lastModifiedBy: input.lastModifiedBy } : {}),
          sortBy: input?.sortBy ?? 'lastModified',
          sortDir: input?.sortDir ?? 'descending',
          ...page,
        });
        return { detections: await detections.views(records), paging: pagingOf(page, total) };
      },
    }),
    detection: t.field({
      type: Detection,
      nullable: true,
      auth: detectionsAccess.read,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, { services, actor }) => {
        const found = await services.detections.detection(input.id);
        const isReadable =
          found !== undefined &&
          actor !== null &&
          holdsAny(actor.permissions, [kindNamed(found.kind).permissions.read]);
        return isReadable ? found : null;
      },
    }),
    rule: t.field({
      type: Rule,
      nullable: true,
      auth: detectionsAccess.readRules,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, { services }) => services.detections.rule(input.id),
    }),
    policy: t.field({
      type: Policy,
      nullable: true,
      auth: detectionsAccess.readPolicies,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: (_root, { input }, { services }) => services.detections.find(input.id, ['POLICY']),
    }),
    detectionVersions: t.field({
      description: 'Versions of a detection, helper, data model or saved query; the newest first.',
      type: [Version],
      auth: detectionsAccess.readVersions,
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context) => context.services.detections.versions(actorOf(context), id),
    }),
    downloadDetectionsUrl: t.string({
      description:
        'Where the zip of these items is; ask for it with the same Authorization header. No ids: everything.',
      auth: detectionsAccess.read,
      args: { ids: t.arg.idList({ required: true }) },
      resolve: (_root, { ids }) =>
        `/internal/detections/download?${new URLSearchParams(ids.map((id) => ['id', id])).toString()}`,
    }),
  }));

  builder.mutationFields((t) => ({
    putRule: t.field({
      description: 'Stores a rule, scheduled rule or derived rule.',
      type: Rule,
      auth: detectionsAccess.modifyRules,
      args: { input: t.arg({ type: inputs.PutRuleInput, required: true }) },
      resolve: (_root, { input }, context) => putRule(context, { ...input, tests: testsOf(input.tests) }),
    }),
    updateRuleAndFilter: t.field({
      description: 'The same for the filter panel, which sends inline filters and perhaps one more test.',
      type: Rule,
      auth: detectionsAccess.modifyRules,
      args: { input: t.arg({ type: inputs.PutRuleInput, required: true }) },
      resolve: (_root, { input }, context) => putRule(context, { ...input, tests: testsOf(input.tests) }),
    }),
    putPolicy: t.field({
      type: Policy,
      auth: detectionsAccess.modifyPolicies,
      args: { input: t.arg({ type: inputs.PutPolicyInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { detections } = context.services;
        const before = input.isNew === true ? undefined : await detections.find(input.id, ['POLICY']);
        const item = putPolicyOf({ ...input, tests: testsOf(input.tests) }, before?.definition);
        return detections.put(actorOf(context), item);
      },
    }),
    restoreDetectionVersion: t.field({
      description: 'Stores what an earlier version held as the newest one.',
      type: Version,
      auth: detectionsAccess.restore,
      args: { input: t.arg({ type: RestoreInput, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.detections.restore(actorOf(context), input.id, input.versionId),
    }),
    setDetectionsEnabled: t.field({
      type: shared.IdsOutput,
      auth: detectionsAccess.setEnabled,
      args: { input: t.arg({ type: SetEnabledInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.setEnabled(actorOf(context), input.ids, input.enabled),
      }),
    }),
    editDetections: t.field({
      description:
        'Changes severity or tags of many detections; gives the ids of those that are another now.',
      type: shared.IdsOutput,
      auth: detectionsAccess.modify,
      args: { input: t.arg({ type: EditInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.edit(actorOf(context), input.ids, {
          severity: input.severity ?? undefined,
          addTags: input.addTags ?? undefined,
          removeTags: input.removeTags ?? undefined,
        }),
      }),
    }),
    deleteDetections: t.field({
      type: shared.IdsOutput,
      auth: detectionsAccess.modify,
      args: { input: t.arg({ type: shared.IdsInput, required: true }) },
      resolve: async (_root, { input }, context) => ({
        ids: await context.services.detections.delete(actorOf(context), detectionKindNames, input.ids),
      }),
    }),
  }));
  return { ...objects, PutRuleInput: inputs.PutRuleInput, SavedQuery };
}
