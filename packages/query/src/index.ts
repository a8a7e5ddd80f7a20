export * from './diagnostics.ts';
export * from './dialects/clickhouse/at-rest.ts';
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
export { findingsBehind } from './ir/findings-behind.ts';
export { columnsOf } from './ir/typing.ts';
export type { ScopeColumn } from './ir/typing.ts';
export type {
  CompiledRequest,
  ReadySearch,
  SearchLanguage,
  SearchPart,
  TextLanguage,
} from './languages/define.ts';
export * from './languages/index.ts';
export type { CompileOptions } from './languages/options.ts';
export { compilePantherFlow } from './languages/pantherflow/compile-pantherflow.ts';
export type { CompiledFlow } from './languages/pantherflow/compile-pantherflow.ts';
export { flowSignature } from './languages/pantherflow/functions/define.ts';
export type { FlowFunction, FlowParameter } from './languages/pantherflow/functions/define.ts';
export { flowFunctionNamed, flowFunctions } from './languages/pantherflow/functions/index.ts';
export { flowOfFilters } from './languages/pantherflow/of-filters.ts';
export { hasFlowPragma, withoutFlowPragma } from './languages/pantherflow/pragma.ts';
export type { Visualization } from './languages/pantherflow/visualize.ts';
export * from './languages/pantherflow/editor/index.ts';
export { formatPantherFlow } from './languages/pantherflow/format.ts';
export { parsePantherFlow } from './languages/pantherflow/parse.ts';
export type { ParsedFlow } from './languages/pantherflow/parse.ts';
export { printPantherFlow } from './languages/pantherflow/print.ts';
export { tokenizeFlow } from './languages/pantherflow/tokens.ts';
export type { FlowToken, FlowTokenKind } from './languages/pantherflow/tokens.ts';
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
export { eventTimeRange } from './languages/sql/event-time-range.ts';
export { formatSql } from './languages/sql/format.ts';
export { ownFunctionNames } from './languages/sql/lower-own.ts';
export { timeMacroNames } from './languages/sql/macros.ts';
export { sqlOfFilters } from './languages/sql/of-filters.ts';
export { sqlStatements, statementAt } from './languages/sql/statements.ts';
export { summarySql } from './languages/sql/summary.ts';
export type { SummaryOptions } from './languages/summary-options.ts';
export type { FormSearch, FormTime, Translation, Untranslatable } from './languages/translation.ts';
export { tokenize } from './languages/sql/tokens.ts';
export type { Token, TokenKind } from './languages/sql/tokens.ts';
export * from './searches/alert-events.ts';
export { detailsOf } from './searches/details.ts';
export type { DetailsOptions, DetailsPage, PageCursor } from './searches/details.ts';
export * from './searches/compile-indicators.ts';
export { findingsBehindRows, findingsOf } from './searches/event-findings.ts';
export type { EventKey } from './searches/event-findings.ts';
export * from './searches/indicator-search.ts';
export * from './searches/indicator-values.ts';
export { readPage } from './searches/read-page.ts';
export type { Page, RunQuery } from './searches/read-page.ts';
export { columnSummaryOf, readColumnSummary } from './searches/column-summary.ts';
export { countOf } from './searches/count.ts';
export { bucketWidthMs, timelineOf } from './searches/timeline.ts';
export type { Timeline } from './searches/timeline.ts';
export { columnOf } from './stored-events/column-of.ts';
export { candidateSql } from './stored-events/condition-sql.ts';
export { batchRowsSql, eventSql, firstMatchSql } from './stored-events/event-sql.ts';
export { overflowNames } from './stored-events/overflow-sql.ts';
export type { BoundSql } from './stored-events/stored-table.ts';
export { histogramSql, nthNewestSql, pageSql, rowsSql } from './stored-events/window-sql.ts';
export type { EventPosition, PageCells, StoredWindow } from './stored-events/window-sql.ts';
