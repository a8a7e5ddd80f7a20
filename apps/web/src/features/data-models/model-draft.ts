import * as z from 'zod/mini';
import type { SettingChange, VersionShape } from '../../editor/history/version-shape.ts';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import type { DataModel, PutDataModelInput } from './queries.ts';

/** A mapping while it is edited: one source, which is a path or the name of a function. */
export interface DraftMapping {
  key: string;
  name: string;
  kind: 'path' | 'method';
  source: string;
}

export interface ModelDraft {
  id: string;
  displayName: string;
  enabled: boolean;
  logTypes: string[];
  mappings: DraftMapping[];
  body: string;
}

/** Names that rules usually ask for. Any other name works too. */
export const usualNames = [
  'actor_user',
  'assigned_admin_role',
  'destination_ip',
  'destination_port',
  'dns_query',
  'event_type',
  'http_status',
  'source_ip',
  'source_port',
  'user',
  'user_agent',
];

let lastKey = 0;
export function newMapping(part: Partial<DraftMapping> = {}): DraftMapping {
  lastKey += 1;
  return { name: '', kind: 'path', source: '', ...part, key: `mapping-${lastKey}` };
}

export const newModel = (): ModelDraft => ({
  id: '',
  displayName: '',
  enabled: true,
  logTypes: [],
  mappings: [newMapping({ name: 'actor_user' }), newMapping({ name: 'source_ip' })],
  body: '',
});

export function draftOf(model: DataModel): ModelDraft {
  const { id, displayName, enabled, logTypes, mappings, body } = model;
  return {
    id,
    displayName,
    enabled,
    logTypes,
    body: body ?? '',
    mappings: mappings.map(({ name, path, method }) =>
      newMapping({ name, kind: method === null ? 'path' : 'method', source: path ?? method ?? '' }),
    ),
  };
}

/** A copy under an id of its own, switched off: its log types have a model already. */
export const cloneDraft = (model: DataModel): ModelDraft => ({
  ...draftOf(model),
  id: `${model.id}.Copy`,
  displayName: `${model.displayName} (copy)`,
  enabled: false,
});

/** Rows without any text are left out. */
const filledMappings = ({ mappings }: ModelDraft) =>
  mappings.filter(({ name, source }) => name.trim() !== '' || source.trim() !== '');

export function sentMappings(draft: ModelDraft): PutDataModelInput['mappings'] {
  return filledMappings(draft).map(({ name, kind, source }) => ({
    name: name.trim(),
    ...(kind === 'path' ? { path: source.trim() } : { method: source.trim() }),
  }));
}

export function inputOf(
  draft: ModelDraft,
  { isNew, versionId }: { isNew: boolean; versionId?: string },
): PutDataModelInput {
  return {
    id: draft.id.trim(),
    isNew,
    ...(versionId === undefined ? {} : { versionId }),
    displayName: draft.displayName.trim(),
    enabled: draft.enabled,
    logTypes: draft.logTypes,
    mappings: sentMappings(draft),
    ...(draft.body.trim() === '' ? {} : { body: draft.body }),
  };
}

export const isSameDraft = (a: ModelDraft, b: ModelDraft) =>
  JSON.stringify(inputOf(a, { isNew: false })) === JSON.stringify(inputOf(b, { isNew: false }));

export interface ModelFaults {
  id?: string;
  logTypes?: string;
  body?: string;
  /** By the key of the mapping. */
  mappings: Record<string, { name?: string; source?: string }>;
}

/** Functions at the left margin of a body. */
export const functionsOf = (body: string): string[] =>
  [...body.matchAll(/^(?:async +)?def +([A-Za-z_]\w*)/gm)].map(([, name]) => name ?? '');

/** What keeps the draft from being saved. */
export function faultsOf(draft: ModelDraft): ModelFaults {
  const faults: ModelFaults = { mappings: {} };
  if (draft.id.trim() === '') faults.id = fieldMessages.required;
  else if (/[<>&"%]/.test(draft.id)) faults.id = 'The ID must not contain < > & " or %';
  if (draft.logTypes.length === 0) faults.logTypes = fieldMessages.required;
  const rows = filledMappings(draft);
  // Any name in the body may be a function: assigned, imported, decorated.
  const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(draft.body);
  for (const { key, name, kind, source } of rows) {
    const fault: { name?: string; source?: string } = {};
    const text = source.trim();
    if (name.trim() === '') fault.name = fieldMessages.required;
    else if (rows.some((other) => other.key !== key && other.name.trim() === name.trim()))
      fault.name = fieldMessages.duplicates;
    if (text === '') fault.source = kind === 'path' ? 'Enter a path' : 'Enter a method';
    else if (kind === 'method' && !/^[A-Za-z_]\w*$/.test(text))
      fault.source = 'A method is the name of a function';
    else if (kind === 'method' && !isNamed(text)) fault.source = `The Python below has no function ${text}`;
    if (Object.keys(fault).length > 0) faults.mappings[key] = fault;
  }
  if (rows.some(({ kind }) => kind === 'method') && draft.body.trim() === '')
    faults.body = 'A mapping uses a method, so the data model needs Python that defines it.';
  return faults;
}

export const faultCount = ({ mappings, ...rest }: ModelFaults): number =>
  Object.values(rest).length + Object.values(mappings).length;

const version = z.object({
  displayName: z.string(),
  logTypes: z.array(z.string()),
  body: z.optional(z.string()),
  mappings: z.array(
    z.object({ name: z.string(), path: z.optional(z.string()), method: z.optional(z.string()) }),
  ),
});
type ModelVersion = z.infer<typeof version>;

const sourceOf = ({ path, method }: ModelVersion['mappings'][number]) => path ?? `${method ?? ''}()`;

function settingChanges(before: ModelVersion, after: ModelVersion): SettingChange[] {
  const older = new Map(before.mappings.map((mapping) => [mapping.name, sourceOf(mapping)]));
  const newer = new Map(after.mappings.map((mapping) => [mapping.name, sourceOf(mapping)]));
  const names = [...new Set([...older.keys(), ...newer.keys()])];
  const rows = [
    { label: 'Name', before: before.displayName, after: after.displayName },
    { label: 'Log types', before: before.logTypes.join(', '), after: after.logTypes.join(', ') },
    ...names.map((name) => ({
      label: name,
      before: older.get(name) ?? 'none',
      after: newer.get(name) ?? 'none',
    })),
  ].filter((row) => row.before !== row.after);
  const order = (names_: Iterable<string>) => [...names_].join(', ');
  const isMoved = rows.length === 0 && order(older.keys()) !== order(newer.keys());
  return isMoved ? [{ label: 'Order', before: order(older.keys()), after: order(newer.keys()) }] : rows;
}

/** How the history reads a data model. */
export const modelShape: VersionShape<ModelVersion> = {
  read: (definition) => {
    const read = version.safeParse(definition);
    return read.success ? read.data : undefined;
  },
  code: ({ body = '' }) => body,
  settingChanges,
  factOf: ({ mappings }) => `${mappings.length} ${mappings.length === 1 ? 'mapping' : 'mappings'}`,
};
