import { runtimeContent, type ContentItem } from '@margay/detect/content';
import { invalidInput, notFound } from '@margay/kit';
import type { PythonRule, Trust, UnitTest } from '@margay/model';
import { type ReplayContent, schemaTexts } from '@margay/replay';
import { createHash } from 'node:crypto';
import type { Actor } from '../../api/actor.ts';
import {
  contentItemOf,
  type DetectionsService,
  kindNamed,
  mergedRule,
  RuleDefinition,
  type RuleInput,
  type RuleView,
  type RuleVersion,
} from '../detections/index.ts';
import type { LookupTablesService } from '../lookup-tables/index.ts';
import type { SchemasService } from '../schemas/index.ts';

export interface ContentDeps {
  detections: Pick<
    DetectionsService,
    | 'rule'
    | 'list'
    | 'ruleVersion'
    | 'trustOf'
    | 'trustOfDraft'
    | 'assertMayTouchStored'
    | 'assertMayTouchDraft'
  >;
  schemas: Pick<SchemasService, 'byName' | 'versions'>;
  lookupTables: Pick<LookupTablesService, 'enrichment'>;
}

async function trustOf(
  detections: ContentDeps['detections'],
  { textAuthor }: Pick<RuleVersion, 'textAuthor'>,
): Promise<Trust> {
  return (await detections.trustOf([textAuthor]))(textAuthor);
}

/** The saved rule as it is now, enabled or not; a derived one with what it inherits. */
export async function savedRule({ detections }: ContentDeps, id: string): Promise<PythonRule> {
  const view = await detections.rule(id);
  if (view === undefined)
    throw notFound(`Detection ${id} does not exist. Save it first, or replay its text.`);
  if (view.definition.logTypes.length === 0)
    throw invalidInput(
      `Detection ${id} judges rows of a query and no events, so there is nothing to replay.`,
      {
        code: 'NoLogTypes',
      },
    );
  return runnableRule(view, view.versionId, await trustOf(detections, view), view.definition);
}

/**
 * A rule as an editor holds it: what it says, over what is saved. The same text has the same version, and its unit tests
 * come along.
 */
export async function unsavedRule(
  { detections }: ContentDeps,
  actor: Pick<Actor, 'logTypeAccess'>,
  input: RuleInput,
): Promise<{ rule: PythonRule; tests: UnitTest[] }> {
  const { id } = input;
  const saved = await detections.rule(id);
  const definition = mergedRule(input, saved?.definition);
  const parsed = RuleDefinition.safeParse(definition);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join('.') ?? '';
    throw invalidInput(
      `Detection ${id}, ${field}: ${issue?.message ?? 'is not valid'}. Change it and try again.`,
      {
        details: { field },
      },
    );
  }
  const digest = createHash('sha256').update(JSON.stringify(parsed.data)).digest('hex');
  const trust = await detections.trustOfDraft(actor, id, parsed.data.body);
  const rule = runnableRule({ id, ...saved }, `unsaved-${digest.slice(0, 16)}`, trust, parsed.data);
  return { rule, tests: parsed.data.tests };
}

/** A version of a rule as it was, also of one that is deleted since. */
export async function ruleVersion(
  { detections }: ContentDeps,
  id: string,
  versionId: string,
): Promise<PythonRule> {
  const version = await detections.ruleVersion(id, versionId);
  const item = version && itemOf(id, version);
  if (version === undefined || item === undefined)
    throw notFound(`Version ${versionId} of detection ${id} is not kept, so it cannot be explained.`);
  return runnable(item, versionId, await trustOf(detections, version));
}

function itemOf(
  id: string,
  { kind, definition }: Pick<RuleVersion, 'kind' | 'definition'>,
): ContentItem | undefined {
  const { data } = kindNamed(kind).definition.safeParse(definition);
  return data && contentItemOf({ kind, id, enabled: true, definition: data });
}

/** By its own kind, which knows what its text means; with what it takes from a base it is a rule like any other. */
function runnableRule(
  { id, kind = 'RULE', base = null }: { id: string } & Partial<Pick<RuleView, 'kind' | 'base'>>,
  versionId: string,
  trust: Trust,
  definition: RuleDefinition,
): PythonRule {
  const item = itemOf(id, { kind: base === null ? kind : 'RULE', definition });
  if (item === undefined) throw doesNotRun(id, 'its settings do not fit its kind');
  return runnable(item, versionId, trust);
}

const doesNotRun = (id: string, why: string) =>
  invalidInput(`Detection ${id} cannot run: ${why}`, { code: 'RuleDoesNotRun' });

function runnable(item: ContentItem, versionId: string, trust: Trust): PythonRule {
  const { id } = item;
  const { rules, faults } = runtimeContent([{ item, versionId, trust }]);
  const rule = rules[0]?.rule;
  if (rule === undefined) throw doesNotRun(id, faults.get(id) ?? 'it is no rule');
  return rule;
}

/** The helpers and data models every rule runs with now. */
export async function currentModules({
  detections,
}: ContentDeps): Promise<Pick<ReplayContent, 'globals' | 'dataModels'>> {
  const records = await detections.list(['GLOBAL', 'DATA_MODEL']);
  const trustOf = await detections.trustOf(records.map(({ textAuthor }) => textAuthor));
  const items = records.map((record) => ({
    item: contentItemOf(record),
    versionId: record.versionId,
    trust: trustOf(record.textAuthor),
  }));
  const { globals, dataModels } = runtimeContent(items);
  return { globals, dataModels };
}

export async function replayContent(
  deps: ContentDeps,
  rule: PythonRule,
  logTypes: readonly string[],
): Promise<ReplayContent> {
  const [modules, schemas] = await Promise.all([currentModules(deps), schemaTexts(deps.schemas, logTypes)]);
  return { rule, ...modules, schemas, enrichment: deps.lookupTables.enrichment() };
}
