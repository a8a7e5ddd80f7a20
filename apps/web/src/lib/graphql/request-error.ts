import * as z from 'zod/mini';

const graphqlErrorSchema = z.object({
  message: z.prefault(z.string(), ''),
  path: z.optional(z.nullable(z.array(z.union([z.string(), z.number()])))),
  extensions: z.optional(
    z.nullable(
      z.looseObject({
        code: z.optional(z.string()),
        status: z.optional(z.number()),
        statusCode: z.optional(z.number()),
        details: z.optional(z.unknown()),
      }),
    ),
  ),
});
export type GraphqlError = z.infer<typeof graphqlErrorSchema>;

export const graphqlReplySchema = z.object({
  data: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  errors: z.optional(z.array(graphqlErrorSchema)),
});

/** What a failed request comes to: the HTTP status, or `unknown` when nothing answered. */
export type FailureStatus = number | 'unknown';

export class RequestError extends Error {
  readonly status: FailureStatus;
  /** Stable code of the server, for instance NotFound, InUse, RevisionConflict. */
  readonly code: string | undefined;
  /** Field, line, column, remedy, as the server sends them. */
  readonly details: unknown;
  constructor(
    message: string,
    status: FailureStatus,
    more: { code?: string | undefined; details?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'RequestError';
    this.status = status;
    this.code = more.code;
    this.details = more.details;
  }
}

const wordless = 'An unexpected server error has occurred';

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function statusOf(error: GraphqlError): number | undefined {
  return error.extensions?.status ?? error.extensions?.statusCode;
}

/** The text for a person when the transport failed: the first error of the server's list, else by status, else the message. */
export function networkFailureText(
  status: FailureStatus,
  errors: readonly GraphqlError[],
  message: string,
): string {
  const first = errors[0]?.message;
  if (first) return first;
  if (status === 502) return 'Request timed out';
  if (status === 422) return 'Unable to forward request to the underlying services. Please try again';
  return message || wordless;
}

/** The text for a person when the server answered with GraphQL errors. */
export function graphqlFailureText(errors: readonly GraphqlError[]): string {
  const error = errors[0];
  if (!error) return wordless;
  const status = statusOf(error);
  if (status === 401 || status === 403) {
    return capitalised(error.message) || 'You are not authorized to perform this request';
  }
  if (status === 404) return error.message || "The resource you requested couldn't be found on our servers";
  return capitalised(error.message) || wordless;
}

/** Nested fields a person may not see must not spoil the rest of the reply. */
export function withoutNestedDenials(
  errors: readonly GraphqlError[],
  hasData: boolean,
): readonly GraphqlError[] {
  if (!hasData) return errors;
  // The server refuses with the status 403 and words that name the permission.
  const isDenial = (error: GraphqlError) => statusOf(error) === 403 || /access denied/i.test(error.message);
  return errors.filter((error) => !((error.path?.length ?? 0) > 1 && isDenial(error)));
}

/** Any thrown value as words for a person; `fallback` where neither the server nor the failure has words of its own. */
export function failureText(error: unknown, fallback = wordless): string {
  const message = error instanceof Error ? error.message : '';
  return message === '' || message === wordless ? fallback : message;
}

/** The field of the form the server found fault with. */
export function refusedField(error: unknown): string | undefined {
  if (!(error instanceof RequestError) || typeof error.details !== 'object' || error.details === null)
    return undefined;
  return 'field' in error.details && typeof error.details.field === 'string'
    ? error.details.field
    : undefined;
}
