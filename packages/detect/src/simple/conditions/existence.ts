import { isMapping, missing } from '../../prefilter/paths.ts';
import { type Condition, withOpposite } from './condition.ts';

/** A field that holds null is there. */
const exists: Condition = {
  name: 'Exists',
  takes: 'nothing',
  test: () => (found) => found !== missing,
  python: (of) => of.exists,
};

const isNull: Condition = {
  name: 'IsNull',
  takes: 'nothing',
  test: () => (found) => found === missing || found === null,
  python: ({ found }) => `(${found} is None)`,
  implies: () => ['missing', 'null'],
};

const isNullOrEmpty: Condition = {
  name: 'IsNullOrEmpty',
  takes: 'nothing',
  inFilters: true,
  test: () => isEmpty,
  python: ({ found }) => `is_empty(${found})`,
};

export const existence = [
  ...withOpposite(exists, { name: 'DoesNotExist' }),
  ...withOpposite(isNull, { name: 'IsNotNull' }),
  ...withOpposite(isNullOrEmpty, { name: 'IsNotNullOrEmpty', inFilters: true }),
];

function isEmpty(found: unknown): boolean {
  if (found === missing || found === null || found === '') return true;
  if (Array.isArray(found)) return found.length === 0;
  return isMapping(found) && Object.keys(found).length === 0;
}
