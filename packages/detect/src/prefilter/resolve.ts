import type { CandidateCondition, DataModel, LeafTest } from '@margay/model';
import type { Condition, FieldPath } from './condition.ts';

/** A path a data model may map to that is read the same here and in Python: names and dots only. */
const plainPath = /^\$?\.?[^.[\]*$\s]+(\.[^.[\]*$\s]+)*$/;

/** `mappings` undefined: it is not known which data model the event has. */
export type Mappings = DataModel['mappings'] | undefined;

/** A condition with unified names put into words of the log type, and simplified. */
export function resolveCondition(condition: Condition, mappings: Mappings): CandidateCondition {
  if (typeof condition === 'boolean') return condition;
  if ('all' in condition) return allOf(condition.all.map((part) => resolveCondition(part, mappings)));
  if ('any' in condition) return anyOf(condition.any.map((part) => resolveCondition(part, mappings)));
  return resolveTest(condition.path, condition.is, condition.not ?? false, mappings);
}

function resolveTest(
  path: FieldPath,
  is: LeafTest,
  isNegated: boolean,
  mappings: Mappings,
): CandidateCondition {
  if ('keys' in path) return { path: { keys: path.keys, isExact: false }, is, isNegated };
  if (!mappings) return true;
  // The last mapping of a name wins, as in the runtime.
  const mapping = mappings.findLast((entry) => entry.name === path.udm);
  const isPlain = mapping?.path !== undefined && plainPath.test(mapping.path);
  if (is === 'unsafe') return mapping !== undefined && !isPlain;
  // An unmapped name is looked up in several places: no answer is certain.
  if (!mapping?.path || !isPlain) return true;
  const keys = mapping.path.replace(/^\$/, '').replace(/^\./, '').split('.');
  return { path: { keys, isExact: true }, is, isNegated };
}

function allOf(parts: CandidateCondition[]): CandidateCondition {
  if (parts.includes(false)) return false;
  const kept = parts.filter((part) => part !== true);
  return kept.length === 0 ? true : kept.length === 1 ? kept[0]! : { all: kept };
}

function anyOf(parts: CandidateCondition[]): CandidateCondition {
  if (parts.includes(true)) return true;
  const kept = parts.filter((part) => part !== false);
  return kept.length === 0 ? false : kept.length === 1 ? kept[0]! : { any: kept };
}
