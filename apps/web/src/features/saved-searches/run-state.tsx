import { cx } from '../../lib/class-names.ts';
import { formatDuration } from '../../lib/format-time.ts';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconMinus,
  IconRefresh,
} from '../../ui/icons.ts';
import type { Icon } from '../../ui/icons.ts';
import type { RunState, SavedRun } from './queries.ts';
import styles from './saved-searches.module.css';

const states: Record<RunState, { label: string; icon: Icon; tone: string | undefined }> = {
  PENDING: { label: 'Waiting', icon: IconClock, tone: undefined },
  RUNNING: { label: 'Running', icon: IconRefresh, tone: styles.toneInfo },
  JUDGING: { label: 'Rules judge', icon: IconRefresh, tone: styles.toneInfo },
  SUCCEEDED: { label: 'Succeeded', icon: IconCircleCheck, tone: styles.toneGood },
  FAILED: { label: 'Failed', icon: IconCircleX, tone: styles.toneBad },
  MISSED: { label: 'Missed', icon: IconAlertTriangle, tone: styles.toneWarn },
  CANCELLED: { label: 'Cancelled', icon: IconMinus, tone: undefined },
};

export function RunStateLabel({ state }: { state: RunState }) {
  const { label, icon: StateIcon, tone } = states[state];
  return (
    <span className={cx(styles.state, tone)}>
      <StateIcon size={14} stroke={1.5} aria-hidden />
      {label}
    </span>
  );
}

/** A run that began later than this was caught up with. */
const lateMs = 2 * 60_000;

/** How a run came about, where it was not on time. */
export function triggerText({ trigger, scheduledAt, startedAt, attempts, state }: SavedRun): string {
  if (trigger === 'MANUAL') return 'Run by a person';
  if (state === 'MISSED') return 'Not caught up';
  const lateBy = startedAt === null ? 0 : Date.parse(startedAt) - Date.parse(scheduledAt);
  if (lateBy > lateMs && attempts <= 1) return `Caught up, ${formatDuration(lateBy)} late`;
  return attempts > 1 ? `${attempts} attempts` : 'Schedule';
}
