import { unauthenticated, type Logger } from '@margay/kit';
import {
  execute,
  GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import * as z from 'zod';
import type { RequestContext } from './context.ts';
import { formatGraphqlError } from './errors.ts';
import { excessOf, longListIn } from './query-limits.ts';

/** Characters and words of one document; the console's longest needs a tenth. */
const longestDocument = 100_000;
const maxTokens = 10_000;
/** Characters a caller who is not signed in may send: what they may ask for is short. */
const longestStrangersDocument = 4_000;

const GraphqlRequest = z.object({
  query: z.string().max(longestDocument, { error: `has more than ${longestDocument} characters` }),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export interface GraphqlReply {
  status: number;
  body: unknown;
}

const rulesWithoutIntrospection = [...specifiedRules, NoSchemaIntrospectionCustomRule];

/**
 * Runs GraphQL requests over one schema. Documents of signed-in callers that passed validation are remembered
 * (bounded), so the console's few dozen queries are parsed once. What a document costs is counted before the rules of
 * validation see it. Strangers get short documents only, and no introspection.
 */
export function createGraphqlHandler(
  schema: GraphQLSchema,
  logger: Logger,
  /** Introspection of those who are signed in. */
  options: { introspection: boolean },
) {
  const documents = new Map<string, DocumentNode>();

  function documentOf(query: string, isStranger: boolean): DocumentNode | readonly GraphQLError[] {
    const known = isStranger ? undefined : documents.get(query);
    if (known !== undefined) return known;
    const document = parse(query, { maxTokens });
    const excess = excessOf(document);
    if (excess !== undefined) return [excess];
    const mayIntrospect = options.introspection && !isStranger;
    const rules = mayIntrospect ? specifiedRules : rulesWithoutIntrospection;
    const faults = validate(schema, document, rules, { maxErrors: 10 });
    if (faults.length > 0 || isStranger) return faults.length > 0 ? faults : document;
    if (documents.size >= 500) documents.clear();
    documents.set(query, document);
    return document;
  }

  const faulty = (errors: readonly GraphQLError[]): GraphqlReply => ({
    status: 400,
    body: { errors: errors.map((error) => formatGraphqlError(error, logger)) },
  });

  return async function handle(body: unknown, context: RequestContext): Promise<GraphqlReply> {
    const request = GraphqlRequest.safeParse(body);
    if (!request.success) {
      const tooLong = request.error.issues.find(
        ({ code, path }) => code === 'too_big' && path[0] === 'query',
      );
      return faulty([
        new GraphQLError(
          tooLong === undefined
            ? 'The request body must be JSON with "query" and, if needed, "variables".'
            : `The query ${tooLong.message}. Send values as variables, or several queries.`,
        ),
      ]);
    }
    const isStranger = context.actor === null;
    if (isStranger && request.data.query.length > longestStrangersDocument)
      throw unauthenticated('Sign in to continue.');
    const tooMany = longListIn(request.data.variables);
    if (tooMany !== undefined) return faulty([tooMany]);
    let document: DocumentNode | readonly GraphQLError[];
    try {
      document = documentOf(request.data.query, isStranger);
    } catch (error) {
      return faulty([
        error instanceof GraphQLError ? error : new GraphQLError('The query could not be read.'),
      ]);
    }
    if (!('kind' in document)) return faulty(document);
    const result: ExecutionResult = await execute({
      schema,
      document,
      contextValue: context,
      ...(request.data.variables ? { variableValues: request.data.variables } : {}),
      ...(request.data.operationName ? { operationName: request.data.operationName } : {}),
    });
    const errors = result.errors?.map((error) => formatGraphqlError(error, logger));
    return { status: 200, body: { ...(errors ? { errors } : {}), data: result.data ?? null } };
  };
}
