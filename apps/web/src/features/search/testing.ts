import { vi } from 'vitest';
import type { GraphqlClient } from '../../lib/graphql/client.ts';
import { renderConsole } from '../../testing/console.tsx';
import type { SearchParams } from './queries.ts';
import type { QueryFacts } from './query-facts.ts';

const column = (name: string, type = 'string') => ({ name, type, fields: [] });
const table = (databaseName: string, name: string, displayName: string, own: string) => ({
  databaseName,
  name,
  displayName,
  description: null,
  logType: displayName,
  columns: [
    column('p_event_time', 'timestamp'),
    column('p_log_type'),
    column('p_parse_time', 'timestamp'),
    column(own),
    column('code', 'int'),
  ],
});
const databases = [
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

const stats = { bytesScanned: 2048, executionTime: 12, rowCount: 2 };
export const results = (
  nodes: Record<string, unknown>[],
  types: Record<string, unknown>,
  rowCount = nodes.length,
) => ({
  status: 'succeeded',
  message: '',
  progress: { readRows: 2, totalRows: 2, elapsedMs: 5 },
  results: {
    columnInfo: { order: Object.keys(types), types },
    edges: nodes.map((node, index) => ({ id: `e${index}`, node })),
    pageInfo: { hasNextPage: false, endCursor: null },
    stats: { ...stats, rowCount },
  },
});

export function answerPart({ component, columns = [] }: Part): unknown {
  if (component === 'timeline') {
    return results(
      [{ bucket: '2026-11-20T09:30:00.000Z', series: 'AWS.CloudTrail', count: 2 }],
      { bucketSeconds: 60, startTime: '2026-11-20T09:11:00.000Z', endTime: '2026-11-20T09:32:00.000Z' },
      2,
    );
  }
  if (component === 'summary') {
    return results(
      columns.map((name) => ({ column: name, value: 'GetObject', count: 2 })),
      { distinctCounts: Object.fromEntries(columns.map((name) => [name, 1])) },
    );
  }
  const rows = component === 'detailsAscending' ? events.toReversed() : events;
  return results(rows, { p_event_time: 'timestamp', p_log_type: 'string', eventName: 'string' });
}

/** A server of functions; `part` answers `uberSearch` and `uberSearchVisualization`. */
export function server(
  part: (request: Part) => unknown = answerPart,
  facts: Partial<QueryFacts> | null = null,
) {
  const configs: Record<string, unknown>[] = [];
  const flags = new Set(['ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC']);
  const started: SearchParams[] = [];
  const parts: Part[] = [];
  const cancelled: string[] = [];
  const asked: Record<string, unknown>[] = [];
  const request = ((document: string, variables: Record<string, unknown> = {}) => {
    if (document.includes('dataLakeDatabases')) return Promise.resolve({ dataLakeDatabases: databases });
    if (document.includes('executeUberSearch')) {
      started.push((variables['input'] as { params: SearchParams }).params); // as queries.ts writes it
      return Promise.resolve({ executeUberSearch: { queryID: `q${started.length}` } });
    }
    if (document.includes('cancelDataLakeQuery')) {
      cancelled.push((variables['input'] as { id: string }).id); // as queries.ts writes it
      return Promise.resolve({});
    }
    if (document.includes('dataLakeQueries')) return Promise.resolve({ dataLakeQueries: { edges: [] } });
    if (document.includes('updateQueryUserConfig')) {
      configs.push(variables['input'] as Record<string, unknown>); // as query-facts.ts writes it
      return Promise.resolve({});
    }
    if (document.includes('dataLakeQuery(')) return Promise.resolve({ dataLakeQuery: facts });
    if (document.includes('query Notifications')) return Promise.reject(new Error('not the matter here'));
    if (document.includes('query FeatureFlags'))
      return Promise.resolve({
        appConfig: { featureFlags: [...flags].map((flag) => ({ flag, treatment: 'on' })) },
      });
    if (document.includes('csvExports')) return Promise.resolve({ csvExports: [] });
    if (document.includes('dataLakePropertyValues')) {
      asked.push(variables['input'] as Record<string, unknown>); // as property-values.ts writes it
      const values = ['AWS.CloudTrail', 'AWS.ALB'].map((value) => ({ value }));
      return Promise.resolve({ dataLakePropertyValues: values });
    }
    if (document.includes('estimateSearch')) return Promise.resolve({ estimateSearch: null });
    if (document.includes('searchDiagnostics')) return Promise.resolve({ searchDiagnostics: [] });
    const isChart = document.includes('uberSearchVisualization');
    // As queries.ts and use-chart-rows.ts write it.
    const wanted = { ...(isChart ? { component: 'visualization' } : {}), ...variables } as unknown as Part;
    parts.push(wanted);
    return Promise.resolve(part(wanted)).then((answer) =>
      isChart ? { uberSearchVisualization: answer } : { uberSearch: answer },
    );
  }) as GraphqlClient['request'];
  return {
    request: vi.fn(request) as GraphqlClient['request'],
    started,
    parts,
    cancelled,
    asked,
    configs,
    flags,
  };
}

/** The console at an address of the search screen. */
export const open = (path: string, { request }: { request: GraphqlClient['request'] }) =>
  renderConsole({ path, permissions: ['DataAnalyticsRead'], graphql: request });
