export * from './diagnostics.ts';
export * from './ir/expression.ts';
export * from './ir/relation.ts';
export * from './dialects/clickhouse/result.ts';
