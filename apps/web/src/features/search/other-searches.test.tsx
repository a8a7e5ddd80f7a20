import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answeringServer } from '../../testing/answering-server.ts';
import { renderConsole } from '../../testing/console.tsx';
import { emptySearch } from '../../testing/empty-search.ts';

const logs = {
  databaseName: 'panther_logs',
  name: 'aws_cloudtrail',
  logType: 'AWS.CloudTrail',
  displayName: 'aws_cloudtrail',
  groupedBy: [],
  description: null,
  columns: [],
};

/** A server that starts every search and finds nothing. */
const server = () =>
  answeringServer({
    ...emptySearch,
    LoadAllSchemaEntities: () => ({
      dataLakeDatabases: [
        { name: 'panther_logs', displayName: 'Logs', tables: [logs] },
        { name: 'panther_rule_matches', displayName: 'Rule Matches', tables: [] },
      ],
    }),
  });

/** A condition as the address holds it, behind ids that are new each time. */
const condition = (target: string, operator: string, value: unknown) =>
  JSON.stringify({ target, operator, value: JSON.stringify(value) }).slice(1);
const hour = { startTime: '2026-11-20T08:00:00Z', endTime: '2026-11-20T08:20:00Z' };

it.each([
  [
    '[001-2.3] [000-2.33] alert events, alerts in bracket form',
    '/investigate/alert-events-search/?alertIds[]=a&alertIds[]=b',
    [
      'databases[]=panther_rule_matches',
      'timeFrame=AllTime',
      condition('p_alert_id', 'is-in-list', ['a', 'b']),
    ],
  ],
  [
    '[001-2.4] [000-2.34] [001-5.109] a key and its value',
    `/investigate/key-value-search/?key=p_any_usernames&value=ana&startTime=${hour.startTime}`,
    [
      `startTime=${encodeURIComponent(hour.startTime)}`,
      `endTime=${encodeURIComponent(hour.endTime)}`,
      condition('p_any_usernames', 'has', 'ana'),
    ],
  ],
  [
    '[001-2.5] [000-2.35] log types, in bracket form',
    '/investigate/log-type-search/?logTypes[]=AWS.CloudTrail',
    ['databases[]=panther_logs', 'tables[]=panther_logs.aws_cloudtrail'],
  ],
  [
    '[001-2.6] [000-2.36] the query of a widget',
    '/investigate/dashboard-widget-search/?sql=select%201',
    ['mode=sql', 'q=select%201'],
  ],
])('leads %s into the search with its form filled', async (_title, path, parts) => {
  const { address } = await renderConsole({
    path,
    permissions: ['DataAnalyticsRead'],
    graphql: server().graphql,
  });
  expect(await screen.findByRole('heading', { name: 'Search' })).toBeDefined();
  expect(address()).toMatch(/^\/investigate\/search\/\?/);
  for (const part of parts) expect(decodeURIComponent(address())).toContain(decodeURIComponent(part));
});
