import type { Logger } from '@margay/kit';
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
import { depthLimit, fieldLimit } from './query-limits.ts';

const GraphqlRequest = z.object({
  query: z.string().max(200_000),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export interface GraphqlReply {
  status: number;
  body: unknown;
}

const rules = [...specifiedRules, depthLimit(16), fieldLimit(2_000)];

/**
 * Runs GraphQL requests over one schema. Documents that passed validation are remembered (bounded), so the console's
 * few dozen queries are parsed once.
 */
export function createGraphqlHandler(
  schema: GraphQLSchema,
  logger: Logger,
  options: { introspection: boolean },
) {
  const documents = new Map<string, DocumentNode>();
  const activeRules = options.introspection ? rules : [...rules, NoSchemaIntrospectionCustomRule];

  function documentOf(query: string): DocumentNode | readonly GraphQLError[] {
    const known = documents.get(query);
    if (known !== undefined) return known;
    const document = parse(query, { maxTokens: 10_000 });
    const faults = validate(schema, document, activeRules, { maxErrors: 10 });
    if (faults.length > 0) return faults;
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
      return faulty([
        new GraphQLError('The request body must be JSON with "query" and, if needed, "variables".'),
      ]);
    }
    let document: DocumentNode | readonly GraphQLError[];
    try {
      document = documentOf(request.data.query);
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
