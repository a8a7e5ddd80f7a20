import { programs } from './reading/programs.ts';
import type { Reach } from './reading/reach.ts';

/** How a test proves: the farther down, the more of the product has a part in it. */
export const ways = ['function', 'component', 'engine', 'server', 'command line', 'browser'] as const;
export type Way = (typeof ways)[number];

/** A way that shows what the server does when it is asked. The others show parts of it, or what the test answers itself. */
export const showsTheServer = (way: Way) => ways.indexOf(way) >= ways.indexOf('server');

/** The whole server, in the test's own process. */
const servers = ['apps/server/src/server.ts#startServer', 'apps/server/src/wire.ts#wire'];
/** Its API, which says something of the server only with a real store or lake behind it. */
const edges = [
  'apps/server/src/api/graphql.ts#createGraphqlHandler',
  'apps/server/src/api/http.ts#createHttpApp',
];
const engines = [
  'packages/store/src/engines/pglite.ts#openPglite',
  'packages/store/src/engines/postgres.ts#openPostgres',
  'packages/store/src/open.ts#openStore',
  'packages/lake/src/lake.ts#openLake',
  'chdb/connection#createChdbConnection',
];
const rendering = /^(?:@testing-library\/react|react-dom(?:\/[^#]*)?)#/;

/** What this table names: all of it must be there, or nothing would be found any more. */
export const rootNames = [...servers, ...edges, ...engines];

/** How a test of that file proves: from what it gets to. `file`: from the project's folder. */
export function wayOf(file: string, reach: Reach): Way {
  const hasSome = (names: readonly string[]) => names.some((name) => reach.names.has(name));
  const starts = (program: string) => reach.programs.has(program);
  const hasEngine = hasSome(engines);
  const hasServer = hasSome(servers) || starts(programs.server) || (hasSome(edges) && hasEngine);
  if (hasServer && reach.names.has('playwright-core#chromium')) return 'browser';
  if (starts(programs['command line'])) return 'command line';
  if (hasServer) return 'server';
  if (hasEngine) return 'engine';
  // What the console shows, answered by the test itself: it says nothing of what the server does.
  const isConsole = file.startsWith('apps/web/');
  const isRendered = [...reach.shown.names].some((name) => rendering.test(name));
  return isConsole && (file.endsWith('.tsx') || isRendered || reach.shown.globals.has('fetch'))
    ? 'component'
    : 'function';
}
