export type * from './contract.ts';
export { testedFunctions } from './contract.ts';
export { createDetectEngine } from './engine.ts';
export type * from './host-calls.ts';
export { createIsolatedHostCalls, createMemoryCache } from './memory-cache.ts';
export type * from './study/contract.ts';
export type { CandidateCondition, CandidateTest } from './prefilter/candidates.ts';
export type { FieldRead, LeafTest, Literal } from './prefilter/condition.ts';
export { defaultDeadlines, defaultLimits } from './settings.ts';
