import {
  buildSchema,
  execute,
  getNamedType,
  getOperationAST,
  isLeafType,
  isScalarType,
  parse,
  validate,
} from 'graphql';
import type { GraphQLFieldResolver, GraphQLNamedType, GraphQLTypeResolver } from 'graphql';
import schemaText from '../../../server/schema.graphql?raw';
import type { GraphqlClient } from '../lib/graphql/client.ts';
import { textOf } from '../lib/graphql/gql.ts';
import { faultOf } from './faults.ts';

/** What a server answers, by the name of the operation; an `Error` refuses. */
export type Answers = Record<string, (variables: Record<string, unknown>) => unknown>;

const schema = buildSchema(schemaText);

/** What every screen may ask for, for tests that are about something else. */
const frameAnswers: Answers = {
  LeaveUberSearch: ({ input }) => ({ leaveDataLakeQuery: input }),
  NewestEvents: () => ({ newestEvents: null }),
  SearchCost: () => ({ dataLakeQuery: null }),
  GetAppConfig: () => ({ appConfig: { featureFlags: [] } }),
  Notifications: () => ({
    notifications: { edges: [], pageInfo: { hasNextPage: false, endCursor: null }, unreadCount: 0 },
  }),
};

/**
 * A GraphQL server of a test that answers by operation name and remembers what it was asked. Like the real one it gives
 * the fields that were asked for and no others. An operation without an answer, variables that do not fit and an answer
 * that does not fit document and schema fail the test with the name of the operation and the path.
 */
export function answeringServer(answers: Answers) {
  const calls: { operation: string; variables: Record<string, unknown> }[] = [];
  const request: GraphqlClient['request'] = async (document, given) => {
    const node = parse(textOf(document));
    const operation = getOperationAST(node)?.name?.value ?? 'an operation without a name';
    // As it would arrive: without what is undefined.
    const variables = JSON.parse(JSON.stringify(given ?? {})) as Record<string, unknown>; // made of an object
    calls.push({ operation, variables });
    const refusals = validate(schema, node).map((error) => `${operation}: ${error.message}`);
    if (refusals.length > 0) throw faultOf(refusals.join('\n'));
    const answer = answers[operation] ?? frameAnswers[operation];
    if (!answer) throw faultOf(`${operation}: nothing answers it in this test`);
    const reply = await answer(variables);
    if (reply instanceof Error) throw reply;
    const { data, errors = [] } = await execute({
      schema,
      document: node,
      rootValue: reply,
      variableValues: variables,
      fieldResolver: valueOfAnswer,
      typeResolver: namedType,
    });
    const faults = errors.map(
      ({ path = [], message }) => `${operation} at ${path.join('.') || 'its variables'}: ${message}`,
    );
    if (faults.length > 0) throw faultOf(faults.join('\n'));
    return JSON.parse(JSON.stringify(data)) as never; // has the type of the document: it was checked above
  };
  const callsOf = (name: string) => calls.filter((call) => call.operation === name);
  return {
    graphql: request,
    calls,
    callsOf,
    inputsOf: (name: string) => callsOf(name).map(({ variables }) => variables['input']),
  };
}

/** The value an answer has under the name the document gives a field. Throws when it has none, or one of another type. */
const valueOfAnswer: GraphQLFieldResolver<unknown, unknown> = (answer, _arguments, _context, info) => {
  const { key } = info.path;
  const value = typeof answer === 'object' && answer !== null ? Reflect.get(answer, key) : undefined;
  if (value === undefined) throw new Error('the answer of the test does not have it');
  const type = getNamedType(info.returnType);
  const wrong = [value].flat(Infinity).find((leaf) => leaf !== null && !isOfType(leaf, type));
  if (wrong !== undefined)
    throw new Error(`${JSON.stringify(wrong)} in the answer of the test is not of the type ${type.name}`);
  return value;
};

const namedType: GraphQLTypeResolver<unknown, unknown> = (value, _context, _info, type) => {
  const name = typeof value === 'object' && value !== null ? Reflect.get(value, '__typename') : undefined;
  if (typeof name !== 'string')
    throw new Error(`the answer of the test needs a __typename, for ${type.name}`);
  return name;
};

const scalars: Record<string, (value: unknown) => boolean> = {
  ID: (value) => typeof value === 'string',
  String: (value) => typeof value === 'string',
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value),
  Long: (value) => Number.isSafeInteger(value),
  Float: (value) => typeof value === 'number' && Number.isFinite(value),
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  JSON: () => true,
};

/** Stricter than GraphQL, which turns numbers into texts and the like. */
function isOfType(value: unknown, type: GraphQLNamedType): boolean {
  if (!isLeafType(type)) return typeof value === 'object';
  if (!isScalarType(type)) return typeof value === 'string'; // the words of an enum are checked by GraphQL itself
  const check = scalars[type.name];
  if (!check) throw new Error(`say in testing/answering-server.ts what a ${type.name} looks like`);
  return check(value);
}

/** Refuses everything but what stands around every screen. */
export function refusingServer(error: Error): GraphqlClient['request'] {
  const frame = answeringServer({}).graphql;
  return (document, given) => {
    const operation = getOperationAST(parse(textOf(document)))?.name?.value ?? '';
    return operation in frameAnswers ? frame(document, given) : Promise.reject(error);
  };
}
