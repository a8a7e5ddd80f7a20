import type { DetectEngine, Diagnostic, LoadReport, TestResult } from '@margay/detect';
import { conflict, invalidInput, messageOf, newUuid, notFound, type Logger } from '@margay/kit';
import type { DetectionContent, PythonRule, UnitTest } from '@margay/model';
import type { Sql, Store } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/service.ts';
import { RuleDefinition, type ContentKind, type DefinitionOf } from './definition.ts';
import { createContentLoader } from './loader.ts';
import {
  deleteItems,
  findItem,
  kindsOfId,
  listItems,
  listVersions,
  pageOfRules,
  setEnabled,
  writeItem,
  type ContentRecord,
  type ItemVersion,
  type RuleFilter,
} from './store.ts';

export interface PutRule {
  id: string;
  /** True: the id must be free. False: it must exist. */
  isNew: boolean;
  enabled: boolean;
  definition: RuleDefinition;
  /** Version the caller saw; a newer one in between is a conflict. */
  versionId?: string;
  managed?: boolean;
}

export interface DetectionsService {
  page(filter: RuleFilter): Promise<{ records: ContentRecord<'RULE'>[]; total: number }>;
  rule(id: string): Promise<ContentRecord<'RULE'> | undefined>;
  rules(ids: readonly string[]): Promise<ContentRecord<'RULE'>[]>;
  helpers(): Promise<ContentRecord<'GLOBAL'>[]>;
  dataModels(): Promise<ContentRecord<'DATA_MODEL'>[]>;
  versions(kind: ContentKind, id: string): Promise<ItemVersion[]>;
  /** Stores a new version and waits until events are judged by it. */
  putRule(actor: Actor, input: PutRule): Promise<ContentRecord<'RULE'>>;
  setEnabled(actor: Actor, ids: readonly string[], enabled: boolean): Promise<string[]>;
  deleteRules(actor: Actor, ids: readonly string[]): Promise<string[]>;
  /** Writes helpers, data models and rules of an upload in one transaction. */
  writeMany(actor: Actor, items: readonly ManyItem[]): Promise<void>;
  /** Runs unit tests of a body that need not be stored. */
  test(rule: PythonRule, tests: UnitTest[]): Promise<TestResult[]>;
  /** Syntax errors of a body, by the real parser. */
  check(body: string): Promise<Diagnostic[]>;
  /** Everything the runtime should run now. */
  content(): Promise<DetectionContent>;
  /** Loads the present content into the runtime; calls that come while it loads share the next load. */
  reload(): Promise<LoadReport | undefined>;
  /** Called after each load, before the caller of a change gets its answer. */
  onChange(listener: () => Promise<void>): void;
}

export type ManyItem = {
  [Kind in ContentKind]: {
    kind: Kind;
    id: string;
    enabled: boolean;
    managed: boolean;
    definition: DefinitionOf[Kind];
  };
}[ContentKind];

const idPattern = /^[^<>&"%\s][^<>&"%]{0,199}$/;

export function createDetectionsService(deps: {
  store: Store;
  audit: AuditLog;
  engine: DetectEngine;
  logger: Logger;
}): DetectionsService {
  const { store, audit, engine, logger } = deps;
  const listeners: (() => Promise<void>)[] = [];
  const loader = createContentLoader({ store, engine, logger });

  async function reload(): Promise<LoadReport | undefined> {
    const report = await loader.reload();
    for (const listener of listeners) await listener();
    return report;
  }

  async function writeOne(tx: Sql, item: ManyItem, actorId: string | null): Promise<void> {
    const { kind, id, enabled, managed, definition } = item;
    const others = (await kindsOfId(tx, id)).filter((other) => other !== kind);
    if (others.length > 0) {
      throw conflict(
        `The id ${id} is used by a ${others[0]} already. Ids are unique over all detection content.`,
      );
    }
    const facts =
      kind === 'RULE'
        ? {
            severity: definition.severity,
            logTypes: definition.logTypes,
            tags: definition.tags,
            displayName: definition.displayName || id,
          }
        : kind === 'GLOBAL'
          ? { severity: null, logTypes: [], tags: definition.tags, displayName: id }
          : { severity: null, logTypes: definition.logTypes, tags: [], displayName: definition.displayName };
    await writeItem(tx, { kind, id, enabled, managed, definition, versionId: newUuid(), actorId, ...facts });
  }

  async function assertLoads(id: string, definition: RuleDefinition): Promise<void> {
    const errors = (await engine.check(definition.body, 'RULE')).filter(
      (diagnostic) => diagnostic.severity === 'error',
    );
    if (errors.length === 0) return;
    const lines = errors.map((error) => `line ${error.line}, column ${error.column}: ${error.message}`);
    throw invalidInput(
      `Detection ${id} cannot be saved: ${lines.join('; ')}. Mend the Python and save again.`,
      {
        code: 'InvalidSyntax',
        details: { diagnostics: errors },
      },
    );
  }

  async function mustFind(id: string): Promise<ContentRecord<'RULE'>> {
    const record = await findItem(store, 'RULE', id);
    if (record === undefined) throw notFound(`Detection ${id} does not exist.`);
    return record;
  }

  function assertCurrent(before: ContentRecord<'RULE'> | undefined, input: PutRule): void {
    if (input.isNew && before !== undefined) {
      throw conflict(`A detection with the id ${input.id} exists already. Choose another id.`);
    }
    if (!input.isNew && before === undefined) throw notFound(`Detection ${input.id} does not exist.`);
    if (before?.managed === true && input.managed !== true) {
      throw invalidInput(`Detection ${input.id} is managed. Clone it to change it.`, {
        code: 'InvalidUpdate',
      });
    }
    if (before === undefined || input.versionId === undefined || before.versionId === input.versionId) return;
    throw conflict(
      `Detection ${input.id} was changed by somebody else since you opened it. Reload it and apply your change again.`,
      { code: 'RevisionConflict' },
    );
  }

  return {
    page: (filter) => pageOfRules(store, filter),
    rule: (id) => findItem(store, 'RULE', id),
    async rules(ids) {
      const found = await Promise.all([...new Set(ids)].map((id) => findItem(store, 'RULE', id)));
      return found.filter((record) => record !== undefined);
    },
    helpers: () => listItems(store, 'GLOBAL'),
    dataModels: () => listItems(store, 'DATA_MODEL'),
    versions: (kind, id) => listVersions(store, kind, id),
    async putRule(actor, input) {
      if (!idPattern.test(input.id)) {
        throw invalidInput(`"${input.id}" cannot be an id: it must not be empty, nor contain < > & " or %.`);
      }
      const parsed = RuleDefinition.safeParse(input.definition);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        throw invalidInput(`Detection ${input.id}, ${issue?.path.join('.')}: ${issue?.message}`, {
          details: { field: issue?.path.join('.') },
        });
      }
      const names = parsed.data.tests.map((test) => test.name);
      if (new Set(names).size < names.length)
        throw invalidInput('No duplicate test names', { details: { field: 'tests' } });
      await assertLoads(input.id, parsed.data);
      await store.transaction(async (tx) => {
        assertCurrent(await findItem(tx, 'RULE', input.id), input);
        const item: ManyItem = {
          kind: 'RULE',
          id: input.id,
          enabled: input.enabled,
          managed: input.managed ?? false,
          definition: parsed.data,
        };
        await writeOne(tx, item, actor.id);
        const action = input.isNew ? 'CREATE_RULE' : 'UPDATE_RULE';
        await audit.record(
          { action, actor, params: { input: { id: input.id, enabled: input.enabled } } },
          tx,
        );
      });
      await reload();
      return mustFind(input.id);
    },
    async setEnabled(actor, ids, enabled) {
      const changed = await store.transaction(async (tx) => {
        const done = await setEnabled(tx, ids, enabled, actor.id);
        await audit.record(
          { action: 'UPDATE_DETECTION_STATE', actor, params: { input: { ids: done, enabled } } },
          tx,
        );
        return done;
      });
      await reload();
      return changed;
    },
    async deleteRules(actor, ids) {
      const managed = (await this.rules(ids)).filter((rule) => rule.managed);
      if (managed.length > 0) {
        throw invalidInput(
          `Managed detections cannot be deleted: ${managed.map((rule) => rule.id).join(', ')}. Disable them instead.`,
          { code: 'InvalidUpdate' },
        );
      }
      const deleted = await store.transaction(async (tx) => {
        const done = await deleteItems(tx, 'RULE', ids);
        await audit.record({ action: 'DELETE_DETECTION', actor, params: { input: { ids: done } } }, tx);
        return done;
      });
      await reload();
      return deleted;
    },
    async writeMany(actor, items) {
      await store.transaction(async (tx) => {
        for (const item of items) await writeOne(tx, item, actor.kind === 'system' ? null : actor.id);
        const params = { input: { ids: items.map((item) => item.id) } };
        await audit.record({ action: 'UPLOAD_DETECTION_ENTITIES', actor, params }, tx);
      });
      await reload();
    },
    async test(rule, tests) {
      try {
        return await engine.test({ rules: [{ rule, tests }] });
      } catch (error) {
        logger.warn({ error: messageOf(error), rule: rule.id }, 'unit tests could not be run');
        throw error;
      }
    },
    check: (body) => engine.check(body, 'RULE'),
    content: () => loader.content(),
    reload,
    onChange: (listener) => void listeners.push(listener),
  };
}
