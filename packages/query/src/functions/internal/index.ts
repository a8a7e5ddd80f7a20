import { internalAggregates } from './aggregates.ts';
import type { InternalFunction } from './define.ts';
import { jsonArrays } from './json-arrays.ts';
import { jsonComparisons } from './json-comparisons.ts';
import { jsonObjects } from './json-objects.ts';
import { jsonScalars } from './json-scalars.ts';
import { regexes } from './regexes.ts';
import { timeFunctions } from './times.ts';

/** What languages lower into and nobody can call by name. */
export const internalFunctions: InternalFunction[] = [
  ...jsonScalars,
  ...jsonComparisons,
  ...jsonArrays,
  ...jsonObjects,
  ...timeFunctions,
  ...regexes,
  ...internalAggregates,
];
