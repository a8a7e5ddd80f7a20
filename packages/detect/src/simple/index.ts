export { builderFiltersOf, builderModelOf } from './builder/builder-model-of.ts';
export * from './builder/model.ts';
export { filtersOf, simpleOf } from './builder/simple-of.ts';
export { type CompiledInlineFilters, compileInlineFilters } from './compile/compile-inline-filters.ts';
export {
  type CompiledSimpleDetection,
  compileSimpleDetection,
  type SimpleFunction,
} from './compile/compile-simple-detection.ts';
export type { Condition } from './conditions/condition.ts';
export { conditionOf, conditions } from './conditions/index.ts';
export * from './fault.ts';
export { pythonOf } from './python/python-of.ts';
export { readInlineFilters, readSimpleDetection } from './read/read-simple-detection.ts';
export type { SpecifierSource } from './specifier.ts';
export { textOfSource } from './text-of-expression.ts';
export type { CheckedSimpleDetection, Expression } from './tree.ts';
export type { Scalar } from './given.ts';
