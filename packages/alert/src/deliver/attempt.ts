import type { HttpClient } from '@margay/kit';
import type { DeliveredAlert } from '@margay/model';
import { authorizedClient, type TokenGrant, type TokenSource } from '@margay/oauth';
import type { AnyDestination, SendContext } from '../contract.ts';
import { noAnswer, outcomeOfFailure, type DeliveryOutcome } from './outcome.ts';

/** Total time of one request to a destination. */
export const sendTimeoutMs = 30_000;

export interface DeliveryItem {
  outputId: string;
  /** Wire type of the destination. */
  outputType: string;
  /** The destination's settings with their secrets, as stored. */
  settings: unknown;
  alert: DeliveredAlert;
  /** From `idempotencyKeyOf`. */
  idempotencyKey: string;
  /** Counts from 1, over all attempts with this key. */
  attempt: number;
}

/** One attempt, as it is stored with the alert. */
export interface DeliveryAttempt {
  outputId: string;
  dispatchedAt: Date;
  success: boolean;
  statusCode: number;
  message: string;
  /** The thing made at the other side, for instance an issue key; empty when there is none. */
  label: string;
  url: string;
  outcome: DeliveryOutcome;
}

export interface AttemptDeps {
  destinationOf(outputType: string): AnyDestination | undefined;
  http: HttpClient;
  /** Access tokens of a destination. */
  tokensOf(outputId: string, grant: TokenGrant): TokenSource;
  clock: () => Date;
  signal?: AbortSignal;
}

/** Stable over retries, so that a receiver can drop a repetition. A re-send by hand is a delivery of its own. */
export function idempotencyKeyOf(alertId: string, outputId: string, resend = 0): string {
  return `${alertId}-${outputId}${resend === 0 ? '' : `-${resend}`}`;
}

/** Sends an alert once. Everything that can go wrong is an outcome; nothing is thrown. */
export async function attemptDelivery(item: DeliveryItem, deps: AttemptDeps): Promise<DeliveryAttempt> {
  const dispatchedAt = deps.clock();
  const outcome = await send(item, deps);
  const made = outcome.kind === 'delivered' ? outcome : undefined;
  return {
    outputId: item.outputId,
    dispatchedAt,
    success: made !== undefined,
    statusCode: outcome.statusCode,
    message: outcome.message,
    label: made?.label ?? '',
    url: made?.url ?? '',
    outcome,
  };
}

async function send(item: DeliveryItem, deps: AttemptDeps): Promise<DeliveryOutcome> {
  const definition = deps.destinationOf(item.outputType);
  if (definition === undefined)
    return {
      kind: 'refused',
      statusCode: noAnswer,
      message: `There is no destination type "${item.outputType}". Create the destination again with a known type.`,
    };
  const settings = definition.settings.safeParse(item.settings);
  if (!settings.success) {
    const [issue] = settings.error.issues;
    return {
      kind: 'refused',
      statusCode: noAnswer,
      message: `The settings are not complete: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}. Edit the destination.`,
    };
  }
  const access = definition.access(settings.data);
  const http =
    access === undefined
      ? deps.http
      : authorizedClient(deps.http, {
          address: access.address,
          tokens: deps.tokensOf(item.outputId, access.grant),
        });
  const context: SendContext = {
    http: withTimeout(http, deps.signal),
    idempotencyKey: item.idempotencyKey,
    attempt: item.attempt,
    clock: deps.clock,
  };
  try {
    return await definition.send(item.alert, settings.data, context);
  } catch (error) {
    return outcomeOfFailure(error);
  }
}

function withTimeout(http: HttpClient, signal: AbortSignal | undefined): HttpClient {
  return {
    request: (request) =>
      http.request({ timeoutMs: sendTimeoutMs, ...(signal === undefined ? {} : { signal }), ...request }),
  };
}
