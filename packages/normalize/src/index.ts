export type { Entry } from './classify/classify.ts';
export * from './compile-schema.ts';
export { indicators } from './indicators/index.ts';
export type { Indicator } from './indicators/indicator.ts';
export * from './normalizer.ts';
export { batchOfRow } from './row-id.ts';
export * from './schema-tests/read-test-cases.ts';
export * from './schema-tests/run-schema-tests.ts';
export type { SchemaTestCase, TestCaseFault, TestCases } from './schema-tests/test-case.ts';
