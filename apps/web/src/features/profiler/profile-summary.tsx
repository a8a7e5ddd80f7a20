import { countOf, formatCount, formatShare } from '../../lib/format-number.ts';
import { formatCoreShare } from './profile-format.ts';
import styles from './profiler.module.css';
import type { Profile } from './queries.ts';

/** The figures over the list: what all detections together did. */
export function ProfileSummary({ profiles }: { profiles: readonly Profile[] }) {
  const enabled = profiles.filter((profile) => profile.enabled);
  const running = enabled.filter(({ state }) => state === 'IN_BUDGET' || state === 'OVER_BUDGET');
  const sum = (key: 'considered' | 'evaluations' | 'coreShare' | 'skipped') =>
    enabled.reduce((total, profile) => total + profile[key], 0);
  const considered = sum('considered');
  const quarantined = enabled.filter(({ state }) => state === 'QUARANTINED');
  const figures = [
    {
      label: 'Detections running',
      value: formatCount(running.length),
      note: `of ${formatCount(enabled.length)} enabled`,
    },
    {
      label: 'Rejected by prefilters',
      value: considered === 0 ? '–' : formatShare(considered - sum('evaluations'), considered),
      note: 'never reach their code',
    },
    { label: 'Detection time', value: formatCoreShare(sum('coreShare')), note: 'of a core' },
    {
      label: 'In quarantine',
      value: formatCount(quarantined.length),
      note: quarantined.length === 0 ? 'none' : `${countOf(sum('skipped'), 'event')} not judged`,
    },
  ];
  return (
    <dl className={styles.summary}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>
            {value} <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
