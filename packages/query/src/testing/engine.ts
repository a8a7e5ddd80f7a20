import { createClient } from '@clickhouse/client';
import type { CatalogTable, ColumnStorage } from '@margay/model';
import { createChdbConnection } from 'chdb/connection';

import { hourOf, idsOfLine, wordsOfLine } from '../dialects/clickhouse/at-rest.ts';
import type { LogicalRow } from '../dialects/clickhouse/decode.ts';
import { decodeRows } from '../dialects/clickhouse/decode.ts';
import { quoteIdentifier } from '../dialects/clickhouse/quoting.ts';
import type { EngineQuery } from '../dialects/clickhouse/result.ts';
import { testTables } from './catalog.ts';

export interface TestEngine {
  run: (query: EngineQuery) => Promise<LogicalRow[]>;
  rows: (query: { sql: string; params?: Record<string, unknown> }) => Promise<unknown[][]>;
  command: (sql: string) => Promise<void>;
  insert: (table: string, rows: Record<string, unknown>[]) => Promise<void>;
  close: () => Promise<void>;
}

/** A real engine in memory with these tables, those of the test catalog unless said. */
export async function openTestEngine(tables: readonly CatalogTable[] = testTables): Promise<TestEngine> {
  const connection = createChdbConnection({ path: ':memory:' });
  // The client's public types do not list the hook, which its own documentation of embedded engines describes.
  // Many different small queries: compiling their expressions would take longer than running them.
  const clickhouse_settings = {
    compile_expressions: 0,
    output_format_json_escape_forward_slashes: 0,
    max_query_size: 16_777_216,
  };
  const client = createClient({ connection, clickhouse_settings } as unknown as Parameters<
    typeof createClient
  >[0]);
  for (const table of tables.filter((candidate) => !candidate.unionOf)) {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${table.database}` });
    await client.command({ query: createTable(table) });
  }
  const rows: TestEngine['rows'] = async ({ sql, params }) => {
    const result = await client.query({ query: sql, query_params: params, format: 'JSONCompactEachRow' });
    return await result.json<unknown[]>();
  };
  return {
    rows,
    run: async (query) => decodeRows(query, await rows(query)),
    command: async (sql) => {
      await client.command({ query: sql });
    },
    insert: async (table, values) => {
      await client.insert({ table, values, format: 'JSONEachRow' });
    },
    close: () => client.close(),
  };
}

function createTable(table: CatalogTable): string {
  const columns = table.columns.flatMap((column) => engineColumns(column.storage));
  if (table.rawColumn) columns.push(`${table.rawColumn} String`);
  if (table.overflowColumn) columns.push(`${table.overflowColumn} String`);
  if (table.rawColumn)
    columns.push(
      `INDEX raw_words ${table.hasIdsApart ? wordsOfLine(table.rawColumn) : `lower(${table.rawColumn})`} TYPE text(tokenizer = splitByNonAlpha)`,
    );
  if (table.rawColumn && table.hasIdsApart)
    columns.push(`INDEX raw_ids ${idsOfLine(table.rawColumn)} TYPE bloom_filter(0.001) GRANULARITY 1`);
  const order = table.groupedBy
    ? `(${hourOf('p_event_time')}, cityHash64(ifNull(p_row_id, '')))`
    : 'p_event_time';
  return `CREATE TABLE ${table.database}.${table.name} (${columns.join(', ')}) ENGINE = MergeTree ORDER BY ${order}`;
}

function engineColumns(storage: ColumnStorage): string[] {
  if (storage.kind === 'leaves') return Object.values(storage.leaves).flatMap(engineColumns);
  const type = storage.kind === 'json' ? 'String' : storage.engineType;
  return [`${quoteIdentifier(storage.column)} ${type}`];
}

/** Events every engine test starts from. */
export async function insertTestEvents(engine: TestEngine): Promise<void> {
  await engine.insert('panther_logs.aws_cloudtrail', [
    {
      eventName: 'ConsoleLogin',
      sourceIPAddress: '10.0.0.1',
      readOnly: true,
      count: '9007199254740993',
      ratio: 0.5,
      'userIdentity:arn': 'arn:aws:iam::1:user/alice',
      'userIdentity:type': 'IAMUser',
      'userIdentity:sessionContext:sessionIssuer:arn': 'arn:issuer',
      'userIdentity:sessionContext:attempts': 3,
      requestParameters:
        '{"bucket":"logs","n":5,"big":12345678901234567890,"tags":["a","b"],"nested":{"Key":"v"}}',
      resources: '[{"arn":"r1","type":"AWS::S3::Bucket"},{"arn":"r2","type":"AWS::S3::Object"}]',
      p_event_time: '2024-01-01 00:00:01.123456789',
      p_log_type: 'AWS.CloudTrail',
      p_row_id: 'a1',
      p_parse_time: '2024-01-01 00:05:00',
      p_any_ip_addresses: ['10.0.0.1', '2001:db8::1'],
      p_any_usernames: ['alice'],
      'p_udm:user:arns': ['arn:1'],
      'p_udm:user:name': 'alice',
      'p_udm:source:ip': '10.0.0.1',
      p_raw: '{"eventName":"ConsoleLogin","sourceIPAddress":"10.0.0.1","note":"Quarterly-Report for ALICE"}',
      p_overflow: '{"note":"Quarterly-Report for ALICE","userIdentity":{"extra":1}}',
    },
    {
      eventName: 'DeleteBucket',
      sourceIPAddress: 'cloudtrail.amazonaws.com',
      readOnly: false,
      count: '2',
      requestParameters: '{"bucket":"data","n":"7"}',
      p_event_time: '2024-01-01 01:00:00',
      p_log_type: 'AWS.CloudTrail',
      p_row_id: 'a2',
      p_parse_time: '2024-01-01 01:00:09',
      p_raw: '{"eventName":"DeleteBucket","sourceIPAddress":"cloudtrail.amazonaws.com"}',
    },
    {
      eventName: '',
      sourceIPAddress: '192.168.1.9',
      p_event_time: '2024-01-02 00:00:00',
      p_log_type: 'AWS.CloudTrail',
      p_row_id: 'a3',
      p_raw: '{"sourceIPAddress":"192.168.1.9"}',
    },
  ]);
  await engine.insert('panther_logs.aws_alb', [
    {
      type: 'https',
      clientIp: '10.0.0.1',
      elbStatusCode: 200,
      count: 'many',
      userIdentity: '{"arn":"arn:alb"}',
      p_event_time: '2024-01-01 00:30:00',
      p_log_type: 'AWS.ALB',
      p_row_id: 'b1',
      p_any_ip_addresses: ['10.0.0.1'],
      p_raw: 'https 10.0.0.1 200 report',
    },
    {
      type: 'http',
      clientIp: '8.8.8.8',
      elbStatusCode: 404,
      p_event_time: '2024-01-02 00:30:00',
      p_log_type: 'AWS.ALB',
      p_row_id: 'b2',
      p_raw: 'http 8.8.8.8 404',
    },
  ]);
  await engine.insert('panther_rule_matches.aws_cloudtrail', [
    {
      eventName: 'ConsoleLogin',
      p_event_time: '2024-01-01 00:00:01.123456789',
      p_log_type: 'AWS.CloudTrail',
      p_row_id: 'a1',
      p_alert_id: 'alert-1',
      p_rule_id: 'Rule.One',
      p_any_ip_addresses: ['10.0.0.1'],
    },
  ]);
}
