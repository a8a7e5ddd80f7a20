import { invalidInput, limitExceeded, MargayError, messageOf, notFound, unauthenticated } from '@margay/kit';
import { declaredEncodings } from '../../body/encoding.ts';
import type { SegmentRef } from '../../buffer/event-buffer.ts';
import type { IntakeReply, IntakeRequest, PushDeps, PushSource, Receive } from '../push.ts';
import { httpAuths } from './auth/index.ts';
import type { AuthRequest } from './http-auth.ts';
import { createMemoryBudget, declaredLength, readBody } from './read-body.ts';
import type { HttpSettings } from './settings.ts';
import { createThrottle } from './throttle.ts';
import { readContentTypes, refusalOfContent } from './unread-content.ts';

export type HttpSource = PushSource<HttpSettings>;

export interface HttpIntakeLimits {
  /** Bytes of one body as sent, and unpacked. */
  maxBodyBytes: number;
  maxPlainBytes: number;
  /** Bytes of all bodies held at one time. */
  maxInFlightBytes: number;
  /** The same two for bodies whose sender is known only once they are read, as with signatures. */
  maxUnverifiedBytes: number;
  maxUnverifiedInFlightBytes: number;
  /** Requests of one source; undefined: as many as the buffer takes. */
  requestsPerSecond?: number;
}

export const defaultHttpIntakeLimits: HttpIntakeLimits = {
  maxBodyBytes: 16 * 1024 ** 2,
  maxPlainBytes: 128 * 1024 ** 2,
  maxInFlightBytes: 256 * 1024 ** 2,
  // More than the largest signed body that is known: a webhook of GitHub has at most 25 MB.
  maxUnverifiedBytes: 26 * 1024 ** 2,
  maxUnverifiedInFlightBytes: 64 * 1024 ** 2,
};

const maxDeliveryIdLength = 512;

/**
 * Receives batches of HTTP sources: checks the sender, reads the body within limits, and answers 200 only when the
 * batch is durable. `source` is undefined when the address names none. Never throws.
 */
export function createHttpIntake(
  deps: PushDeps,
  limits: HttpIntakeLimits = defaultHttpIntakeLimits,
): Receive<HttpSettings> {
  const known = { budget: createMemoryBudget(limits.maxInFlightBytes), maxBytes: limits.maxBodyBytes };
  const unverified = {
    budget: createMemoryBudget(limits.maxUnverifiedInFlightBytes, known.budget),
    maxBytes: Math.min(limits.maxBodyBytes, limits.maxUnverifiedBytes),
  };
  const delaySeconds = limits.requestsPerSecond
    ? createThrottle(limits.requestsPerSecond, () => deps.now().getTime())
    : () => undefined;

  async function accept(
    request: IntakeRequest,
    source: HttpSource | undefined,
    onKnownSender: () => void,
  ): Promise<SegmentRef | undefined> {
    if (!source)
      throw notFound('There is no HTTP log source at this address. Check the source id in the URL.');
    const isProbe = request.method === 'GET' || request.method === 'HEAD';
    if (request.method !== 'POST' && !isProbe) throw methodNotAllowed();
    const auth = httpAuths.find(({ kind }) => kind === source.settings.authMethod);
    if (!auth) throw new Error(`no authentication is registered for ${source.settings.authMethod}`);
    const header = (name: string) => request.header(name);
    const check = (body: Uint8Array) => {
      allow(auth.isAllowed(source.settings, { header, body } satisfies AuthRequest));
      onKnownSender();
    };
    if (!auth.needsBody) check(new Uint8Array());
    const delay = delaySeconds(source.id);
    if (delay !== undefined) throw tooMany(delay);
    // A sender that looks whether the address is there before it sends. It has no body to sign.
    if (isProbe) return undefined;

    const contentEncoding = request.header('content-encoding');
    declaredEncodings(contentEncoding);
    const idempotencyKey = deliveryIdOf(request, source);
    const length = declaredLength(request.header('content-length'));
    const { maxBytes, budget } = auth.needsBody ? unverified : known;
    const { bytes, release } = await readBody(request.body, length, maxBytes, budget);
    try {
      if (auth.needsBody) check(bytes);
      if (bytes.length === 0) return undefined;
      const refused = await refusalOfContent(request, bytes, source.format);
      if (refused !== undefined) throw refused;
      return await deps.append(
        {
          sourceId: source.id,
          receivedAt: deps.now(),
          format: source.format,
          contentType: request.header('content-type'),
          contentEncoding,
          idempotencyKey,
        },
        bytes,
        { maxPlainBytes: limits.maxPlainBytes },
      );
    } finally {
      release();
    }
  }

  return async (request, source) => {
    const facts = { sourceId: source?.id ?? '', remoteAddress: request.remoteAddress };
    let isKnownSender = false;
    try {
      const segment = await accept(request, source, () => (isKnownSender = true));
      deps.onOutcome?.({ ...facts, isKnownSender, status: 200, segment });
      return accepted(segment);
    } catch (error) {
      const failure = error instanceof MargayError ? error : unexpected(error);
      const { status, code, message } = failure;
      deps.onOutcome?.({ ...facts, isKnownSender, status, code, message });
      return refusal(failure);
    }
  };

  function unexpected(error: unknown): MargayError {
    deps.logger.error({ reason: messageOf(error) }, 'HTTP intake failed');
    return new MargayError('internal', 'The batch could not be stored. Send it again later.', {
      cause: error,
    });
  }
}

function allow(isAllowed: boolean): void {
  // The same words whatever was wrong, so that nothing can be learned from them.
  if (!isAllowed)
    throw unauthenticated('The request is not authenticated. Check the settings of its log source.');
}

const methodNotAllowed = () =>
  invalidInput('Only POST takes logs here; GET and HEAD say whether the address is there.', {
    code: 'MethodNotAllowed',
    status: 405,
  });

const tooMany = (retryAfterSeconds: number) =>
  limitExceeded('This log source sends too many requests. Put more events into each.', {
    code: 'TooManyRequests',
    retryAfterSeconds,
  });

function deliveryIdOf(request: IntakeRequest, source: HttpSource): string | undefined {
  const name = source.settings.deliveryIdHeader;
  const id = request.header(name)?.trim();
  if (id === undefined || id === '') return undefined;
  if (id.length <= maxDeliveryIdLength) return id;
  throw invalidInput(
    `The header ${name} is longer than ${maxDeliveryIdLength} characters. Send a shorter id.`,
  );
}

function accepted(segment: SegmentRef | undefined): IntakeReply {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (segment) headers['x-batch-id'] = segment.batchId;
  if (segment?.isDuplicate === true) headers['x-batch-duplicate'] = 'true';
  return { status: 200, headers, body: '{}' };
}

function refusal({ status, code, message, retryAfterSeconds }: MargayError): IntakeReply {
  // The body may be unread, so the connection cannot be used again.
  const headers: Record<string, string> = { 'content-type': 'application/json', connection: 'close' };
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 405) headers['allow'] = 'POST, GET, HEAD';
  if (code === 'UnsupportedContent') headers['accept'] = readContentTypes;
  if (code === 'UnsupportedEncoding') headers['accept-encoding'] = 'gzip, zstd';
  return { status, headers, body: JSON.stringify({ code, message }) };
}
