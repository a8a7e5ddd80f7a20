import type { FieldType } from './fields.ts';

/** The databases of the data lake. Every one has a single schema named `public`. */
export const lakeDatabases = [
  'panther_logs',
  'panther_rule_matches',
  'panther_signals',
  'panther_rule_errors',
  'panther_lookups',
  'panther_monitor',
  'panther_cloudsecurity',
  'panther_views',
] as const;
export type LakeDatabase = (typeof lakeDatabases)[number];

/** Databases whose rows are events of other databases, with what detections found in them. */
const findingsDatabases: readonly string[] = [
  'panther_rule_matches',
  'panther_signals',
  'panther_rule_errors',
];
export const isFindingsDatabase = (database: string): boolean => findingsDatabases.includes(database);

export const lakeDatabaseLabels: Record<LakeDatabase, string> = {
  panther_logs: 'Logs',
  panther_rule_matches: 'Rule Matches',
  panther_signals: 'Signals',
  panther_rule_errors: 'Rule Errors',
  panther_lookups: 'Lookups',
  panther_monitor: 'Monitor',
  panther_cloudsecurity: 'Cloud Security',
  panther_views: 'Views',
};

/**
 * How a logical column rests in the engine. Only the lake makes these; only the SQL generator reads them.
 * `column`: one typed engine column. `json`: JSON text in a compressed String column.
 * `leaves`: an object shredded into one engine column per leaf.
 */
export type ColumnStorage =
  | { kind: 'column'; column: string; engineType: string }
  | { kind: 'json'; column: string }
  | { kind: 'leaves'; leaves: Record<string, ColumnStorage> };

export interface CatalogColumn {
  name: string;
  type: FieldType;
  description?: string;
  /** True for the standard `p_` fields. */
  isStandard: boolean;
  storage: ColumnStorage;
}

export interface CatalogTable {
  database: LakeDatabase;
  /** Lower-case name without the `public` schema, for instance `aws_cloudtrail`. */
  name: string;
  displayName: string;
  description?: string;
  /** Set on tables that hold events of one log type; log-type access is checked against it. */
  logType?: string;
  columns: CatalogColumn[];
  /** Engine column of the raw line with the text index, where the table keeps one. */
  rawColumn?: string;
  /** The index over its words leaves out pieces of ids, which another one has; absent: it has every word. */
  hasIdsApart?: true;
  /** Engine column holding fields no schema column covers, as JSON text. */
  overflowColumn?: string;
  /** Paths of fields. Rows lie by the hour of `p_event_time` and then by these; absent: by the time alone. */
  groupedBy?: string[];
  /** A view: the tables it unites. The query planner expands it. */
  unionOf?: { database: LakeDatabase; name: string }[];
}

/** What the query planner may see: already reduced to the log types the caller may read. */
export interface Catalog {
  tables(): CatalogTable[];
  /** Case-insensitive; undefined when the table is unknown or not allowed (the two look the same). */
  find(database: string, table: string): CatalogTable | undefined;
}

/** Where matches, signals and errors of scheduled queries' rows rest when the rows name no log type. */
export const scheduledRowsTable = 'scheduled_query_rows';

/** `AWS.CloudTrail` is stored as `aws_cloudtrail`. */
export function tableNameOf(logType: string): string {
  return logType.toLowerCase().replaceAll('.', '_');
}

export interface LakeView {
  name: string;
  displayName: string;
  over: readonly LakeDatabase[];
}

/** The views of `panther_views`. */
export const lakeViews: readonly LakeView[] = [
  { name: 'all_cloudsecurity', displayName: 'All cloud security', over: ['panther_cloudsecurity'] },
  {
    name: 'all_databases',
    displayName: 'All databases',
    over: [
      'panther_cloudsecurity',
      'panther_logs',
      'panther_rule_errors',
      'panther_rule_matches',
      'panther_signals',
    ],
  },
  { name: 'all_logs', displayName: 'All logs', over: ['panther_logs'] },
  { name: 'all_rule_errors', displayName: 'All rule errors', over: ['panther_rule_errors'] },
  { name: 'all_rule_matches', displayName: 'All rule matches', over: ['panther_rule_matches'] },
  { name: 'all_signals', displayName: 'All signals', over: ['panther_signals'] },
];

/** The tables a view unites. The table across log types repeats rows of the others. */
export function unitedBy<T extends Pick<CatalogTable, 'database' | 'name' | 'logType'>>(
  { over }: LakeView,
  tables: readonly T[],
): T[] {
  return tables.filter(
    ({ database, name, logType }) =>
      over.includes(database) && (logType !== undefined || name === scheduledRowsTable),
  );
}
