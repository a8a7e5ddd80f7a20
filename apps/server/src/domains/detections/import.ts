import { holdsAny, type Permission } from '@margay/auth';
import type { DetectEngine } from '@margay/detect';
import { runtimeContent, sameContent, type ContentItem } from '@margay/detect/content';
import { fullTrust } from '@margay/model';
import type { Sql, Store } from '@margay/store';
import { setImmediate } from 'node:timers/promises';
import type { Actor } from '../../api/actor.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { contentItemOf, kindNamed, storedItemOf, type NamedItem } from './kinds/index.ts';
import { keptOverrides, shippedDefinition, switchedLike } from './managed-overrides.ts';
import { findAllById, listItems, type ContentRecord } from './store.ts';
import { concernedOf, type LogTypeReach } from './log-type-reach.ts';
import { idTaken, mayUse, syntaxErrors, writeVersion } from './writing.ts';

/** What an import does to an item: nothing at all where it is stored just so. */
export type ItemChange = 'new' | 'modified' | 'unchanged';

export interface ImportedItem {
  item: ContentItem;
  change: ItemChange | null;
  /** Why it is not stored. */
  refusal?: string;
  /** Stored, and yet it does not run: why. */
  loadError?: string;
}

export interface ImportOptions {
  /** True: it comes with the product or a pack, and people cannot edit it. */
  managed?: boolean;
  /** True: nothing is stored; the outcome is what storing would say. */
  validateOnly?: boolean;
}

export interface Importer {
  /** Stores items in one transaction; those it refuses stay as they were. */
  import(actor: Actor, items: readonly ContentItem[], options?: ImportOptions): Promise<ImportedItem[]>;
}

export interface ImporterDeps {
  store: Store;
  audit: AuditLog;
  engine: DetectEngine;
  knownLogTypes(): Promise<string[]>;
  reach: LogTypeReach;
  /** Runs in one transaction; where something changed, the runtime is brought up to it. */
  change<T>(work: (tx: Sql) => Promise<T>, isChange: (result: T) => boolean): Promise<T>;
}

interface Planned extends ImportedItem {
  stored: NamedItem;
}

export function createImporter(deps: ImporterDeps): Importer {
  const { store, audit, engine, change } = deps;

  function plan(
    actor: Actor,
    item: ContentItem,
    before: ContentRecord | undefined,
    { managed = false, validateOnly = false }: ImportOptions,
  ): Planned {
    const stored = storedItemOf(item);
    const refused = (refusal: string): Planned => ({ item, stored, change: null, refusal });
    const { title, permissions } = kindNamed(stored.kind);
    const inBulk: Permission[] = validateOnly ? ['BulkUpload', 'BulkUploadValidate'] : ['BulkUpload'];
    if (!mayUse(actor, 'modify', stored.kind) && !holdsAny(actor.permissions, inBulk)) {
      return refused(
        `You are not authorized to change a ${title}. It needs ${permissions.modify} or BulkUpload.`,
      );
    }
    // What its own kind would not read again must never be stored: it would hide everything beside it.
    const parsed = kindNamed(stored.kind).definition.safeParse(stored.definition);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return refused(`The ${title} ${item.id} cannot be stored: ${issue?.path.join('.')} ${issue?.message}`);
    }
    if (before === undefined) return { item, stored, change: 'new' };
    if (before.kind !== stored.kind) return refused(idTaken(item.id, before.kind));
    const shipped = {
      ...before,
      enabled: stored.enabled,
      definition: switchedLike(shippedDefinition(before.definition), stored.definition),
    } as NamedItem; // of its own kind
    const isSame =
      sameContent(contentItemOf(before), item) ||
      (before.managed && managed && sameContent(contentItemOf(shipped), item));
    if (isSame && (before.managed || !managed)) return { item, stored, change: 'unchanged' };
    if (before.managed && !managed) {
      return refused(
        `The ${title} ${item.id} is managed and cannot be changed. Give yours another id, or disable the managed one.`,
      );
    }
    if (!before.managed) return { item, stored, change: 'modified' };
    // What a person has set stays, and so does the switch.
    const definition = switchedLike(keptOverrides(before.definition, stored.definition), before.definition);
    return {
      item,
      stored: { ...stored, enabled: before.enabled, definition },
      change: 'modified',
    };
  }

  async function planAll(sql: Sql, actor: Actor, items: readonly ContentItem[], options: ImportOptions) {
    const before = new Map(
      (
        await findAllById(
          sql,
          items.map(({ id }) => id),
        )
      ).map((record) => [record.id, record]),
    );
    const planned: Planned[] = [];
    for (const item of items) {
      planned.push(plan(actor, item, before.get(item.id), options));
      await setImmediate(); // others have their turn between two of thousands
    }
    const coming = planned.map(({ stored }) => concernedOf(stored));
    return Promise.all(
      planned.map(async (one, index): Promise<Planned> => {
        if (!isChanged(one)) return one;
        const known = before.get(one.item.id);
        const touched = [
          ...(known === undefined ? [] : [concernedOf(known)]),
          ...coming.slice(index, index + 1),
        ];
        const refusal = await deps.reach.lackOf(sql, { actor, verb: 'change' }, touched, coming);
        return refusal === undefined ? one : { ...one, change: null, refusal };
      }),
    );
  }

  async function storeAll(actor: Actor, items: readonly ContentItem[], options: ImportOptions) {
    const planned = await change(
      async (tx) => {
        const all = await planAll(tx, actor, items, options);
        const changed = all.filter(isChanged);
        for (const { stored } of changed) {
          await writeVersion(tx, { ...stored, managed: options.managed ?? false }, actor);
        }
        const params = { input: { ids: changed.map(({ item }) => item.id) } };
        if (changed.length > 0)
          await audit.record({ action: 'UPLOAD_DETECTION_ENTITIES', actor, params }, tx);
        return all;
      },
      (all) => all.some(isChanged),
    );
    const records = await findAllById(
      store,
      items.map(({ id }) => id),
    );
    const errors = new Map(records.map(({ id, loadError }) => [id, loadError]));
    return planned.map((one) => withError(one, errors.get(one.item.id)));
  }

  /** What the loader would say of the content with these items in it, and the parser of their Python. */
  async function validateAll(actor: Actor, items: readonly ContentItem[], options: ImportOptions) {
    const planned = await planAll(store, actor, items, options);
    const known = new Set(await deps.knownLogTypes());
    const coming = planned.filter(({ refusal }) => refusal === undefined);
    const ids = new Set(coming.map(({ item }) => item.id));
    const staying = (await listItems(store)).filter(({ id }) => !ids.has(id)).map(contentItemOf);
    const { faults } = runtimeContent(
      [...staying, ...coming.map(({ item }) => item)].map((item) => ({
        item,
        versionId: '',
        trust: fullTrust,
      })),
      { isKnownLogType: (name) => known.has(name) },
    );
    const checked: ImportedItem[] = [];
    for (const one of planned) {
      const isChecked = one.refusal === undefined && one.change !== 'unchanged';
      const [error] = isChecked ? await syntaxErrors(engine, one.stored, actor) : [];
      const syntax = error && `line ${error.line}: ${error.message}`;
      checked.push(withError(one, faults.get(one.item.id) ?? syntax));
    }
    return checked;
  }

  return {
    import: (actor, items, options = {}) => {
      const ordered = items.toSorted((a, b) => importOrderOf(a) - importOrderOf(b));
      return options.validateOnly === true
        ? validateAll(actor, ordered, options)
        : storeAll(actor, ordered, options);
    },
  };
}

const isChanged = ({ change }: ImportedItem) => change === 'new' || change === 'modified';

function withError({ item, change, refusal }: Planned, error: string | null | undefined): ImportedItem {
  if (refusal !== undefined) return { item, change, refusal };
  return { item, change, ...(error == null ? {} : { loadError: error }) };
}

function importOrderOf(item: ContentItem): number {
  return kindNamed(storedItemOf(item).kind).importOrder;
}
