import { joined } from './conditions.ts';
import type { Expression } from './expression.ts';
import type { Relation } from './relation.ts';

/** The rows that fulfil all conditions. */
export function filtered(input: Relation, conditions: readonly Expression[]): Relation {
  return conditions.length === 0 ? input : { kind: 'filter', input, where: joined([...conditions]) };
}

/** All rows of all inputs, of which there is at least one. */
export function united(inputs: Relation[], match: 'name' | 'position' = 'position'): Relation {
  return inputs.length === 1 ? inputs[0]! : { kind: 'union', match, inputs };
}
