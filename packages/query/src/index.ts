export * from './diagnostics.ts';
export * from './dialects/clickhouse/decode.ts';
export * from './dialects/clickhouse/result.ts';
export { toClickHouse } from './dialects/clickhouse/to-clickhouse.ts';
export * from './ir/expression.ts';
export * from './ir/relation.ts';
