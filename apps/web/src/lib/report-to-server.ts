import { gql } from './graphql/gql.ts';
import type { GraphqlClient } from './graphql/client.ts';
import { toBrowserConsole } from './report-error.ts';
import type { ErrorSink } from './report-error.ts';

const reportDocument = gql(
  `mutation ReportConsoleFailure($input: ReportConsoleFailureInput!) { reportConsoleFailure(input: $input) { id } }`,
);

/** Failures go into the log of the server, so that whoever runs it hears of them, and into the browser's console. */
export function reportToServer(
  graphql: GraphqlClient,
  { isSignedIn, path }: { isSignedIn: () => boolean; path: () => string },
): ErrorSink {
  return (report) => {
    toBrowserConsole(report);
    if (!isSignedIn()) return;
    const { stack = null, ...said } = report;
    // One that cannot be told is no second failure.
    graphql
      .request(reportDocument, { input: { ...said, stack, path: path() } }, { keepalive: true })
      .catch(() => undefined);
  };
}
