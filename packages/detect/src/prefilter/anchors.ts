import type { CandidateCondition, CandidateTest } from '@margay/model';
import type { ValuePath } from './paths.ts';

/** Kinds of values that a rule may be listed under, besides single texts. */
export type ValueKind = 'missing' | 'null' | 'number' | 'list' | 'mapping';

/** One way into a rule: where none of its anchors holds, its condition cannot hold. */
export type Anchor =
  | { path: ValuePath; text: string }
  | { path: ValuePath; prefix: string }
  | { path: ValuePath; kind: ValueKind };

/**
 * The cheapest set of anchors a condition implies; undefined when it implies none. Cheap means rarely met: one text
 * is rare, an absent field is not.
 */
export function anchorsOf(condition: CandidateCondition): Anchor[] | undefined {
  if (condition === true) return undefined;
  if (condition === false) return [];
  if ('all' in condition) return cheapest(condition.all.map(anchorsOf));
  if ('any' in condition) {
    const parts = condition.any.map(anchorsOf);
    return parts.includes(undefined) ? undefined : parts.flatMap((part) => part ?? []);
  }
  return anchorsOfTest(condition);
}

function anchorsOfTest({ path, is, isNegated }: CandidateTest): Anchor[] | undefined {
  if (isNegated) return is === 'text' ? otherThanText.map((kind) => ({ path, kind })) : undefined;
  if (typeof is === 'string') return isKind(is) ? [{ path, kind: is }] : undefined;
  if ('prefix' in is) return is.prefix.map((prefix) => ({ path, prefix }));
  if (!('in' in is)) return undefined;
  return is.in.map((literal) => {
    if (typeof literal === 'string') return { path, text: literal };
    return { path, kind: literal === null ? 'null' : 'number' };
  });
}

const otherThanText: ValueKind[] = ['missing', 'null', 'number', 'list', 'mapping'];

function isKind(test: string): test is ValueKind {
  return (otherThanText as string[]).includes(test);
}

function cheapest(options: (Anchor[] | undefined)[]): Anchor[] | undefined {
  let best: Anchor[] | undefined;
  for (const option of options) if (option && (!best || costOf(option) < costOf(best))) best = option;
  return best;
}

const kindCosts: Record<ValueKind, number> = { missing: 200, null: 20, number: 20, list: 20, mapping: 20 };

function costOf(anchors: Anchor[]): number {
  return anchors.reduce(
    (sum, anchor) => sum + ('text' in anchor ? 1 : 'prefix' in anchor ? 4 : kindCosts[anchor.kind]),
    0,
  );
}
