import type { BodyKind, DetectEngine, Diagnostic, LoadReport, TestResult } from '@margay/detect';
import type {
  ContentFile,
  ContentItem,
  ContentReading,
  ReadOptions,
  RuntimeContent,
} from '@margay/detect/content';
import {
  bestMatches,
  conflict,
  forbidden,
  invalidInput,
  messageOf,
  notFound,
  type Logger,
} from '@margay/kit';
import type { DetectionContent, PythonRule, Trust, UnitTest } from '@margay/model';
import { announce, type Changes, type Sql, type Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { TextReader } from '../../typed-text/reader.ts';
import { changedFields, type AuditLog } from '../audit-log/index.ts';
import type { Conversion, ConversionInput, DrawnLogic, LogicFields } from './builder-view.ts';
import { createDrawing } from './drawing.ts';
import { previewDataModel, type DataModelPreview, type PreviewInput } from './data-model-preview.ts';
import { basesOf, refreshDerived } from './derived.ts';
import {
  contentItemOf,
  contentKindNames,
  detectionKindNames,
  isDetectionKind,
  kindNamed,
  plainRule,
  type ContentKind,
  type DetectionContentKind,
} from './kinds/index.ts';
import { editedRecords, type BulkEdit } from './bulk-edit.ts';
import { createContentLoader, policyVersionsOf, type LoadedDetections } from './loader.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  detectionView,
  ruleKinds,
  type DetectionView,
  type RuleKind,
  type RuleView,
} from './detection-view.ts';
import type { Reach } from '../../api/log-type-lack.ts';
import { RuleDefinition } from './kinds/rule.ts';
import type { SavedQueryDefinition } from './kinds/saved-query.ts';
import {
  deleteItems,
  findAllById,
  findById,
  findUnreadable,
  itemNames,
  listItems,
  listVersions,
  lockPolicyVersions,
  noteAccess,
  pageOfItems,
  setEnabled,
  type ContentFilter,
  type ContentRecord,
  type ItemName,
  type ItemVersion,
  type TextAuthor,
} from './store.ts';
import { createImporter, type Importer } from './import.ts';
import {
  concernedOf,
  createLogTypeReach,
  draftConcern,
  noReach,
  type Concerned,
  type TouchVerb,
} from './log-type-reach.ts';
import { overriddenDefinition, ownDefinition } from './managed-overrides.ts';
import type { RuleInput } from './kinds/rule-input.ts';
import { findTestRun, type TestRun } from './test-run-store.ts';
import { contentTask, conversionTask } from './text-tasks.ts';
import { trustOfAccess, trustOfTexts, type AccessOf } from './trust.ts';
import {
  assertBase,
  assertId,
  assertLoads,
  assertMayModify,
  assertOneModel,
  assertReadable,
  findForPut,
  mayUse,
  nameOf,
  parsedDefinition,
  writeVersion,
  type PutItem,
} from './writing.ts';

/** A version of what runs as a rule; a derived one with what it took over then. */
export interface RuleVersion extends ItemVersion {
  kind: RuleKind;
}

export interface DetectionsService extends Importer {
  page<Kind extends ContentKind>(
    filter: ContentFilter<Kind>,
  ): Promise<{ records: ContentRecord<Kind>[]; total: number }>;
  /** Items of these kinds by id or name, those that fit best first. */
  named(kinds: readonly ContentKind[], text: string, limit: number): Promise<ItemName[]>;
  /** The saved query with this id, opened or run by somebody: the list can be in the order of that. */
  openSavedQuery(id: string): Promise<ContentRecord<'SAVED_QUERY'> | undefined>;
  /** The item with this id, of one of these kinds. */
  find<Kind extends ContentKind>(
    id: string,
    kinds: readonly Kind[],
  ): Promise<ContentRecord<Kind> | undefined>;
  /** All items, or those of these kinds and with these ids. */
  list<Kind extends ContentKind>(
    kinds?: readonly Kind[],
    ids?: readonly string[],
  ): Promise<ContentRecord<Kind>[]>;
  /** Detections as people see them: derived rules with what they inherit. */
  views<Kind extends DetectionContentKind>(
    records: readonly ContentRecord<Kind>[],
  ): Promise<DetectionView<Kind>[]>;
  detection(id: string): Promise<DetectionView | undefined>;
  rule(id: string): Promise<RuleView | undefined>;
  /** Versions of an item the actor may read; the newest first. */
  versions(actor: Actor, id: string): Promise<ItemVersion[]>;
  /** One version of a rule, also of one that is deleted since; a derived one with what that version inherited. */
  ruleVersion(id: string, versionId: string): Promise<RuleVersion | undefined>;
  /** Stores a new version and waits until events are judged by it. */
  put<Kind extends ContentKind>(actor: Actor, input: PutItem<Kind>): Promise<ContentRecord<Kind>>;
  /** Stores what an earlier version held as the newest one. */
  restore(actor: Actor, id: string, versionId: string): Promise<ItemVersion>;
  setEnabled(actor: Actor, ids: readonly string[], enabled: boolean): Promise<string[]>;
  /** Stores a new version of each detection that the change concerns, in one transaction. Gives their ids. */
  edit(actor: Actor, ids: readonly string[], edit: BulkEdit): Promise<string[]>;
  /** Deletes items of these kinds; ids of others are passed over. */
  delete(actor: Actor, kinds: readonly ContentKind[], ids: readonly string[]): Promise<string[]>;
  /** Items as files hold them; all that the actor may read, or those with these ids. */
  items(actor: Actor, ids?: readonly string[]): Promise<ContentItem[]>;
  /** Files of detection content, read beside the main thread. */
  readFiles(actor: Actor, files: readonly ContentFile[], options?: ReadOptions): Promise<ContentReading>;
  /** One simple detection in its three forms; see `convertedDetection`. */
  convert(actor: Actor, input: ConversionInput): Promise<Conversion>;
  /** What the console draws of a detection's logic; long texts are read beside the main thread. */
  draw(definition: LogicFields): Promise<DrawnLogic>;
  /** Throws `forbidden` unless the actor's log-type access covers these items, stored or not. */
  assertMayTouch(actor: Actor, verb: TouchVerb, items: readonly Concerned[]): Promise<void>;
  /** The same for a stored item; one that is gone concerns nobody knows what. */
  assertMayTouchStored(actor: Actor, verb: TouchVerb, id: string): Promise<void>;
  /** The same for a rule as an editor sends it, and for what is stored under its id. */
  assertMayTouchDraft(actor: Actor, verb: TouchVerb, input: RuleInput): Promise<void>;
  /** How the unit tests of a stored detection went last; undefined before their first run. */
  testRun(id: string): Promise<TestRun | undefined>;
  /** Runs unit tests of a body that need not be stored. */
  test(rule: PythonRule, tests: UnitTest[]): Promise<TestResult[]>;
  /** What the mappings of a data model, stored or not, give for an event. */
  previewDataModel(actor: Actor, input: PreviewInput): Promise<DataModelPreview>;
  /** Syntax errors of a body, by the real parser. */
  check(actor: Actor, body: string, kind?: BodyKind): Promise<Diagnostic[]>;
  /** Tells of each of these authors with whose rules a text of theirs shares a process. */
  trustOf(authors: readonly TextAuthor[]): Promise<(author: TextAuthor) => Trust>;
  /**
   * The same of a text as an editor of this person holds it: hers, and where it is what is stored, its author's too, so that
   * trying out what another wrote runs it where her own rules never do.
   */
  trustOfDraft(actor: Pick<Actor, 'logTypeAccess'>, id: string, body: string): Promise<Trust>;
  /** Everything the runtime should run now. */
  content(): Promise<DetectionContent>;
  /** Everything that could run, enabled or not, with its unit tests. */
  runtime(): Promise<RuntimeContent>;
  /** What the runtime runs, as this process loaded it last. */
  loaded(): LoadedDetections | undefined;
  /** Whether the policies and helpers it runs are the stored ones; they cannot change until the transaction ends. */
  runsNewestPolicies(tx: Sql): Promise<boolean>;
  /** Stores other suppressions of policies, also of managed ones; answers those that changed. */
  changeSuppressions(
    actor: Actor,
    policyIds: readonly string[],
    change: (patterns: readonly string[]) => string[],
  ): Promise<ContentRecord<'POLICY'>[]>;
  /** Loads the present content into the runtime; calls that come while it loads share the next load. */
  reload(): Promise<LoadReport | undefined>;
  /**
   * Loads again when log types have come or gone, because items that name them run or stop to, and when authors may read
   * other ones than before, because their texts go to other processes.
   */
  reloadWhenStale(): Promise<void>;
  /** Called after each load, before the caller of a change gets its answer. */
  onChange(listener: () => Promise<void>): void;
}

export interface DetectionsDeps {
  store: Store;
  changes: Changes;
  audit: AuditLog;
  engine: DetectEngine;
  logger: Logger;
  texts: TextReader;
  /** Log types with a schema. */
  knownLogTypes(): Promise<string[]>;
  /** What authors of texts may read today. */
  accessOf: AccessOf;
  /** What a saved query reads. */
  logTypesOfQuery(query: SavedQueryDefinition): Reach;
  /** False where this process has no engine to load them into. */
  loadsContent?: boolean;
}

function ofKind<Kind extends ContentKind>(
  record: ContentRecord | undefined,
  kinds: readonly Kind[],
): ContentRecord<Kind> | undefined {
  const isOne = record !== undefined && (kinds as readonly ContentKind[]).includes(record.kind);
  return isOne ? (record as ContentRecord<Kind>) : undefined; // its kind was looked at
}

/** Of so many that have the words, those that fit best are named. */
const namedAmong = 2000;

/** What changes of detection content are announced by. */
const topic = 'detections';

export function createDetectionsService(deps: DetectionsDeps): DetectionsService {
  const { store, changes, audit, engine, logger } = deps;
  const listeners: (() => Promise<void>)[] = [];
  const loader = createContentLoader(deps);
  const reach = createLogTypeReach(deps);

  async function reload(): Promise<LoadReport | undefined> {
    const report = deps.loadsContent === false ? undefined : await loader.reload();
    for (const listener of listeners) await listener();
    return report;
  }

  /** A change of several items: all or nothing, with what follows from it. */
  async function change<T>(
    work: (tx: Sql) => Promise<T>,
    isChange: (result: T) => boolean = () => true,
  ): Promise<T> {
    const result = await store.transaction(async (tx) => {
      const done = await work(tx);
      if (!isChange(done)) return done;
      await refreshDerived(tx);
      await announce(tx, topic);
      return done;
    });
    if (isChange(result)) await changes.settle();
    return result;
  }
  changes.follow(topic, async () => void (await reload()));

  async function mustFind(id: string): Promise<ContentRecord> {
    const record = await findById(store, id);
    if (record === undefined) throw notFound(`There is no detection content with the id ${id}.`);
    return record;
  }

  async function assertUnused(tx: Sql, records: readonly ContentRecord[]): Promise<void> {
    const queries = records
      .filter(({ kind }) => kindNamed(kind).namedIn === 'scheduledQueries')
      .map(({ id }) => id);
    if (queries.length === 0) return;
    const { records: users } = await pageOfItems(tx, {
      kinds: contentKindNames,
      scheduledQueries: queries,
      sortBy: 'id',
      sortDir: 'ascending',
      page: 1,
      pageSize: 5,
    });
    const left = users.filter((rule) => !records.some(({ id }) => id === rule.id));
    if (left.length === 0) return;
    throw conflict(
      `${queries.join(', ')} cannot be deleted, because these ${titlesOf(left)} use it: ${left.map(({ id }) => id).join(', ')}. Change or delete them first.`,
      { code: 'InUse' },
    );
  }

  /** Permissions for their kinds, and access to the log types they concern. */
  async function assertMayChange(tx: Sql, actor: Actor, records: readonly ContentRecord[]): Promise<void> {
    for (const record of records) assertMayModify(actor, record);
    await reach.assertCovers(tx, { actor, verb: 'change' }, records.map(concernedOf));
  }

  /** What keeps its own state as an override gets a new version; the others have it beside their versions. */
  async function switchItems(tx: Sql, actor: Actor, records: ContentRecord[], enabled: boolean) {
    const plain: string[] = [];
    for (const { id, kind, managed, definition } of records) {
      const overridden = kindNamed(kind).overridden?.(definition, { enabled });
      if (overridden === undefined) plain.push(id);
      else await writeVersion(tx, { id, kind, managed, enabled, definition: overridden }, actor);
    }
    await setEnabled(tx, plain, enabled, actor.id);
  }

  /** A version of what takes over the logic of another, with the version it took that from. */
  async function versionOver(
    kind: RuleKind,
    id: string,
    version: ItemVersion,
    ofBase: string,
  ): Promise<RuleVersion | undefined> {
    const { definition, factsOf, shownRule } = kindNamed<DetectionContentKind>(kind);
    const own = definition.parse(version.definition);
    const { baseId } = factsOf(id, own);
    const [base] = baseId === null ? [] : await listVersions(store, plainRule, baseId, ofBase);
    if (base === undefined || baseId === null) return undefined;
    const shown = shownRule?.(own, {
      displayName: baseId,
      definition: RuleDefinition.parse(base.definition),
    });
    return (
      shown && {
        ...version,
        kind: plainRule,
        versionId: `${version.versionId}+${ofBase}`,
        definition: shown.definition,
        textAuthor: base.textAuthor,
      }
    );
  }

  const service: DetectionsService = {
    ...createImporter({ ...deps, change, reach }),
    page: (filter) => pageOfItems(store, filter),
    async named(kinds, text, limit) {
      const names = await itemNames(store, kinds, text.split(/\s+/).filter(Boolean), namedAmong);
      return bestMatches(names, text, ({ id, displayName }) => [displayName, id], limit);
    },
    async find(id, kinds) {
      return ofKind(await findById(store, id), kinds);
    },
    async openSavedQuery(id) {
      const query = await service.find(id, ['SAVED_QUERY']);
      if (query) await noteAccess(store, query.id);
      return query;
    },
    list: (kinds, ids) => listItems(store, kinds, ids),
    async views(records) {
      const bases = await basesOf(store, records);
      return records.map((record) => detectionView(record, bases));
    },
    async detection(id) {
      const record = await service.find(id, detectionKindNames);
      return record && (await service.views([record]))[0];
    },
    async rule(id) {
      const record = await service.find(id, ruleKinds);
      return record && (await service.views([record]))[0];
    },
    async versions(actor, id) {
      const record = await mustFind(id);
      if (!mayUse(actor, 'read', record.kind)) {
        const { title, permissions } = kindNamed(record.kind);
        throw forbidden(`You are not authorized to see the ${title} ${id}. It needs ${permissions.read}.`);
      }
      return listVersions(store, record.kind, id);
    },
    async ruleVersion(id, versionId) {
      const [own, ofBase] = versionId.split('+') as [string, string?]; // as derived rules run
      const takesOver = ofBase !== undefined;
      for (const kind of ruleKinds.filter(
        (name) => (kindNamed(name).inherited !== undefined) === takesOver,
      )) {
        const [version] = await listVersions(store, kind, id, own);
        if (version === undefined) continue;
        return takesOver ? versionOver(kind, id, version, ofBase) : { ...version, kind };
      }
      return undefined;
    },
    async put(actor, input) {
      assertMayModify(actor, input);
      assertId(input.kind, input.id);
      const { kind, id, enabled } = input;
      await assertReadable(deps.texts, actor, input);
      const given = { kind, id, enabled, definition: ownDefinition(parsedDefinition(input)) };
      await assertLoads(engine, given, actor);
      await change(async (tx) => {
        const before = await findForPut(tx, input);
        const item =
          before?.managed === true
            ? { ...given, managed: true, definition: overriddenDefinition(before, given.definition) }
            : { ...given, managed: false };
        await assertBase(tx, item);
        const touched = [...(before === undefined ? [] : [before]), item].map(concernedOf);
        await reach.assertCovers(tx, { actor, verb: 'change' }, touched);
        await writeVersion(tx, item, actor, input.textAuthor);
        await assertOneModel(tx, [id]);
        const action = `${input.isNew ? 'CREATE' : 'UPDATE'}_${kindNamed(kind).auditName}`;
        const changed = changedFields(before && factsOf(before), factsOf(item));
        await audit.record({ action, actor, params: { input: { id, enabled }, ...changed } }, tx);
      });
      const stored = ofKind(await findById(store, id), [kind]);
      if (stored === undefined) throw notFound(`${nameOf(kind, id)} does not exist.`);
      return stored;
    },
    async restore(actor, id, versionId) {
      const record = await mustFind(id);
      const [version] = await listVersions(store, record.kind, id, versionId);
      if (version === undefined) throw notFound(`${nameOf(record.kind, id)} has no version ${versionId}.`);
      const { kind, enabled } = record;
      const definition = kindNamed(kind).definition.parse(version.definition);
      const { textAuthor } = version;
      await service.put(actor, {
        kind,
        id,
        isNew: false,
        enabled,
        definition,
        versionId: record.versionId,
        textAuthor,
      });
      const [newest] = await listVersions(store, kind, id);
      if (newest === undefined) throw notFound(`${nameOf(kind, id)} has no version ${versionId}.`);
      return newest;
    },
    async setEnabled(actor, ids, enabled) {
      return change(async (tx) => {
        const records = (await findAllById(tx, ids)).filter(({ kind }) => !kindNamed(kind).isLibrary);
        await assertMayChange(tx, actor, records);
        await switchItems(tx, actor, records, enabled);
        const changed = records.map(({ id }) => id);
        await assertOneModel(tx, changed);
        const params = { input: { ids: changed, enabled } };
        await audit.record({ action: 'UPDATE_DETECTION_STATE', actor, params }, tx);
        return changed;
      });
    },
    async edit(actor, ids, edit) {
      return change(
        async (tx) => {
          const records = await findAllById(tx, ids);
          await assertMayChange(tx, actor, records);
          const edited = await editedRecords(tx, records, edit);
          for (const record of edited) await writeVersion(tx, record, actor);
          const changed = edited.map(({ id }) => id);
          const params = { input: { ids: changed, ...edit } };
          if (changed.length > 0) await audit.record({ action: 'UPDATE_DETECTIONS', actor, params }, tx);
          return changed;
        },
        (changed) => changed.length > 0,
      );
    },
    async delete(actor, kinds, ids) {
      return change(async (tx) => {
        const records = (await findAllById(tx, ids)).filter(({ kind }) => kinds.includes(kind));
        await assertMayChange(tx, actor, records);
        const managed = records.filter((record) => record.managed);
        if (managed.length > 0) {
          const [{ kind }] = managed as [ContentRecord];
          const what = isDetectionKind(kind) ? 'detections' : `pieces of content (${kindNamed(kind).title})`;
          throw invalidInput(
            `Managed ${what} cannot be deleted: ${managed.map(({ id }) => id).join(', ')}. Disable them instead.`,
            { code: 'InvalidUpdate' },
          );
        }
        await assertUnused(tx, records);
        const unreadable = (await findUnreadable(tx, ids)).filter(({ kind }) => kinds.includes(kind));
        for (const item of unreadable) assertMayModify(actor, item);
        const deleted = [...records, ...unreadable].map(({ id }) => id);
        await deleteItems(tx, deleted);
        for (const [action, group] of Map.groupBy([...records, ...unreadable], ({ kind }) =>
          deleteAction(kind),
        )) {
          const params = { input: { ids: group.map(({ id }) => id) } };
          await audit.record({ action, actor, params }, tx);
        }
        return deleted;
      });
    },
    async items(actor, ids) {
      const records = ids === undefined ? await listItems(store) : await findAllById(store, ids);
      const missing = (ids ?? []).filter((id) => !records.some((record) => record.id === id));
      if (missing.length > 0)
        throw notFound(`There is no detection content with the id ${missing.slice(0, 20).join(', ')}.`);
      return records.filter((record) => mayUse(actor, 'read', record.kind)).map(contentItemOf);
    },
    testRun: (id) => findTestRun(store, id),
    async test(rule, tests) {
      try {
        return await engine.test({ rules: [{ rule, tests }] });
      } catch (error) {
        logger.warn({ error: messageOf(error), rule: rule.id }, 'unit tests could not be run');
        throw error;
      }
    },
    readFiles: (actor, files, options = {}) => {
      const { ignoreExtraKeys } = options;
      const what = `The upload of ${files.length} files`;
      return deps.texts.read(
        contentTask,
        { files, options: ignoreExtraKeys === undefined ? {} : { ignoreExtraKeys } },
        actor.kind === 'system' ? { what } : { what, who: actor.id },
      );
    },
    convert: (actor, input) =>
      deps.texts.read(conversionTask, input, { what: 'The simple detection', who: actor.id }),
    draw: createDrawing(deps.texts),
    async previewDataModel(actor, input) {
      const draft = {
        ...noReach,
        kind: 'DATA_MODEL' as const,
        id: input.id,
        logTypes: input.logTypes,
      };
      await service.assertMayTouch(actor, 'test', [draft]);
      return previewDataModel(engine, input, trustOfAccess(actor.logTypeAccess));
    },
    assertMayTouch: (actor, verb, items) => reach.assertCovers(store, { actor, verb }, items),
    async assertMayTouchStored(actor, verb, id) {
      const record = await findById(store, id);
      const gone = { ...noReach, kind: plainRule, id };
      await service.assertMayTouch(actor, verb, [record === undefined ? gone : concernedOf(record)]);
    },
    async assertMayTouchDraft(actor, verb, input) {
      const stored = await findById(store, input.id);
      const draft = draftConcern(input, stored);
      await service.assertMayTouch(actor, verb, [
        ...(stored === undefined ? [] : [concernedOf(stored)]),
        draft,
      ]);
    },
    check: (actor, body, kind = plainRule) => engine.check(body, kind, trustOfAccess(actor.logTypeAccess)),
    trustOf: (authors) => trustOfTexts(authors, deps.accessOf),
    async trustOfDraft({ logTypeAccess }, id, body) {
      const record = await findById(store, id);
      // What a derived rule runs is the text of its base.
      const written = record?.baseId ? await findById(store, record.baseId) : record;
      if (written === undefined || kindNamed(written.kind).bodyOf?.(written.definition) !== body)
        return trustOfAccess(logTypeAccess);
      const { textAuthor } = written;
      return (await trustOfTexts([textAuthor], deps.accessOf))(textAuthor, logTypeAccess);
    },
    content: () => loader.content(),
    runtime: () => loader.runtime(),
    loaded: () => loader.loaded(),
    async runsNewestPolicies(tx) {
      const stored = policyVersionsOf(await lockPolicyVersions(tx));
      return isDeepStrictEqual(stored, loader.loaded()?.policyVersions);
    },
    async changeSuppressions(actor, policyIds, changePatterns) {
      const changed = await change(async (tx) => {
        const found = (await findAllById(tx, policyIds)).filter((record) => record.kind === 'POLICY');
        const missing = policyIds.find((id) => !found.some((record) => record.id === id));
        if (missing !== undefined) throw notFound(`Policy ${missing} does not exist.`);
        const ids: string[] = [];
        for (const record of found) {
          const { kind, id, enabled, managed, definition } = record;
          await assertMayChange(tx, actor, [record]);
          const suppressions = changePatterns(definition.suppressions);
          if (isDeepStrictEqual(suppressions, definition.suppressions)) continue;
          const item = { kind, id, enabled, definition: { ...definition, suppressions } };
          const next = parsedDefinition({ ...item, isNew: false });
          const stored = managed ? overriddenDefinition({ ...item, definition }, next) : next;
          await writeVersion(tx, { ...item, managed, definition: stored }, actor);
          ids.push(id);
        }
        const params = { input: { policyIds: ids } };
        await audit.record({ action: 'SUPPRESS_POLICY', actor, params }, tx);
        return ids;
      });
      return (await findAllById(store, changed)).filter((record) => record.kind === 'POLICY');
    },
    reload,
    async reloadWhenStale() {
      if (await loader.isStale()) await reload();
    },
    onChange: (listener) => void listeners.push(listener),
  };
  return service;
}

const deleteAction = (kind: ContentKind) =>
  isDetectionKind(kind) ? 'DELETE_DETECTION' : `DELETE_${kindNamed(kind).auditName}`;

/** What these are called together: `scheduled rules`. */
const titlesOf = (records: readonly ContentRecord[]) =>
  [...new Set(records.map(({ kind }) => `${kindNamed(kind).title}s`))].join(' and ');

/** What the audit log keeps of a piece of content. */
const factsOf = ({ enabled, definition }: { enabled: boolean; definition: object }) => ({
  enabled,
  ...definition,
});
