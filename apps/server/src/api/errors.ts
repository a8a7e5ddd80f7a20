import { MargayError, messageOf, type Logger } from '@margay/kit';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';

/** The one place where errors become what a client sees; the unexpected is logged and hidden. */
export interface PublicError {
  status: number;
  code: string;
  message: string;
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
}

export function toPublicError(thrown: unknown, logger: Logger): PublicError {
  if (thrown instanceof MargayError) {
    if (thrown.kind === 'internal')
      logger.error({ error: thrown.message, cause: causeOf(thrown) }, 'request failed');
    return {
      status: thrown.status,
      code: thrown.code,
      message: readable(thrown.message),
      ...(thrown.details === undefined ? {} : { details: thrown.details }),
      ...(thrown.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: thrown.retryAfterSeconds }),
    };
  }
  logger.error(
    { error: messageOf(thrown), stack: thrown instanceof Error ? thrown.stack : undefined },
    'request failed unexpectedly',
  );
  return { status: 500, code: 'ServerError', message: 'An unexpected server error has occurred' };
}

function causeOf(error: Error): string | undefined {
  return error.cause === undefined ? undefined : messageOf(error.cause);
}

const longestWord = 300;
const longestMessage = 10_000;

/** Messages name what was sent; whoever sends a megabyte does not get it back. */
function readable(message: string): string {
  const words = message.replaceAll(/\S{301,}/g, (word) => `${word.slice(0, longestWord)}…`);
  return words.length <= longestMessage ? words : `${words.slice(0, longestMessage)}…`;
}

/** `extensions: {code, statusCode, details}` as the console and public clients read them. */
export function formatGraphqlError(error: GraphQLError, logger: Logger): GraphQLFormattedError {
  const base = { locations: error.locations ?? [], path: error.path ?? [] };
  if (
    error.originalError === undefined ||
    error.originalError === null ||
    error.originalError instanceof GraphQLError
  ) {
    return {
      message: readable(error.message),
      ...base,
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED', statusCode: 400, ...error.extensions },
    };
  }
  const seen = toPublicError(error.originalError, logger);
  return {
    message: seen.message,
    ...base,
    extensions: {
      code: seen.code,
      statusCode: seen.status,
      ...(seen.details === undefined ? {} : { details: seen.details }),
    },
  };
}
