export { restrictCatalog } from './catalog/restrict.ts';
export type { LakeTarget } from './engines/engine.ts';
export type {
  EncodedRows,
  EnsureTableOptions,
  InsertOptions,
  Lake,
  LaneLake,
  LogTypeAccess,
  QueryLane,
  QueryLimits,
  QueryPool,
  QueryProgress,
  QueryRequest,
  QueryResult,
  RemovedRows,
  ResultColumn,
  StreamFormat,
  TableStatistics,
} from './front-door.ts';
export { identifier, tableReference } from './engines/literals.ts';
export { openLake } from './lake.ts';
export type { LakeOptions } from './lake.ts';
export { inLane } from './queries/in-lane.ts';
export { createRowEncoder } from './rows/row-encoder.ts';
export type { EncodableRow, RowEncoder } from './rows/row-encoder.ts';
export { overflowColumnName, rawColumnName } from './tables/layout.ts';
export type { LayoutColumn, TableLayout } from './tables/layout.ts';
export { detectionFields, eventStandardFields } from './tables/standard-fields.ts';
