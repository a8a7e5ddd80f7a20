export type * from './contract.ts';
export { testedFunctions } from './tested-functions.ts';
export type { FunctionResult, TestedFunction } from './tested-functions.ts';
export { createDetectEngine } from './engine.ts';
export type * from './host-calls.ts';
export { createIsolatedHostCalls, createMemoryCache } from './memory-cache.ts';
export type * from './study/contract.ts';
export type { FieldRead } from './prefilter/condition.ts';
export { defaultDeadlines, defaultLimits } from './settings.ts';
