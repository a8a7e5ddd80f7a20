import {
  isWebAddress,
  MargayError,
  messageOf,
  replyJson,
  replyText,
  retryAfterSeconds,
  type HttpReply,
} from '@margay/kit';

/**
 * What came of one attempt to hand an alert to a destination. `statusCode` is that of the answer, or `noAnswer`; a
 * destination that took too long counts as 504.
 */
export type DeliveryOutcome =
  | { kind: 'delivered'; statusCode: number; message: string; label?: string; url?: string }
  /** May work later. */
  | { kind: 'failed'; statusCode: number; message: string; retryAfterSeconds?: number }
  /** Cannot work without a change of the destination's settings. */
  | { kind: 'refused'; statusCode: number; message: string };

/** The status code of an attempt that nothing answered. */
export const noAnswer = 0;

/** How much of a reply is kept as the message of a delivery, in characters. */
export const messageLimit = 4096;

const labelLimit = 200;

/**
 * A reply's status decides: 2xx is delivered, everything else may be tried again (how often depends on the status,
 * see `schedule.ts`). The body becomes the message.
 */
export function outcomeOfReply(reply: HttpReply, now: Date): DeliveryOutcome {
  const body = replyText(reply).slice(0, messageLimit).replaceAll('\0', '').toWellFormed();
  const statusCode = reply.status;
  if (statusCode >= 200 && statusCode < 300)
    return { kind: 'delivered', statusCode, message: body.trim() || 'Delivered' };
  const after = retryAfterSeconds(reply.headers['retry-after'], now);
  return {
    kind: 'failed',
    statusCode,
    message: `The destination answered with status ${statusCode}${body.trim() === '' ? '' : `: ${body.trim()}`}`,
    ...(after === undefined ? {} : { retryAfterSeconds: after }),
  };
}

/** What a delivery made at the other side. */
export interface Made {
  /** What people call it there, for instance an issue's key. */
  label: string;
  /** Its page. Kept only when it is a web address. */
  url?: string | undefined;
}

/**
 * As `outcomeOfReply`, for a service whose answer says what it made. `read` gets the body as JSON; undefined means that this
 * is not an answer of that service, a page to sign in at for instance, and nothing was made.
 */
export function outcomeOfMade(
  reply: HttpReply,
  now: Date,
  read: (body: unknown) => Made | undefined,
): DeliveryOutcome {
  const outcome = outcomeOfReply(reply, now);
  return outcome.kind === 'delivered' ? withMade(outcome, read(replyJson(reply))) : outcome;
}

/**
 * What a search for an earlier attempt's work found: undefined when there is none. `read` answers null for none, and undefined
 * where the body is not one of that service. A search that failed is an attempt that failed: nothing was made twice.
 */
export function outcomeOfSearch(
  reply: HttpReply,
  now: Date,
  read: (body: unknown) => Made | null | undefined,
): DeliveryOutcome | undefined {
  const outcome = outcomeOfReply(reply, now);
  if (outcome.kind !== 'delivered')
    return { ...outcome, message: `Looking for what an earlier attempt made: ${outcome.message}` };
  const found = read(replyJson(reply));
  if (found === null) return undefined;
  const { statusCode } = outcome;
  const message = found === undefined ? outcome.message : 'An earlier attempt had made it already.';
  return withMade({ statusCode, message }, found);
}

function withMade(
  { statusCode, message }: { statusCode: number; message: string },
  made: Made | undefined,
): DeliveryOutcome {
  if (made === undefined)
    return {
      kind: 'failed',
      statusCode,
      message: `The destination answered with status ${statusCode}, but not with what its service answers: ${message}`,
    };
  const { label, url } = made;
  return {
    kind: 'delivered',
    statusCode,
    message,
    label: label.slice(0, labelLimit),
    ...(url !== undefined && isWebAddress(url) ? { url } : {}),
  };
}

/** Failures to get an access token count as if the destination had answered so: a refusal is tried less often. */
const tokenStatus = new Map([
  ['AccessTokenRefused', 401],
  ['AccessTokenFailed', 503],
]);

const failed = (statusCode: number, message: string, after?: number): DeliveryOutcome => ({
  kind: 'failed',
  statusCode,
  message,
  ...(after === undefined ? {} : { retryAfterSeconds: after }),
});

/** An exchange that failed may work later; anything else thrown while sending will fail again. */
export function outcomeOfFailure(thrown: unknown): DeliveryOutcome {
  const message = messageOf(thrown).slice(0, messageLimit);
  if (thrown instanceof MargayError && tokenStatus.has(thrown.code))
    return failed(tokenStatus.get(thrown.code) ?? noAnswer, message, thrown.retryAfterSeconds);
  if (!(thrown instanceof MargayError) || thrown.kind !== 'upstream')
    return { kind: 'refused', statusCode: noAnswer, message };
  if (thrown.code === 'UpstreamTimeout')
    return { kind: 'failed', statusCode: 504, message: `timeout: ${message}` };
  return failed(noAnswer, message, thrown.retryAfterSeconds);
}
