import { countOf, formatCount } from '../../lib/format-number.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { Time } from '../../ui/marks/time.tsx';
import type { Activity } from './activity.ts';
import shared from './detections.module.css';
import styles from './rule-list.module.css';

/** Alerts of seven days as a line, with their number. */
export function AlertLine({ activity }: { activity: Activity | undefined }) {
  if (activity?.perDay === undefined) return null;
  const total = activity.perDay.reduce((sum, count) => sum + count, 0);
  return (
    <span className={styles.alertLine}>
      <Sparkline values={activity.perDay} label={`${countOf(total, 'alert')} in 7 days`} />
      <span className={total === 0 ? shared.quiet : styles.alertCount}>{formatCount(total)}</span>
    </span>
  );
}

/** When it matched an event last, alert or not. Policies judge resources and match none. */
export function LastMatch({ activity, isPolicy }: { activity: Activity | undefined; isPolicy: boolean }) {
  if (activity?.lastMatch === undefined || isPolicy) return null;
  if (activity.lastMatch === 'never') return <span className={shared.quiet}>never</span>;
  return <Time at={activity.lastMatch} />;
}
