/** What a server answers, by the name of the operation; an `Error` refuses. */
export type Answers = Record<string, (variables: Record<string, unknown>) => unknown>;

/** A GraphQL server of a test that answers by operation name and remembers what it was asked. */
export function answeringServer(answers: Answers) {
  const calls: { operation: string; variables: Record<string, unknown> }[] = [];
  const request = (document: string, variables: Record<string, unknown> = {}) => {
    const operation = /(?:query|mutation)\s+(\w+)/.exec(document)?.[1] ?? '';
    calls.push({ operation, variables });
    const answer = answers[operation];
    if (!answer) return Promise.reject(new Error(`nothing answers ${operation}`));
    const reply = answer(variables);
    return reply instanceof Error ? Promise.reject(reply) : Promise.resolve(reply);
  };
  const callsOf = (name: string) => calls.filter((call) => call.operation === name);
  return {
    // The documents of the features fix the shapes; the answers have them.
    graphql: request as never,
    calls,
    callsOf,
    inputsOf: (name: string) => callsOf(name).map(({ variables }) => variables['input']),
  };
}
