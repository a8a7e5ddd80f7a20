import type { Profile } from './queries.ts';

export const profileStates = ['QUARANTINED', 'OVER_BUDGET', 'IN_BUDGET', 'NOT_LOADED', 'DISABLED'] as const;
export type ProfileState = (typeof profileStates)[number];

export const profileSorts = [
  'displayName',
  'considered',
  'prefiltered',
  'microsecondsPerEvent',
  'coreShare',
  'errors',
  'matches',
] as const;
export type ProfileSort = (typeof profileSorts)[number];

export const profileWindows = [1, 24, 168] as const;
export type ProfileWindow = (typeof profileWindows)[number];

/** What the address of the profiler holds. */
export interface ProfileSearch {
  hours: ProfileWindow;
  sortBy: ProfileSort;
  sortDir: 'ascending' | 'descending';
  search?: string | undefined;
  state?: ProfileState[] | undefined;
  logTypes?: string[] | undefined;
  detection?: string | undefined;
}

/** Share of the events that prefilter and inline filters kept away; undefined where none came. */
export function prefilteredShare({ considered, evaluations }: Pick<Profile, 'considered' | 'evaluations'>) {
  return considered === 0 ? undefined : Math.max(0, 1 - evaluations / considered);
}

const valueOf = (profile: Profile, by: Exclude<ProfileSort, 'displayName'>): number =>
  by === 'prefiltered' ? (prefilteredShare(profile) ?? -1) : profile[by];

/** The rows of the address in its order; quarantined ones always stand first. */
export function profileRows(profiles: readonly Profile[], search: ProfileSearch): Profile[] {
  const { sortBy, sortDir, state, logTypes } = search;
  const wanted = (search.search ?? '').toLowerCase();
  const sign = sortDir === 'ascending' ? 1 : -1;
  const rank = (profile: Profile) => (profile.state === 'QUARANTINED' ? 0 : 1);
  return profiles
    .filter(
      (profile) =>
        [profile.id, profile.displayName].some((text) => text.toLowerCase().includes(wanted)) &&
        (state === undefined || state.includes(profile.state)) &&
        (logTypes === undefined || profile.logTypes.some((logType) => logTypes.includes(logType))),
    )
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        sign *
          (sortBy === 'displayName'
            ? a.displayName.localeCompare(b.displayName)
            : valueOf(a, sortBy) - valueOf(b, sortBy)) ||
        a.displayName.localeCompare(b.displayName),
    );
}
