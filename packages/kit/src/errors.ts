/**
 * The one error type that crosses package borders.
 * `code` is stable and public; `status` is the HTTP status it maps to; `message` is safe to show to a person
 * and says what happened, to which thing, and what to do next. Everything unsafe goes into `cause`.
 */
export type ErrorKind =
  | 'invalid-input'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'limit'
  | 'upstream'
  | 'internal';

const statusOf: Record<ErrorKind, number> = {
  'invalid-input': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  limit: 429,
  upstream: 502,
  internal: 500,
};

export interface ErrorOptionsOfOurs {
  /** Public error code, for instance `NotFound` or `RevisionConflict`. Defaults to one derived from the kind. */
  code?: string;
  /** HTTP status when it differs from the kind's. */
  status?: number;
  /** Facts a client may show beside the message: field, line, column, remedy. Never secrets. */
  details?: Record<string, unknown>;
  cause?: unknown;
  /** For `limit` and `upstream`: when trying again makes sense, in seconds. */
  retryAfterSeconds?: number;
}

const codeOf: Record<ErrorKind, string> = {
  'invalid-input': 'InvalidInput',
  unauthenticated: 'UNAUTHENTICATED',
  forbidden: 'FORBIDDEN',
  'not-found': 'NotFound',
  conflict: 'AlreadyExists',
  limit: 'LimitExceeded',
  upstream: 'UpstreamFailed',
  internal: 'ServerError',
};

export class MargayError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: ErrorKind, message: string, options: ErrorOptionsOfOurs = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MargayError';
    this.kind = kind;
    this.code = options.code ?? codeOf[kind];
    this.status = options.status ?? statusOf[kind];
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const invalidInput = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('invalid-input', message, options);
export const unauthenticated = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('unauthenticated', message, options);
export const forbidden = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('forbidden', message, options);
export const notFound = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('not-found', message, options);
export const conflict = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('conflict', message, options);
export const limitExceeded = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('limit', message, options);
export const upstreamFailed = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('upstream', message, options);
export const internalError = (message: string, options?: ErrorOptionsOfOurs) =>
  new MargayError('internal', message, options);

/** Any thrown value as text for a log line; never throws itself. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return typeof thrown === 'string' ? thrown : (JSON.stringify(thrown) ?? String(thrown));
}
