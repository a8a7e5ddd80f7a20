import { childOf, isMapping, missing } from '../../prefilter/paths.ts';
import { every, type Step } from '../specifier.ts';

/** Gives the JSON value at a path, or `missing`. With `[*]`: the list of the values found, all lists in one. */
export type ReadPath = (root: unknown) => unknown;

/** Keys are found as the event object finds them: exact first, then without regard to case. */
export function compilePath(steps: readonly Step[]): ReadPath {
  const [only] = steps;
  if (steps.length === 1 && typeof only === 'string') return (root) => childAt(root, only);
  const end = steps.indexOf(every);
  if (end < 0) return (root) => walk(root, steps);
  const before = steps.slice(0, end);
  const rest = compilePath(steps.slice(end + 1));
  const isLast = end === steps.length - 1;
  const fansOut = steps.includes(every, end + 1);
  return (root) => {
    const list = walk(root, before);
    if (!Array.isArray(list)) return missing;
    if (isLast) return list;
    const found = list.map(rest).filter((value) => value !== missing);
    return fansOut ? found.flat() : found;
  };
}

function walk(root: unknown, steps: readonly Step[]): unknown {
  let value = root;
  for (const step of steps) {
    value = childAt(value, step);
    if (value === missing) return missing;
  }
  return value;
}

function childAt(value: unknown, step: Step): unknown {
  if (typeof step === 'string') return isMapping(value) ? childOf(value, step) : missing;
  if (typeof step !== 'number' || !Array.isArray(value)) return missing;
  const place = step < 0 ? value.length + step : step;
  return place in value ? value[place] : missing;
}
