import type { SecretBox } from '@margay/auth';
import { kindFor, type SourceDefinition } from '@margay/ingest';
import { conflict, invalidInput, newUuid, notFound } from '@margay/kit';
import type { EventBalance, StreamFormat, StreamType } from '@margay/model';
import { type FormField, requiredFault, splitSecrets, type SettingValues } from '@margay/settings';
import { announce, type Changes, type Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import { assertReads } from '../../api/log-type-lack.ts';
import { forgetToken } from '../../oauth-tokens/store.ts';
import { ownerOfSource } from '../../oauth-tokens/token-owner.ts';
import { readBalance } from '../../pipeline/balance.ts';
import type { LogProvider } from '../../providers.ts';
import { changedSettings } from '../../settings/changed-settings.ts';
import { auditLogType, changedFields, type AuditLog } from '../audit-log/index.ts';
import {
  findSource,
  isLabelTaken,
  listSources,
  markDeleted,
  readTotals,
  readVolumes,
  writeSource,
  type LogSource,
  type StoredSource,
  type SourceTotals,
  type SourceVolume,
  type TotalsWanted,
} from './store.ts';

/** What the domain needs to know of a kind of source; `packages/ingest` defines them. */
export type SourceKind = Omit<SourceDefinition, 'transport'> & {
  transport: Pick<SourceDefinition['transport'], 'kind'>;
};

export interface PutSource {
  /** Absent for a new source. */
  id?: string;
  label: string;
  providerId: string;
  ingestionType: string;
  streamType: StreamType;
  streamOptions: Omit<StreamFormat, 'type'>;
  logTypes: string[];
  /** Transport settings. An empty or absent secret keeps the stored one. */
  config: Record<string, unknown>;
}

/** A source with everything its transport needs, secrets included. Never leaves the server. */
export interface OpenedSource {
  source: LogSource;
  settings: Record<string, unknown>;
}

export interface LogSourcesService {
  list(): Promise<LogSource[]>;
  byId(id: string): Promise<LogSource | undefined>;
  /** For the transport; remembered until the source changes. */
  open(id: string): Promise<OpenedSource | undefined>;
  /** Throws `forbidden` unless the actor may read the log types that it brought and those that it will bring; so do the next ones. */
  put(actor: Actor, input: PutSource): Promise<LogSource>;
  /** The settings that `put` would save, secrets included, for a check before it. Throws what `put` would say of them. */
  draftSettings(actor: Actor, input: PutSource): Promise<Record<string, unknown>>;
  remove(actor: Actor, id: string): Promise<void>;
  providers(): readonly LogProvider[];
  transports(): {
    ingestionType: string;
    title: string;
    description: string;
    streamTypes: string[];
    fields: readonly FormField[];
    isPulled: boolean;
  }[];
  /** Where it is sent to, as a path of this installation; undefined when no kind of source here is its own. */
  ingestPath(source: Pick<LogSource, 'id' | 'ingestionType' | 'providerId'>): string | undefined;
  /** Names of its secrets that are set. */
  secretsSet(id: string): Promise<string[]>;
  balance(id: string, since: Date): Promise<EventBalance[]>;
  volumes(id: string, since: Date): Promise<SourceVolume[]>;
  totals(wanted: TotalsWanted): Promise<Map<string, SourceTotals>>;
  using(logType: string): Promise<LogSource[]>;
  /** Called after a source was written or removed, by whatever process; the caller in this one waits for it. */
  onChange(listener: () => Promise<void>): void;
}

/** What changes of sources are announced by. */
const topic = 'log-sources';

const labelPattern = /^[A-Za-z0-9 -]+$/;

function labelFault(label: string): string | undefined {
  if (label.trim() === '') return requiredFault;
  if (label.length > 36) return 'Must be at most 36 characters';
  if (!labelPattern.test(label)) return 'Only letters, digits, dashes and spaces are allowed';
  return undefined;
}

export function createLogSourcesService(deps: {
  store: Store;
  changes: Changes;
  audit: AuditLog;
  secrets: SecretBox;
  providers: readonly LogProvider[];
  definitions: readonly SourceKind[];
  knownLogTypes(): Promise<string[]>;
  /** Makes ready what events of these log types need; a failure keeps the source from being stored. */
  prepare?(logTypes: readonly string[]): Promise<void>;
}): LogSourcesService {
  const { store, changes, audit, secrets } = deps;
  const opened = new Map<string, OpenedSource>();
  const Secrets = z.record(z.string(), z.string());
  const placeOf = (id: string) => `log-source:${id}`;

  const readSecrets = (id: string, sealed: string | null) =>
    sealed === null ? {} : Secrets.parse(JSON.parse(secrets.open(sealed, placeOf(id))));

  function kindOf(input: Pick<PutSource, 'ingestionType' | 'providerId'>): SourceKind {
    const kind = kindFor(deps.definitions, input);
    if (kind !== undefined) return kind;
    const { ingestionType } = input;
    throw invalidInput(
      `There is no ingestion type "${ingestionType}". Choose one of ${deps.definitions.map(({ id }) => id).join(', ')}.`,
      { details: { field: 'ingestionType' } },
    );
  }

  async function assertValid(input: PutSource, id: string, kind: SourceKind): Promise<void> {
    const fault = labelFault(input.label);
    if (fault !== undefined) throw invalidInput(fault, { details: { field: 'integrationLabel' } });
    if (await isLabelTaken(store, input.ingestionType, input.label, id)) {
      throw conflict('You already have a Log Pulling source with the same label', {
        details: { field: 'integrationLabel' },
      });
    }
    if (!kind.streamTypes.includes(input.streamType)) {
      throw invalidInput(
        `A source of the type ${kind.title} does not bring ${input.streamType}. Choose ${kind.streamTypes.join(' or ')}.`,
        { details: { field: 'logStreamType' } },
      );
    }
    const known = new Set(await deps.knownLogTypes());
    const unknown = input.logTypes.filter((logType) => !known.has(logType));
    if (unknown.length > 0) {
      throw invalidInput(
        `There is no schema for ${unknown.join(', ')}. Create it, or take the log type away.`,
        {
          details: { field: 'logTypes' },
        },
      );
    }
    if (input.logTypes.some((logType) => logType.toLowerCase() === auditLogType.toLowerCase())) {
      throw invalidInput(
        `${auditLogType} is Margay's own audit log, which no log source brings. Take the log type away.`,
        { details: { field: 'logTypes' } },
      );
    }
    const foreign = input.logTypes.filter((logType) => kind.logTypes?.includes(logType) === false);
    if (foreign.length > 0) {
      throw invalidInput(
        `A source of the type ${kind.title} does not bring ${foreign.join(', ')}. Choose from ${kind.logTypes?.join(', ')}.`,
        { details: { field: 'logTypes' } },
      );
    }
    if (input.logTypes.includes('AWS.SecurityFindingFormat') && input.logTypes.length > 1) {
      throw invalidInput('AWS.SecurityFindingFormat cannot be combined with other log types', {
        details: { field: 'logTypes' },
      });
    }
  }

  /** Its settings as they would be saved: with the secrets that are kept, checked by its kind. */
  function settingsOf(input: PutSource, kind: SourceKind, before: StoredSource | undefined): SettingValues {
    const kept = before === undefined ? {} : readSecrets(before.source.id, before.secrets);
    return changedSettings(
      kind,
      { stored: { ...before?.source.config, ...kept }, given: input.config },
      { object: `Log source ${input.label}`, within: '', refusesUnknown: false },
    );
  }

  async function storedBefore({ id }: Pick<PutSource, 'id'>): Promise<StoredSource | undefined> {
    if (id === undefined) return undefined;
    const found = await findSource(store, id);
    if (found === undefined) throw notFound(`Log source ${id} does not exist.`);
    return found;
  }

  /** Whoever decides what a source brings reads it, and may make events up. */
  function assertReadable(
    actor: Actor,
    { label, logTypes }: PutSource,
    before: StoredSource | undefined,
  ): void {
    if (before !== undefined) assertReads(actor, before.source.logTypes, `change the log source ${label}`);
    assertReads(actor, logTypes, `have the log source ${label} bring them`);
  }

  const onChange = (listener: () => Promise<void>) => changes.follow(topic, listener);
  onChange(async () => opened.clear());

  return {
    list: () => listSources(store),
    byId: async (id) => (await findSource(store, id))?.source,
    async open(id) {
      const known = opened.get(id);
      if (known !== undefined) return known;
      const found = await findSource(store, id);
      if (found === undefined) return undefined;
      const settings = { ...found.source.config, ...readSecrets(id, found.secrets) };
      const fresh = { source: found.source, settings };
      opened.set(id, fresh);
      return fresh;
    },
    async draftSettings(actor, input) {
      const before = await storedBefore(input);
      assertReadable(actor, input, before);
      return settingsOf(input, kindOf(input), before);
    },
    async put(actor, input) {
      const kind = kindOf(input);
      const before = await storedBefore(input);
      assertReadable(actor, input, before);
      const id = input.id ?? newUuid();
      await assertValid(input, id, kind);
      const settings = settingsOf(input, kind, before);
      const { open: config, secret: hidden } = splitSecrets(kind.secretNames, settings);
      const sealed =
        Object.keys(hidden).length === 0 ? null : secrets.seal(JSON.stringify(hidden), placeOf(id));
      await deps.prepare?.(input.logTypes);
      const { id: _given, config: _config, ...facts } = input;
      await store.transaction(async (tx) => {
        await writeSource(tx, { id, ...facts, config }, sealed, actor.id);
        const action = before === undefined ? 'CREATE_LOG_SOURCE' : 'UPDATE_LOG_SOURCE';
        const changed = changedFields(before && factsOf(before.source), { ...facts, config });
        await audit.record({ action, actor, params: { input: { id, ...facts }, ...changed } }, tx);
        await announce(tx, topic);
      });
      await changes.settle();
      const stored = await findSource(store, id);
      if (stored === undefined) throw notFound(`Log source ${id} does not exist.`);
      return stored.source;
    },
    async remove(actor, id) {
      const before = await storedBefore({ id });
      if (before !== undefined)
        assertReads(actor, before.source.logTypes, `delete the log source ${before.source.label}`);
      await store.transaction(async (tx) => {
        if (!(await markDeleted(tx, id))) throw notFound(`Log source ${id} does not exist.`);
        await forgetToken(tx, ownerOfSource(id));
        const gone = before === undefined ? {} : changedFields(factsOf(before.source), undefined);
        await audit.record({ action: 'DELETE_LOG_SOURCE', actor, params: { input: { id }, ...gone } }, tx);
        await announce(tx, topic);
      });
      await changes.settle();
    },
    providers: () => deps.providers,
    transports: () =>
      deps.definitions.map(({ id, title, description, streamTypes, fields, transport }) => ({
        ingestionType: id,
        title,
        description,
        streamTypes: [...streamTypes],
        fields,
        isPulled: transport.kind === 'pull',
      })),
    ingestPath: (source) => kindFor(deps.definitions, source)?.ingestPath(source.id),
    async secretsSet(id) {
      const found = await findSource(store, id);
      return found === undefined ? [] : Object.keys(readSecrets(id, found.secrets));
    },
    balance: (id, since) => readBalance(store, id, since),
    volumes: (id, since) => readVolumes(store, id, since),
    async totals(wanted) {
      return new Map((await readTotals(store, wanted)).map((entry) => [entry.sourceId, entry]));
    },
    async using(logType) {
      const sources = await listSources(store);
      return sources.filter((source) => source.logTypes.includes(logType));
    },
    onChange,
  };
}

/** What the audit log keeps of a source: its secrets are not in its settings. */
const factsOf = ({
  label,
  providerId,
  ingestionType,
  streamType,
  streamOptions,
  logTypes,
  config,
}: LogSource) => ({ label, providerId, ingestionType, streamType, streamOptions, logTypes, config });
