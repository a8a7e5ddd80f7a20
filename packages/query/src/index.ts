export * from './diagnostics.ts';
export { decodeRows } from './dialects/clickhouse/decode.ts';
export type { LogicalRow } from './dialects/clickhouse/decode.ts';
export { eventsQuery } from './dialects/clickhouse/packed.ts';
export type { EventOrder } from './dialects/clickhouse/packed.ts';
export type * from './dialects/clickhouse/result.ts';
export { toClickHouse } from './dialects/clickhouse/to-clickhouse.ts';
export { signatureOf } from './functions/define.ts';
export type { QueryFunction } from './functions/define.ts';
export { functionNamed, queryFunctions } from './functions/index.ts';
export type * from './ir/expression.ts';
export type * from './ir/relation.ts';
export { columnsOf } from './ir/typing.ts';
export type { ScopeColumn } from './ir/typing.ts';
export type { CompileOptions } from './languages/options.ts';
export { compileSimpleSearch, newestEvents } from './languages/simple/compile-simple.ts';
export type { CompiledSearch } from './languages/simple/compile-simple.ts';
export type { FilterColumnType, OperatorInput, SimpleOperator } from './languages/simple/operators/define.ts';
export {
  columnTypeOf,
  columnTypeOfSqlType,
  operatorNamed,
  operatorsFor,
  simpleOperators,
} from './languages/simple/operators/index.ts';
export * from './languages/simple/schema.ts';
export { searchRelation } from './languages/simple/search-relation.ts';
export * from './languages/simple/time-frames.ts';
export * from './languages/simple/values.ts';
export { compileSql, hasLimitClause, withRowLimit } from './languages/sql/compile-sql.ts';
export type { Compiled } from './languages/sql/compile-sql.ts';
export { timeMacroNames } from './languages/sql/macros.ts';
export { tokenize } from './languages/sql/tokens.ts';
export type { Token, TokenKind } from './languages/sql/tokens.ts';
export * from './searches/alert-events.ts';
export { detailsOf } from './searches/details.ts';
export type { DetailsOptions, DetailsPage, PageCursor } from './searches/details.ts';
export * from './searches/indicators.ts';
export { readPage } from './searches/read-page.ts';
export type { Page, RunQuery } from './searches/read-page.ts';
export { columnSummaryOf, countOf } from './searches/summary.ts';
export { bucketWidthMs, timelineOf } from './searches/timeline.ts';
export type { Timeline } from './searches/timeline.ts';
