import { matchRank } from '@margay/kit';

/** Somewhere to go, or something to do, that is found by its name. */
export interface Target {
  /** Unique among all of them. */
  key: string;
  /** Heading it stands below. */
  group: string;
  label: string;
  /** Beside the label. */
  note?: string | undefined;
  /** Other names by which it is found. */
  names?: readonly string[] | undefined;
  /** ISO time, of what came about at one. */
  at?: string | undefined;
  keys?: string | undefined;
  /** An address of the console, one outside, or what is done. */
  does: { to: string } | { href: string } | { run: (event: KeyboardEvent | undefined) => void };
}

export interface TargetGroup {
  label: string;
  targets: Target[];
}

/** So many of a group, where the text names more. */
const perGroup = 5;

const namesOf = ({ label, note = '', names = [] }: Target) => [label, note, ...names];

/**
 * What fits the text, group by group: first the group with the best hit, among equal ones the earlier; in a group the best
 * first. Without a text, everything as it comes.
 */
export function groupTargets(targets: readonly Target[], text: string): TargetGroup[] {
  const groups = new Map<string, { rank: number; hits: { target: Target; rank: number }[] }>();
  for (const target of targets) {
    const rank = text.trim() === '' ? 0 : matchRank(text, namesOf(target));
    if (rank === undefined) continue;
    const group = groups.get(target.group) ?? { rank, hits: [] };
    group.hits.push({ target, rank });
    group.rank = Math.min(group.rank, rank);
    groups.set(target.group, group);
  }
  return [...groups]
    .toSorted(([, a], [, b]) => a.rank - b.rank)
    .map(([label, { hits }]) => ({
      label,
      targets: hits
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, text.trim() === '' ? undefined : perGroup)
        .map(({ target }) => target),
    }));
}
