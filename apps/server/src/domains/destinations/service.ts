import {
  attemptDelivery,
  destinationOfType,
  destinations as definitions,
  noAnswer,
  testAlert,
  type AnyDestination,
  type AttemptDeps,
  type DeliveryAttempt,
} from '@margay/alert';
import type { SecretBox } from '@margay/auth';
import { conflict, invalidInput, messageOf, newUuid, notFound, type HttpClient } from '@margay/kit';
import type { AlertType, DeliveredAlert, Severity } from '@margay/model';
import {
  redactSettings,
  requiredFault,
  secretNamesOf,
  splitSecrets,
  type SettingValues,
} from '@margay/settings';
import type { Sql, Store } from '@margay/store';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import { assertReaches } from '../../api/log-type-lack.ts';
import { authorOf } from '../../api/author.ts';
import type { AccessTokens } from '../../oauth-tokens/access-tokens.ts';
import { forgetToken } from '../../oauth-tokens/store.ts';
import { ownerOfDestination } from '../../oauth-tokens/token-owner.ts';
import { changedSettings } from '../../settings/changed-settings.ts';
import { changedFields, type AuditLog } from '../audit-log/index.ts';
import {
  deleteDestination,
  findDestination,
  isNameTaken,
  listDestinations,
  setVerification,
  writeDestination,
  type Destination,
  type StoredDestination,
} from './store.ts';

export interface PutDestination {
  /** Absent for a new destination. */
  outputId?: string;
  outputType: string;
  displayName: string;
  defaultForSeverity: Severity[];
  alertTypes: AlertType[];
  logTypes: string[];
  /** Settings of the type. An empty or absent secret keeps the stored one. */
  outputConfig: unknown;
}

export interface SendRequest {
  outputId: string;
  alert: DeliveredAlert;
  idempotencyKey: string;
  /** Counts from 1, over all attempts with this key. */
  attempt: number;
  signal?: AbortSignal;
}

export interface DestinationsService {
  /** Every kind that is offered, in the order of the picker. */
  types(): readonly AnyDestination[];
  list(within?: Sql): Promise<Destination[]>;
  byId(outputId: string): Promise<Destination | undefined>;
  /** Settings as the form shows them: secrets are empty. */
  redactedConfig(destination: Destination): Promise<SettingValues>;
  put(actor: Actor, input: PutDestination): Promise<Destination>;
  remove(actor: Actor, outputId: string): Promise<void>;
  /** One attempt, read fresh from the store. A destination that is gone is an attempt with status 404. */
  send(request: SendRequest): Promise<DeliveryAttempt>;
  /** Sends the test alert to each, once, and remembers whether it went through. */
  sendTest(actor: Actor, outputIds: readonly string[]): Promise<DeliveryAttempt[]>;
}

const Secrets = z.record(z.string(), z.unknown());
const nameLimit = 100;

export function createDestinationsService(deps: {
  store: Store;
  audit: AuditLog;
  secrets: SecretBox;
  http: HttpClient;
  tokens: Pick<AccessTokens, 'of'>;
  clock: () => Date;
  /** Root of the console, for links. */
  consoleUrl: () => string;
  /** Whether this installation offers a kind. One that it does not is not made anew; what there is goes on. */
  offers: (definition: AnyDestination) => boolean;
}): DestinationsService {
  const { store, audit, secrets, clock } = deps;
  const offered = definitions.filter(deps.offers);
  const placeOf = (outputId: string) => `destination:${outputId}`;
  const attemptDeps: AttemptDeps = {
    destinationOf: destinationOfType,
    http: deps.http,
    tokensOf: (outputId, grant) => deps.tokens.of(ownerOfDestination(outputId), grant),
    clock,
  };

  const openSettings = (destination: StoredDestination): SettingValues => ({
    ...destination.settings,
    ...(destination.sealedSecrets === null
      ? {}
      : Secrets.parse(JSON.parse(secrets.open(destination.sealedSecrets, placeOf(destination.outputId))))),
  });

  async function stored(outputId: string): Promise<StoredDestination> {
    const destination = await findDestination(store, outputId);
    if (destination !== undefined) return destination;
    throw notFound(`Destination ${outputId} does not exist. It may have been deleted.`);
  }

  function checkedSettings(
    definition: AnyDestination,
    input: PutDestination,
    stored: SettingValues,
  ): SettingValues {
    const values = z.record(z.string(), z.unknown()).safeParse(input.outputConfig);
    if (!values.success)
      throw invalidInput('The settings must be an object.', { details: { field: 'outputConfig' } });
    return changedSettings(
      definition,
      { stored, given: values.data },
      { object: `Destination ${input.displayName}`, within: 'outputConfig', refusesUnknown: true },
    );
  }

  async function assertValid(input: PutDestination, outputId: string): Promise<void> {
    const fault = faultOf(input);
    if (fault !== undefined) throw invalidInput(fault.message, { details: { field: fault.field } });
    if (await isNameTaken(store, input.displayName.trim(), outputId))
      throw conflict(
        `A destination named "${input.displayName.trim()}" exists already. Detections address destinations by name, so choose another one.`,
        { details: { field: 'displayName' } },
      );
  }

  async function send(request: SendRequest): Promise<DeliveryAttempt> {
    const { outputId } = request;
    const destination = await findDestination(store, outputId);
    if (destination === undefined)
      return refusedAttempt(outputId, clock(), {
        statusCode: noAnswer,
        message: 'The destination was deleted before the alert could be sent.',
      });
    let settings: SettingValues;
    try {
      settings = openSettings(destination);
    } catch (error) {
      return refusedAttempt(outputId, clock(), { statusCode: noAnswer, message: messageOf(error) });
    }
    return attemptDelivery(
      {
        outputId,
        outputType: destination.outputType,
        settings,
        alert: request.alert,
        idempotencyKey: request.idempotencyKey,
        attempt: request.attempt,
      },
      { ...attemptDeps, ...(request.signal === undefined ? {} : { signal: request.signal }) },
    );
  }

  async function sendTestTo(destination: StoredDestination): Promise<DeliveryAttempt> {
    const now = clock();
    const attempt = await send({
      outputId: destination.outputId,
      alert: testAlert(deps.consoleUrl(), now),
      idempotencyKey: `test-${destination.outputId}-${now.getTime()}`,
      attempt: 1,
    });
    await setVerification(store, destination.outputId, attempt.success ? 'VERIFIED' : 'FAILED');
    return attempt;
  }

  return {
    types: () => offered,
    list: (within = store) => listDestinations(within),
    byId: (outputId) => findDestination(store, outputId),
    async redactedConfig(destination) {
      const definition = destinationOfType(destination.outputType);
      if (definition === undefined) return {};
      return redactSettings(secretNamesOf(definition), openSettings(await stored(destination.outputId)));
    },
    async put(actor, input) {
      const before = input.outputId === undefined ? undefined : await stored(input.outputId);
      const definition = destinationOfType(input.outputType);
      if (definition === undefined || (before === undefined && !deps.offers(definition)))
        throw invalidInput(
          `There is no destination type "${input.outputType}". Choose one of ${offered.map(({ id }) => id).join(', ')}.`,
          { details: { field: 'outputType' } },
        );
      const outputId = before?.outputId ?? newUuid();
      if (before !== undefined && before.outputType !== input.outputType)
        throw invalidInput('The type of a destination cannot change. Create a new one and delete this one.', {
          details: { field: 'outputType' },
        });
      assertDecides(actor, input, 'change');
      await assertValid(input, outputId);
      const settings = checkedSettings(definition, input, before === undefined ? {} : openSettings(before));
      const { open, secret } = splitSecrets(secretNamesOf(definition), settings);
      const now = clock();
      const destination: StoredDestination = {
        outputId,
        outputType: input.outputType,
        displayName: input.displayName.trim(),
        defaultForSeverity: input.defaultForSeverity,
        alertTypes: input.alertTypes,
        logTypes: input.logTypes,
        settings: open,
        sealedSecrets: secrets.seal(JSON.stringify(secret), placeOf(outputId)),
        verificationStatus: 'NOT_VERIFIED',
        createdAt: before?.createdAt ?? now,
        createdBy: before?.createdBy ?? authorOf(actor),
        updatedAt: now,
        updatedBy: authorOf(actor),
      };
      await store.transaction(async (tx) => {
        await writeDestination(tx, destination);
        const { outputConfig: _secrets, ...asked } = input;
        await audit.record(
          {
            action: before === undefined ? 'CREATE_ALERT_DESTINATION' : 'UPDATE_ALERT_DESTINATION',
            actor,
            params: {
              input: { ...asked, outputId },
              ...changedFields(before && factsOf(before), factsOf(destination)),
            },
          },
          tx,
        );
      });
      return destination;
    },
    async remove(actor, outputId) {
      const before = await stored(outputId);
      const { displayName } = before;
      assertDecides(actor, { displayName }, 'delete');
      await store.transaction(async (tx) => {
        await deleteDestination(tx, outputId);
        await forgetToken(tx, ownerOfDestination(outputId));
        await audit.record(
          {
            action: 'DELETE_ALERT_DESTINATION',
            actor,
            params: { input: { id: outputId, displayName }, ...changedFields(factsOf(before), undefined) },
          },
          tx,
        );
      });
    },
    send,
    async sendTest(actor, outputIds) {
      const targets = await Promise.all([...new Set(outputIds)].map(stored));
      const attempts = await Promise.all(targets.map(sendTestTo));
      await audit.record({
        action: 'SEND_TEST_ALERT',
        actor,
        params: { input: { outputIds } },
        result: attempts.every(({ success }) => success)
          ? 'SUCCEEDED'
          : attempts.some(({ success }) => success)
            ? 'PARTIALLY_FAILED'
            : 'FAILED',
      });
      return attempts;
    },
  };
}

/** What the audit log keeps of a destination: never its secrets. */
const factsOf = ({
  outputType,
  displayName,
  defaultForSeverity,
  alertTypes,
  logTypes,
  settings,
}: StoredDestination) => ({ outputType, displayName, defaultForSeverity, alertTypes, logTypes, settings });

/**
 * Whoever decides where alerts go reads what stands in them; and whatever log types it names itself, every detection may
 * name it, by its name too.
 */
const assertDecides = (
  actor: Actor,
  { displayName }: Pick<PutDestination, 'displayName'>,
  verb: string,
): void =>
  assertReaches(
    actor,
    { any: 'detections may send alerts of any to a destination' },
    `${verb} the destination ${displayName}`,
  );

function faultOf(input: PutDestination): { field: string; message: string } | undefined {
  const name = input.displayName.trim();
  if (name === '') return { field: 'displayName', message: requiredFault };
  if (name.length > nameLimit)
    return { field: 'displayName', message: `Must be at most ${nameLimit} characters` };
  if (/[<>&"]/.test(name))
    return { field: 'displayName', message: 'The characters <, >, & and " are not allowed in a name' };
  if (input.alertTypes.length === 0)
    return {
      field: 'alertTypes',
      message: 'Choose at least one alert type, or nothing would ever be sent here',
    };
  return undefined;
}

function refusedAttempt(
  outputId: string,
  dispatchedAt: Date,
  reply: { statusCode: number; message: string },
): DeliveryAttempt {
  const outcome = { kind: 'refused', ...reply } as const;
  return { outputId, dispatchedAt, success: false, label: '', url: '', outcome, ...reply };
}
