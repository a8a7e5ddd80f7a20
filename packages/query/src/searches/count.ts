import type { Relation } from '../ir/relation.ts';
import { unsorted } from './timeline.ts';

/** One row: column `count`. */
export function countOf(relation: Relation): Relation {
  return {
    kind: 'aggregate',
    input: unsorted(relation),
    keys: [],
    aggregates: [{ name: 'count', value: { kind: 'aggregate', fn: 'count', args: [] } }],
  };
}
