import { holdsAny } from '@margay/auth';
import type { DetectEngine, Diagnostic } from '@margay/detect';
import { conflict, forbidden, invalidInput, newUuid, notFound } from '@margay/kit';
import { forbiddenInId, isContentId } from '@margay/model';
import type { Sql } from '@margay/store';
import type { Actor } from '../../api/actor.ts';
import type { TextReader } from '../../typed-text/reader.ts';
import {
  isDetectionKind,
  kindNamed,
  kindsThat,
  type ContentKind,
  type DefinitionOf,
  type NamedItem,
} from './kinds/index.ts';
import { findById, pageOfItems, writeItem, type ContentRecord, type TextAuthor } from './store.ts';
import { definitionTask } from './text-tasks.ts';
import { trustOfAccess } from './trust.ts';

export interface PutItem<Kind extends ContentKind = ContentKind> {
  kind: Kind;
  id: string;
  /** True: the id must be free. False: it must exist. */
  isNew: boolean;
  enabled: boolean;
  definition: DefinitionOf[Kind];
  /** Version the caller saw; a newer one in between is a conflict. */
  versionId?: string | undefined;
  /** Who wrote the text, where that is not who saves it. */
  textAuthor?: TextAuthor;
}

const helperPattern = /^[A-Za-z_]\w*$/;

/** What messages call a piece of content: detections by that word, the rest by their kind. */
export function nameOf(kind: ContentKind, id: string): string {
  const { title } = kindNamed(kind);
  return `${isDetectionKind(kind) ? 'Detection' : title[0]?.toUpperCase() + title.slice(1)} ${id}`;
}

export function mayUse(actor: Actor, access: 'read' | 'modify', kind: ContentKind): boolean {
  return actor.kind === 'system' || holdsAny(actor.permissions, [kindNamed(kind).permissions[access]]);
}

/** Kinds share root fields whose rule lets in whoever may change one of them; this asks for the very kind. */
export function assertMayModify(actor: Actor, { kind, id }: { kind: ContentKind; id: string }): void {
  if (mayUse(actor, 'modify', kind)) return;
  const { title, permissions } = kindNamed(kind);
  throw forbidden(`You are not authorized to change the ${title} ${id}. It needs ${permissions.modify}.`);
}

export function assertId(kind: ContentKind, id: string): void {
  if (!isContentId(id)) {
    const { title, isCalledByName } = kindNamed(kind);
    throw invalidInput(
      `"${id}" cannot be the ${isCalledByName ? 'name' : 'id'} of a ${title}: it must not be empty, nor longer than 200 characters, nor contain any of ${forbiddenInId}.`,
    );
  }
  if (kindNamed(kind).isLibrary && !helperPattern.test(id)) {
    throw invalidInput(
      `"${id}" cannot be the id of a helper, because Python imports it by that name. Use letters, digits and underlines only.`,
    );
  }
}

/**
 * Whether the texts of a definition can be read at all, found out beside the main thread. Only then may this thread
 * read them too.
 */
export async function assertReadable(
  texts: TextReader,
  actor: Actor,
  { kind, id, definition }: PutItem,
): Promise<void> {
  const what = nameOf(kind, id);
  const [fault] = await texts.read(definitionTask, { kind, definition }, { what, who: actor.id });
  if (fault === undefined) return;
  throw invalidInput(`${what}, ${fault.field}: ${fault.message}`, { details: { field: fault.field } });
}

/** The definition as its kind wants it. */
export function parsedDefinition<Kind extends ContentKind>(input: PutItem<Kind>): DefinitionOf[Kind] {
  const parsed = kindNamed(input.kind).definition.safeParse(input.definition);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw invalidInput(`${nameOf(input.kind, input.id)}, ${field}: ${issue?.message}`, { details: { field } });
}

/** Syntax errors of an item's Python; none where it has no Python. */
export async function syntaxErrors(
  engine: DetectEngine,
  item: NamedItem,
  actor: Actor,
): Promise<Diagnostic[]> {
  const { bodyKind, bodyOf } = kindNamed(item.kind);
  const body = bodyOf?.(item.definition);
  if (bodyKind === undefined || body === undefined) return [];
  const trust = trustOfAccess(actor.logTypeAccess);
  return (await engine.check(body, bodyKind, trust)).filter(({ severity }) => severity === 'error');
}

export async function assertLoads(engine: DetectEngine, item: NamedItem, actor: Actor): Promise<void> {
  const errors = await syntaxErrors(engine, item, actor);
  if (errors.length === 0) return;
  const lines = errors.map((error) => `line ${error.line}, column ${error.column}: ${error.message}`);
  throw invalidInput(
    `${nameOf(item.kind, item.id)} cannot be saved: ${lines.join('; ')}. Fix the Python and save again.`,
    { code: 'InvalidSyntax', details: { diagnostics: errors } },
  );
}

export const idTaken = (id: string, kind: ContentKind) =>
  `The id ${id} is used by a ${kindNamed(kind).title} already. Ids are unique over all detection content.`;

/**
 * What is stored under the id now. Throws when it is not what the caller took it for, or must not be changed at all; of
 * managed detections a part may be, see `managed-overrides.ts`.
 */
export async function findForPut(tx: Sql, input: PutItem): Promise<ContentRecord | undefined> {
  const { id, kind } = input;
  const name = nameOf(kind, id);
  const before = await findById(tx, id);
  if (before !== undefined && before.kind !== kind) throw conflict(idTaken(id, before.kind));
  if (input.isNew && before !== undefined) {
    const what = isDetectionKind(kind) ? 'detection' : kindNamed(kind).title;
    throw conflict(`A ${what} with the id ${id} exists already. Choose another id.`);
  }
  if (!input.isNew && before === undefined) throw notFound(`${name} does not exist.`);
  if (before?.managed === true && !isDetectionKind(kind)) {
    throw invalidInput(`${name} is managed. Clone it to change it.`, { code: 'InvalidUpdate' });
  }
  if (before !== undefined && input.versionId !== undefined && before.versionId !== input.versionId) {
    throw conflict(
      `${name} was changed by somebody else since you opened it. Reload it and apply your change again.`,
      { code: 'RevisionConflict' },
    );
  }
  return before;
}

export async function assertBase(tx: Sql, item: NamedItem): Promise<void> {
  const { baseId } = kindNamed(item.kind).factsOf(item.id, item.definition);
  if (baseId === null) return;
  const base = await findById(tx, baseId);
  if (base !== undefined && kindNamed(base.kind).mayBeBase) return;
  const reason = base === undefined ? 'does not exist' : `is a ${kindNamed(base.kind).title}`;
  throw invalidInput(
    `${nameOf(item.kind, item.id)}, baseDetection: ${baseId} ${reason}. Choose a rule that is not derived.`,
    { details: { field: 'baseDetection' } },
  );
}

/** Of the items that are alone in their log types (data models) and were just written or switched on, none may share a log type with another enabled one. */
export async function assertOneModel(tx: Sql, changedIds: readonly string[]): Promise<void> {
  const { records } = await pageOfItems(tx, {
    kinds: kindsThat((kind) => kind.isAloneInLogType),
    enabled: true,
    sortBy: 'id',
    sortDir: 'ascending',
    page: 1,
    pageSize: 10_000,
  });
  for (const model of records.filter(({ id }) => changedIds.includes(id))) {
    for (const logType of model.logTypes) {
      const other = records.find(({ id, logTypes }) => id !== model.id && logTypes.includes(logType));
      if (other === undefined) continue;
      throw conflict(
        `${logType} has the ${kindNamed(other.kind).title} ${other.id} already, and only one may be enabled. Disable one of the two.`,
        { code: 'AlreadyExists', details: { field: 'logTypes', logType, id: other.id } },
      );
    }
  }
}

/** A data model as a person saves it: at least one log type, names that are there and differ. */
export function assertMappings(
  id: string,
  logTypes: readonly string[],
  mappings: readonly { name: string }[],
) {
  const refuse = (field: string, reason: string) =>
    invalidInput(`${nameOf('DATA_MODEL', id)}, ${field}: ${reason}`, { details: { field } });
  if (logTypes.length === 0) throw refuse('logTypes', 'choose at least one log type.');
  const seen = new Set<string>();
  for (const [index, { name }] of mappings.entries()) {
    if (name.trim() === '') throw refuse(`mappings.${index}.name`, 'a mapping needs a name.');
    if (seen.has(name)) throw refuse(`mappings.${index}.name`, `the name ${name} is there twice.`);
    seen.add(name);
  }
}

/** Stores the item's next version. */
export async function writeVersion(
  tx: Sql,
  item: NamedItem & { managed: boolean },
  actor: Actor,
  textAuthor?: TextAuthor,
): Promise<void> {
  await writeItem(tx, {
    ...kindNamed(item.kind).factsOf(item.id, item.definition),
    kind: item.kind,
    id: item.id,
    enabled: item.enabled,
    managed: item.managed,
    definition: item.definition,
    versionId: newUuid(),
    actorId: actor.kind === 'system' ? null : actor.id,
    textAuthor: textAuthor ?? {
      id: actor.kind === 'system' ? null : actor.id,
      access: actor.logTypeAccess,
    },
  });
}
