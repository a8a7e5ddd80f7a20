import type { QueryClient } from '@tanstack/react-query';
import type { GraphqlClient } from './graphql/client.ts';
import type { AuthClient } from './session/auth-client.ts';
import type { Session } from './session/session.ts';
import type { ServerMonitor } from './server-health.ts';

/** What the routes get from the start of the console: `beforeLoad: ({ context }) => …`. */
export interface AppContext {
  session: Session;
  auth: AuthClient;
  graphql: GraphqlClient;
  queryClient: QueryClient;
  server: ServerMonitor;
}
