import type {
  Catalog,
  CatalogColumn,
  CatalogTable,
  ColumnStorage,
  FieldType,
  LakeDatabase,
} from '@margay/model';

const string: FieldType = { kind: 'string' };
const strings: FieldType = { kind: 'array', element: string };
const json: FieldType = { kind: 'json' };
const object = (fields: Record<string, FieldType>): FieldType => ({
  kind: 'object',
  fields: Object.entries(fields).map(([name, type]) => ({ name, type })),
});

const engineTypes: Record<string, string> = {
  string: 'Nullable(String)',
  int: 'Nullable(Int32)',
  smallint: 'Nullable(Int16)',
  bigint: 'Nullable(Int64)',
  float: 'Nullable(Float64)',
  boolean: 'Nullable(Bool)',
  timestamp: "Nullable(DateTime64(9, 'UTC'))",
  json: 'Nullable(String)',
};

/** Stored the way the lake stores: one engine column per leaf, arrays of scalars as arrays, the rest as JSON text. */
export function storageOf(path: string[], type: FieldType): ColumnStorage {
  const column = path.join(':');
  if (path[0] === 'p_event_time') return { kind: 'column', column, engineType: "DateTime64(9, 'UTC')" };
  if (type.kind === 'object' && type.fields.length > 0) {
    const leaves = type.fields.map(
      (field) => [field.name, storageOf([...path, field.name], field.type)] as const,
    );
    return { kind: 'leaves', leaves: Object.fromEntries(leaves) };
  }
  if (type.kind === 'array' && engineTypes[type.element.kind] && type.element.kind !== 'json')
    return {
      kind: 'column',
      column,
      engineType: `Array(${engineTypes[type.element.kind]!.replace(/^Nullable\((.*)\)$/, '$1')})`,
    };
  if (type.kind === 'array' || type.kind === 'object' || type.kind === 'json')
    return { kind: 'json', column };
  return { kind: 'column', column, engineType: engineTypes[type.kind]! };
}

export function testTable(
  database: LakeDatabase,
  name: string,
  logType: string | undefined,
  fields: Record<string, FieldType>,
  options: Partial<CatalogTable> = {},
): CatalogTable {
  const columns = Object.entries(fields).map(([column, type]): CatalogColumn => ({
    name: column,
    type,
    isStandard: column.startsWith('p_'),
    storage: storageOf([column], type),
  }));
  return {
    database,
    name,
    displayName: logType ?? name,
    ...(logType ? { logType } : {}),
    columns,
    ...options,
  };
}

const standard: Record<string, FieldType> = {
  p_event_time: { kind: 'timestamp' },
  p_log_type: string,
  p_row_id: string,
  p_parse_time: { kind: 'timestamp' },
  p_any_ip_addresses: strings,
  p_any_usernames: strings,
};

const events = { rawColumn: 'p_raw', overflowColumn: 'p_overflow' };

const cloudTrail = testTable(
  'panther_logs',
  'aws_cloudtrail',
  'AWS.CloudTrail',
  {
    eventName: string,
    sourceIPAddress: string,
    readOnly: { kind: 'boolean' },
    count: { kind: 'bigint' },
    ratio: { kind: 'float' },
    userIdentity: object({
      arn: string,
      type: string,
      sessionContext: object({ sessionIssuer: object({ arn: string }), attempts: { kind: 'int' } }),
    }),
    requestParameters: json,
    resources: { kind: 'array', element: object({ arn: string, type: string }) },
    ...standard,
    p_udm: object({ user: object({ arns: strings, name: string }), source: object({ ip: string }) }),
  },
  events,
);

const alb = testTable(
  'panther_logs',
  'aws_alb',
  'AWS.ALB',
  {
    type: string,
    clientIp: string,
    elbStatusCode: { kind: 'int' },
    count: string,
    userIdentity: json,
    ...standard,
  },
  events,
);

const matches = testTable(
  'panther_rule_matches',
  'aws_cloudtrail',
  'AWS.CloudTrail',
  { eventName: string, ...standard, p_alert_id: string, p_rule_id: string },
  { overflowColumn: 'p_overflow' },
);

const viewFields: Record<string, FieldType> = { ...standard, p_db_name: string };
const allLogs = testTable('panther_views', 'all_logs', undefined, viewFields, {
  unionOf: [
    { database: 'panther_logs', name: 'aws_alb' },
    { database: 'panther_logs', name: 'aws_cloudtrail' },
  ],
});
const allDatabases = testTable(
  'panther_views',
  'all_databases',
  undefined,
  { ...viewFields, p_alert_id: string, p_rule_id: string },
  {
    unionOf: [...allLogs.unionOf!, { database: 'panther_rule_matches', name: 'aws_cloudtrail' }],
  },
);

export const testTables: CatalogTable[] = [alb, cloudTrail, matches, allLogs, allDatabases];

export function catalogOf(tables: CatalogTable[]): Catalog {
  const known = new Map(tables.map((known) => [`${known.database}.${known.name}`, known]));
  return {
    tables: () => tables,
    find: (database, name) => known.get(`${database}.${name}`.toLowerCase()),
  };
}

export const testCatalog = catalogOf(testTables);
