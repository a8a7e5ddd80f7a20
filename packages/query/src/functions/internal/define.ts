import type { QueryFunction } from '../define.ts';

/** A function that languages lower into and that nobody can call by name; not in the list for SQL. */
export type InternalFunction = Omit<QueryFunction, 'examples' | 'aliases'>;

export function defineInternal(definition: InternalFunction): InternalFunction {
  return definition;
}
