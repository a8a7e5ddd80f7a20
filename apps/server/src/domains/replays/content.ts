import { notFound } from '@margay/kit';
import type { PythonRule } from '@margay/model';
import { dataModelOf, pythonModuleOf, pythonRuleOf, RuleDefinition } from '../detections/definition.ts';
import type { DetectionsService } from '../detections/service.ts';
import type { SchemasService } from '../schemas/service.ts';
import { schemaTexts } from './events/schema-texts.ts';
import type { ReplayContent } from './judge/replay-rule.ts';

export interface ContentDeps {
  detections: Pick<DetectionsService, 'rule' | 'helpers' | 'dataModels' | 'versions'>;
  schemas: Pick<SchemasService, 'byName' | 'versions'>;
}

/** The saved rule as it is now. */
export async function savedRule({ detections }: ContentDeps, id: string): Promise<PythonRule> {
  const record = await detections.rule(id);
  if (record === undefined)
    throw notFound(`Detection ${id} does not exist. Save it first, or replay its text.`);
  return pythonRuleOf(record.id, record.versionId, record.definition);
}

/** A version of a rule as it was, also of one that is deleted since. */
export async function ruleVersion(
  { detections }: ContentDeps,
  id: string,
  versionId: string,
): Promise<PythonRule> {
  const version = (await detections.versions('RULE', id)).find((entry) => entry.versionId === versionId);
  const definition = RuleDefinition.safeParse(version?.definition);
  if (version === undefined || !definition.success)
    throw notFound(
      `Version ${versionId} of detection ${id} is not kept any more, so it cannot be explained.`,
    );
  return pythonRuleOf(id, versionId, definition.data);
}

/** The helpers and data models every rule runs with now. */
export async function currentModules({
  detections,
}: ContentDeps): Promise<Pick<ReplayContent, 'globals' | 'dataModels'>> {
  const [helpers, models] = await Promise.all([detections.helpers(), detections.dataModels()]);
  return {
    globals: helpers.map((helper) => pythonModuleOf(helper.id, helper.versionId, helper.definition)),
    dataModels: models.map((model) =>
      dataModelOf(model.id, model.versionId, model.enabled, model.definition),
    ),
  };
}

export async function replayContent(
  deps: ContentDeps,
  rule: PythonRule,
  logTypes: readonly string[],
): Promise<ReplayContent> {
  const [modules, schemas] = await Promise.all([currentModules(deps), schemaTexts(deps.schemas, logTypes)]);
  return { rule, ...modules, schemas };
}
