import { vi } from 'vitest';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { answeringServer } from '../../testing/answering-server.ts';
import type { Answers } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { emptySearch } from '../../testing/empty-search.ts';
import { finishedSearch } from '../../testing/finished-search.ts';
import type { SearchParams } from './queries.ts';
import type { QueryFacts } from './query-facts.ts';

const column = (name: string, type = 'string') => ({ name, type, fields: [] });
const table = (databaseName: string, name: string, displayName: string, own: string) => ({
  databaseName,
  name,
  displayName,
  description: null,
  logType: displayName,
  groupedBy: [],
  columns: [
    column('p_event_time', 'timestamp'),
    column('p_log_type'),
    column('p_parse_time', 'timestamp'),
    column(own),
    column('code', 'int'),
  ],
});
export const databases = [
  {
    name: 'panther_logs',
    displayName: 'Logs',
    tables: [
      table('panther_logs', 'aws_cloudtrail', 'AWS.CloudTrail', 'eventName'),
      table('panther_logs', 'okta_systemlog', 'Okta.SystemLog', 'actor'),
    ],
  },
  {
    name: 'panther_signals',
    displayName: 'Signals',
    tables: [table('panther_signals', 'aws_cloudtrail', 'AWS.CloudTrail', 'eventName')],
  },
];

export const events = [
  { p_event_time: '2026-11-20 09:31:00.000000000', p_log_type: 'AWS.CloudTrail', eventName: 'GetObject' },
  { p_event_time: '2026-11-20 09:30:00.000000000', p_log_type: 'AWS.CloudTrail', eventName: 'PutObject' },
];

export interface Part {
  id: string;
  component: string;
  cursor?: string;
  columns?: string[];
}

export function answerPart({ component, columns = [] }: Part): unknown {
  if (component === 'timeline') {
    return finishedSearch(
      [{ bucket: '2026-11-20T09:30:00.000Z', series: 'AWS.CloudTrail', count: 2 }],
      { bucketSeconds: 60, startTime: '2026-11-20T09:11:00.000Z', endTime: '2026-11-20T09:32:00.000Z' },
      2,
    );
  }
  if (component === 'summary') {
    return finishedSearch(
      columns.map((name) => ({ column: name, value: 'GetObject', count: 2 })),
      { distinctCounts: Object.fromEntries(columns.map((name) => [name, 1])) },
    );
  }
  const rows = component === 'detailsAscending' ? events.toReversed() : events;
  return finishedSearch(rows, { p_event_time: 'timestamp', p_log_type: 'string', eventName: 'string' });
}

/** A server of functions; `part` answers `uberSearch` and `uberSearchVisualization`, `others` what is asked besides. */
export function server(
  part: (request: Part) => unknown = answerPart,
  facts: Partial<QueryFacts> | null = null,
  others: Answers = {},
) {
  const configs: Record<string, unknown>[] = [];
  const flags = new Set(['ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC']);
  const started: SearchParams[] = [];
  const parts: Part[] = [];
  const cancelled: string[] = [];
  const asked: Record<string, unknown>[] = [];
  const partOf = (variables: object) => {
    const wanted = variables as Part; // as queries.ts and use-chart-rows.ts write it
    parts.push(wanted);
    return part(wanted);
  };
  const { graphql } = answeringServer({
    ...emptySearch,
    LoadAllSchemaEntities: () => ({ dataLakeDatabases: databases }),
    RunUberSearch: ({ input }) => {
      started.push((input as { params: SearchParams }).params); // as queries.ts writes it
      const queryID = `q${started.length}`;
      return { executeUberSearch: { queryID, annotations: { visualize: false } } };
    },
    CancelUberSearch: ({ input }) => {
      const { id } = input as { id: string }; // as queries.ts writes it
      cancelled.push(id);
      return { cancelDataLakeQuery: { id } };
    },
    UpdateQueryUserConfig: ({ input }) => {
      const config = input as Record<string, unknown>; // as query-facts.ts writes it
      configs.push(config);
      return { updateQueryUserConfig: { userConfig: { queryId: config['queryId'] } } };
    },
    GetDatalakeQuery: () => ({ dataLakeQuery: facts }),
    GetAppConfig: () => ({
      appConfig: { featureFlags: [...flags].map((flag) => ({ flag, treatment: 'on' })) },
    }),
    DataLakePropertyValues: ({ input }) => {
      asked.push(input as Record<string, unknown>); // as property-values.ts writes it
      return { dataLakePropertyValues: ['AWS.CloudTrail', 'AWS.ALB'].map((value) => ({ value })) };
    },
    UberSearch: async (variables) => ({ uberSearch: await partOf(variables) }),
    UberSearchVisualization: async (variables) => ({
      uberSearchVisualization: await partOf({ component: 'visualization', ...variables }),
    }),
    ...others,
  });
  return { request: vi.fn(graphql) as typeof graphql, started, parts, cancelled, asked, configs, flags };
}

/** The console at an address of the search screen. */
export const open = (path: string, { request }: { request: GraphqlClient['request'] }) =>
  renderConsole({ path, permissions: ['DataAnalyticsRead'], graphql: request });
