import { formatCount, formatShare, formatShortCount } from '../../lib/format-number.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import type { Tone } from '../../ui/marks/badge.tsx';
import type { Column } from '../../ui/table/column.ts';
import { formatCoreShare, formatMicroseconds } from './profile-format.ts';
import styles from './profiler.module.css';
import { prefilteredShare } from './profile-list-search.ts';
import type { ProfileState } from './profile-list-search.ts';
import type { Profile } from './queries.ts';

export const stateLabels: Record<ProfileState, string> = {
  QUARANTINED: 'Quarantined',
  OVER_BUDGET: 'Over budget',
  IN_BUDGET: 'In budget',
  NOT_LOADED: 'Does not load',
  DISABLED: 'Disabled',
};
const tones: Record<ProfileState, Tone> = {
  QUARANTINED: 'danger',
  OVER_BUDGET: 'warning',
  IN_BUDGET: 'success',
  NOT_LOADED: 'danger',
  DISABLED: 'neutral',
};

export function StateBadge({ profile }: { profile: Profile }) {
  return (
    <Badge tone={tones[profile.state]} {...(profile.quarantine ? { title: profile.quarantine.reason } : {})}>
      {stateLabels[profile.state]}
    </Badge>
  );
}

function prefilteredText(profile: Profile): string {
  const share = prefilteredShare(profile);
  return share === undefined ? '–' : formatShare(share, 1);
}

const dashed = (count: number) => (count === 0 ? '–' : formatCount(count));

export const profileColumns: readonly Column<Profile>[] = [
  {
    id: 'displayName',
    header: 'Detection',
    width: 'minmax(180px, 2fr)',
    sortable: true,
    cell: (profile) => <span className={styles.name}>{profile.displayName}</span>,
  },
  {
    id: 'logTypes',
    header: 'Log types',
    width: 'minmax(120px, 1fr)',
    secondary: true,
    hideBelow: 1200,
    cell: (profile) => (
      <span className={styles.ellipsis} title={profile.logTypes.join(', ')}>
        {profile.logTypes[0] ?? '–'}
        {profile.logTypes.length > 1 && ` +${profile.logTypes.length - 1}`}
      </span>
    ),
  },
  {
    id: 'considered',
    header: 'Evaluated',
    width: '96px',
    align: 'end',
    sortable: true,
    cell: (profile) => formatShortCount(profile.considered),
  },
  {
    id: 'prefiltered',
    header: 'Prefiltered',
    width: '104px',
    align: 'end',
    sortable: true,
    hideBelow: 900,
    cell: prefilteredText,
  },
  {
    id: 'microsecondsPerEvent',
    header: 'Per event',
    width: '96px',
    align: 'end',
    sortable: true,
    cell: (profile) => formatMicroseconds(profile.microsecondsPerEvent, profile.evaluations),
  },
  {
    id: 'coreShare',
    header: 'Share of a core',
    width: '128px',
    align: 'end',
    sortable: true,
    cell: (profile) => formatCoreShare(profile.coreShare),
  },
  {
    id: 'errors',
    header: 'Errors',
    width: '80px',
    align: 'end',
    sortable: true,
    hideBelow: 900,
    cell: (profile) => (
      <span className={profile.errors > 0 ? styles.bad : undefined}>{dashed(profile.errors)}</span>
    ),
  },
  {
    id: 'matches',
    header: 'Matches',
    width: '88px',
    align: 'end',
    sortable: true,
    cell: (profile) => dashed(profile.matches),
  },
  {
    id: 'state',
    header: 'State',
    width: '120px',
    cell: (profile) => <StateBadge profile={profile} />,
  },
];

/** A row below 768 px. */
export function NarrowProfile({ profile }: { profile: Profile }) {
  return (
    <div className={styles.narrow}>
      <span className={styles.name}>{profile.displayName}</span>
      <span className={styles.facts}>
        <StateBadge profile={profile} />
        {formatMicroseconds(profile.microsecondsPerEvent, profile.evaluations)} per event
        <span>{formatCoreShare(profile.coreShare)} of a core</span>
      </span>
    </div>
  );
}
